import { Command, HttpClient } from "@effect/platform"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import { SpecialistName } from "@storefront/domain/Topology"
import { Data, Effect, Record, Redacted, Schedule } from "effect"
import { randomBytes } from "node:crypto"
import { fileURLToPath } from "node:url"

/** The built program. */
export const cli = fileURLToPath(new URL("../../packages/cli/dist/bundle/main.js", import.meta.url))

/** The built program of another checkout. */
export const cliOf = (checkout: string) => `${checkout}/packages/cli/dist/bundle/main.js`

/** A command of the product ended with an error, which it has explained itself. */
class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}

/** A server as it is started: in a process of its own, on this machine only. */
export interface Server {
  readonly program: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly port: number
}

/** Runs a built program on a database to its end. */
export const runOf = (program: string, database: string, ...words: ReadonlyArray<string>) =>
  Command.make("node", program, ...words).pipe(
    Command.env({ DATABASE_URL: database }),
    Command.stdout("inherit"),
    Command.stderr("inherit"),
    Command.exitCode,
    Effect.filterOrFail(
      (code) => code === 0,
      (code) => new CommandFailed({ message: `storefront ${words.join(" ")} ended with exit code ${code}` })
    )
  )

/** The same with the one of this checkout. */
export const run = (database: string, ...words: ReadonlyArray<string>) => runOf(cli, database, ...words)

/** Starts the server, stops it with the scope, and answers its origin and process as soon as it listens. */
export const launch = Effect.fnUntraced(function* ({ environment, port, program }: Server) {
  const [command = "node", ...words] = program
  const { exitCode, pid } = yield* Command.make(command, ...words).pipe(
    Command.env(environment),
    Command.stdout("inherit"),
    Command.stderr("inherit"),
    Command.start
  )
  const origin = `http://127.0.0.1:${port}`
  const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
  yield* client.get(`${origin}/healthz`).pipe(
    Effect.flatMap((response) => response.text),
    Effect.retry(Schedule.spaced("100 millis")),
    Effect.timeout("5 minutes"),
    Effect.raceFirst(
      Effect.flatMap(
        exitCode,
        (code) => new CommandFailed({ message: `${words.join(" ")} ended with exit code ${code} before it listened` })
      )
    )
  )
  return { origin, pid }
})

/** Starts the server, stops it with the scope, and answers its origin as soon as it listens. */
export const start = (server: Server) => Effect.map(launch(server), ({ origin }) => origin)

/** `AGENT_REGISTRY` of a suite with one specialist only: it stands for the others, whom nobody asks. */
export const registryOf = (port: number) =>
  JSON.stringify(Record.fromIterableWith(SpecialistName.literals, (name) => [name, `http://127.0.0.1:${port}`]))

/** Secrets of one run. */
export const secrets = Effect.sync(() => ({
  JWT_SECRET: randomBytes(32).toString("hex"),
  AGENT_SHARED_SECRET: randomBytes(32).toString("hex")
}))

/** The front door as an operator starts it. */
export const orchestrator = (
  database: string,
  port: number,
  environment: Readonly<Record<string, string>>
): Server => ({
  program: ["node", cli, "start", "orchestrator"],
  environment: { ...environment, DATABASE_URL: database, ORCHESTRATOR_PORT: String(port) },
  port
})

/** Somebody of the demonstration shop. */
export const alice = { email: "alice@example.com", password: Redacted.make("storefront-demo") }

/** Logs a customer in each time it is run, and answers what they send as `Authorization`. */
export const makeLogIn = (origin: string, account = alice) =>
  Effect.map(StorefrontClient.make({ baseUrl: origin }), (api) =>
    Effect.map(api.auth.logIn({ payload: account }), ({ access_token }) => ({
      authorization: `Bearer ${access_token}`
    }))
  )

/** What a customer of the demonstration shop sends as `Authorization`. */
export const logIn = (origin: string) => Effect.flatten(makeLogIn(origin))
