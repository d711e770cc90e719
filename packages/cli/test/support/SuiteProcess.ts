import {
  Command,
  type CommandExecutor,
  type Error as PlatformError,
  FetchHttpClient,
  HttpClient,
  HttpClientResponse
} from "@effect/platform"
import { inject } from "@effect/vitest"
import { ServiceName } from "@storefront/domain/Topology"
import { portVariables } from "@storefront/server/testing/FreePort"
import { Data, Deferred, Effect, Exit, type Scope, Stream } from "effect"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../dist/bundle/main.js", import.meta.url))

/** Environment variables of a `storefront` process. */
export type Environment = Readonly<Record<string, string>>

/** Waits until the commands are built: they are tested as they are shipped. */
export const isBuilt = HttpClient.get(inject("build")).pipe(
  Effect.flatMap(HttpClientResponse.filterStatusOk),
  Effect.orDie,
  Effect.provide(FetchHttpClient.layer)
)

/** Unsets what somebody's shell configures: a key there must not send the tests to its provider. */
const unset = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(?:DATABASE_URL$|LOG_FORMAT$|LLM_|OPENAI_|ANTHROPIC_|EMBEDDING_|OTEL_)/.test(name))
    .map((name) => [name, undefined])
)

/** Starts a command, with nothing of the tests' own environment that would configure `storefront`. */
const start = (command: Command.Command, environment: Environment) =>
  Effect.zipRight(isBuilt, Command.start(Command.env(command, { ...unset, ...environment })))

/** Starts `storefront`. */
const begin = (args: ReadonlyArray<string>, environment: Environment = {}, piped?: string) => {
  const command = Command.make(process.execPath, main, ...args)
  return start(piped === undefined ? command : Command.feed(command, piped), environment)
}

const text = <E>(bytes: Stream.Stream<Uint8Array, E>) => Stream.mkString(Stream.decodeText(bytes))

/** Waits for the end of a command, and returns its exit code and what it has printed. */
const ended = (begun: ReturnType<typeof begin>) =>
  Effect.gen(function* () {
    const child = yield* begun
    const [code, stdout, stderr] = yield* Effect.all([child.exitCode, text(child.stdout), text(child.stderr)], {
      concurrency: 3
    })
    return { code: Number(code), stdout, stderr }
  }).pipe(Effect.scoped)

/** Runs a command to its end, with what is piped into it. */
export const run = (args: ReadonlyArray<string>, environment?: Environment, piped?: string) =>
  ended(begin(args, environment, piped))

/** Runs a line of a page in a folder, as a shell does; `npx storefront` is what is shipped. */
export const runLine = (line: string, folder: string, environment: Environment) =>
  ended(
    start(
      Command.workingDirectory(
        Command.make("bash", "-c", `npx() { shift; "${process.execPath}" "${main}" "$@"; }; ${line}`),
        folder
      ),
      environment
    )
  )

/** A port of its own for every service. */
export const freePorts: Effect.Effect<Environment> = portVariables(ServiceName.literals)

/** The suite ended, or took too long, before it was ready. */
class SuiteNotReady extends Data.TaggedError("SuiteNotReady")<{ readonly message: string }> {}

type Signal = "SIGINT" | "SIGKILL" | "SIGTERM"

/** A suite that runs in a process of its own. */
export interface Suite {
  readonly environment: Environment
  /** Where the orchestrator listens. */
  readonly url: string
  /** The seconds it said it took. */
  readonly readyIn: number
  readonly stop: (signal: Signal) => Effect.Effect<number>
  /** What it has printed so far. */
  readonly output: () => string
}

/** What a suite says when it has started: that all is well, or that something is degraded. */
type Start = "ready" | "serving"

/** Starts `storefront` with services, which may never say so. */
export const launch = (environment: Environment, args: ReadonlyArray<string> = ["up"], start: Start = "ready") =>
  Effect.gen(function* () {
    const child = yield* begin(args, environment)
    const said = new RegExp(`${start} in ([\\d.]+) s`)
    const ready = yield* Deferred.make<number, SuiteNotReady>()
    let output = ""
    yield* Stream.merge(child.stdout, child.stderr).pipe(
      Stream.decodeText(),
      Stream.runForEach((chunk) => {
        output += chunk
        const seconds = said.exec(output)?.[1]
        return seconds === undefined ? Effect.void : Deferred.succeed(ready, Number(seconds))
      }),
      Effect.onExit(() => Deferred.fail(ready, new SuiteNotReady({ message: `the suite ended: ${output}` }))),
      Effect.forkScoped
    )
    return {
      ready: Deferred.await(ready),
      stop: (signal: Signal) =>
        child
          .kill(signal)
          .pipe(
            Effect.exit,
            Effect.zipRight(Effect.exit(child.exitCode)),
            Effect.map(Exit.match({ onSuccess: Number, onFailure: () => -1 }))
          ),
      output: () => output
    }
  })

/** The same, all of them unless others are named, and waits until it says that it is ready. */
export const up = (
  environment: Environment,
  args?: ReadonlyArray<string>,
  start?: Start
): Effect.Effect<Suite, SuiteNotReady | PlatformError.PlatformError, Scope.Scope | CommandExecutor.CommandExecutor> =>
  Effect.gen(function* () {
    const { output, ready, stop } = yield* launch(environment, args, start)
    const readyIn = yield* Effect.timeoutFail(ready, {
      duration: "60 seconds",
      onTimeout: () => new SuiteNotReady({ message: `the suite is not ready: ${output()}` })
    })
    return { environment, url: `http://127.0.0.1:${environment.ORCHESTRATOR_PORT}`, readyIn, stop, output }
  })

/** The last line that is not empty. */
export const lastLine = (output: string) => output.trim().split("\n").at(-1) ?? ""
