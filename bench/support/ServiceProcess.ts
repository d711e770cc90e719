import { HttpClient } from "@effect/platform"
import { Effect, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { env } from "node:process"
import { cli } from "./Storefront.ts"

/** A process of the product that can be treated badly. */
export interface ServiceProcess {
  /** Where it listens. */
  readonly origin: string
  /** Runs it, unless it runs, and answers when it does. */
  readonly start: Effect.Effect<void, never, HttpClient.HttpClient>
  /** Ends it from one instruction to the next, if it runs; answers when it is gone. */
  readonly kill: Effect.Effect<void>
  /** Lets it stand still. */
  readonly stop: Effect.Effect<void>
  /** Lets it go on. */
  readonly resume: Effect.Effect<void>
}

/** What is run: the words after `storefront`, and the variables. */
export interface Options {
  readonly words: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly port: number
  /** The file that its output is added to. */
  readonly log: string
}

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const exit = (child: ChildProcess) =>
  Effect.async<void>((resume) => {
    if (isOver(child)) {
      resume(Effect.void)
    } else {
      child.once("exit", () => resume(Effect.void))
    }
  })

/** A process that is killed with the scope. It does not run yet. */
export const make = ({ environment, log, port, words }: Options) =>
  Effect.gen(function* () {
    const origin = `http://127.0.0.1:${port}`
    let running: ChildProcess | undefined

    const signal = (name: NodeJS.Signals) => Effect.sync(() => running?.kill(name))

    const kill = Effect.suspend(() => {
      const child = running
      running = undefined
      return child === undefined
        ? Effect.void
        : Effect.zipRight(
            Effect.sync(() => child.kill("SIGKILL")),
            exit(child)
          )
    })

    const launch = Effect.sync(() => {
      if (running === undefined || isOver(running)) {
        const output = openSync(log, "a")
        running = spawn("node", [cli, ...words], {
          // The variables of whoever runs the bench are not the service's.
          env: { PATH: env["PATH"], ...environment },
          stdio: ["ignore", output, output]
        })
        closeSync(output)
      }
    })

    const healthy = HttpClient.HttpClient.pipe(
      Effect.flatMap((client) => HttpClient.filterStatusOk(client).get(`${origin}/healthz`)),
      Effect.flatMap((response) => response.text),
      // A request that comes while it begins to listen may never be answered.
      Effect.timeout("1 second"),
      Effect.retry(Schedule.spaced("50 millis")),
      Effect.timeout("60 seconds"),
      Effect.orDie
    )

    yield* Effect.addFinalizer(() => kill)
    const service: ServiceProcess = {
      origin,
      start: Effect.zipRight(launch, Effect.asVoid(healthy)),
      kill,
      stop: signal("SIGSTOP"),
      resume: signal("SIGCONT")
    }
    return service
  })
