import { type HttpClient } from "@effect/platform"
import { type SqlClient } from "@effect/sql"
import { AgentName, services } from "@storefront/domain/Topology"
import * as Database from "@storefront/server/platform/database/Database"
import { freePort, portVariables } from "@storefront/server/testing/FreePort"
import { Effect, Redacted, type Scope } from "effect"
import { specialist } from "../support/Script.ts"
import * as ServiceProcess from "../support/ServiceProcess.ts"
import * as Storefront from "../support/Storefront.ts"

/** The suite in one of the ways in which operators run it. */
export interface Suite {
  readonly name: string
  readonly origin: string
  /** Everything that can be killed, the front door first. */
  readonly processes: readonly [ServiceProcess.ServiceProcess, ...ReadonlyArray<ServiceProcess.ServiceProcess>]
  /** What the commands of the product need to find the database. */
  readonly database: Readonly<Record<string, string>>
  /** Whether the database can be looked into only while no process runs. */
  readonly isExclusive: boolean
  /** Looks into the database. */
  readonly look: <A>(effect: Effect.Effect<A, never, SqlClient.SqlClient>) => Effect.Effect<A>
  /** After this, a conversation whose turn was interrupted must be free. */
  readonly lockedMillis: number
}

const budgetMillis = 4_000

/** How much longer than its turn a lease lasts, and how long looking again takes. */
const marginMillis = 11_000

const environment = (provider: string) => ({
  OPENAI_BASE_URL: provider,
  CHAT_TURN_BUDGET_MS: String(budgetMillis),
  AGENT_HOP_TIMEOUT_MS: "2500",
  BCRYPT_COST: "4",
  // A turn that is killed counts as if it had used all that it may, and one customer loses hundreds of them here.
  BUDGET_USER_DAY_TOKENS: "0",
  RATE_LIMIT_SIGNUP: "0",
  RATE_LIMIT_CHAT: "0"
})

/** What a suite needs from outside. */
export interface Options {
  readonly secrets: Readonly<Record<string, string>>
  readonly provider: string
  /** A folder of its own. */
  readonly folder: string
}

/** Makes a suite that does not run yet; its processes are killed with the scope. */
export type Maker = (options: Options) => Effect.Effect<Suite, never, Scope.Scope>

/** One process per service on a PostgreSQL server. */
export const servers = (url: string): Maker =>
  Effect.fnUntraced(function* ({ folder, provider, secrets }: Options) {
    const ports = yield* Effect.scoped(Effect.all({ orchestrator: freePort, [specialist]: freePort }))
    const database = { DATABASE_URL: url }
    const process = (name: "orchestrator" | typeof specialist) =>
      ServiceProcess.make({
        words: ["start", name],
        port: ports[name],
        log: `${folder}/${name}.log`,
        environment: {
          ...environment(provider),
          ...secrets,
          ...database,
          [services[name].portVariable]: String(ports[name]),
          AGENT_REGISTRY: Storefront.registryOf(ports[specialist])
        }
      })
    const front = yield* process("orchestrator")
    const suite: Suite = {
      name: "one process each",
      origin: front.origin,
      processes: [front, yield* process(specialist)],
      database,
      isExclusive: false,
      look: (effect) =>
        Effect.orDie(Effect.provide(effect, Database.layerServer({ url: Redacted.make(url), poolMax: 2 }))),
      lockedMillis: budgetMillis + marginMillis
    }
    return suite
  })

/** Everything in one process with the embedded database. */
export const embedded: Maker = Effect.fnUntraced(function* ({ folder, provider, secrets }: Options) {
  const dataDirectory = `${folder}/data`
  const variables = yield* portVariables(AgentName.literals)
  const database = { STOREFRONT_DATA_DIR: dataDirectory }
  const process = yield* ServiceProcess.make({
    words: ["up"],
    port: Number(variables[services.orchestrator.portVariable]),
    log: `${folder}/up.log`,
    environment: {
      ...environment(provider),
      ...secrets,
      ...database,
      ...variables,
      // Vectors of a length that nobody stores: the provider has none to give.
      EMBEDDING_DIMENSIONS: "8"
    }
  })
  const suite: Suite = {
    name: "embedded",
    origin: process.origin,
    processes: [process],
    database,
    isExclusive: true,
    look: (effect) => Effect.orDie(Effect.provide(effect, Database.layerDataFolder(dataDirectory))),
    lockedMillis: 5_000
  }
  return suite
})

/** Starts whatever of the suite does not run. */
export const start = ({ processes }: Suite): Effect.Effect<void, never, HttpClient.HttpClient> =>
  Effect.forEach(processes, (process) => process.start, { concurrency: "unbounded", discard: true })

/** Kills all of it. */
export const kill = ({ processes }: Suite) => Effect.forEach(processes, (process) => process.kill, { discard: true })
