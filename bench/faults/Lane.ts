import { type HttpClient } from "@effect/platform"
import { services } from "@storefront/domain/Topology"
import { freePort } from "@storefront/server/testing/FreePort"
import { Effect, Option, Ref } from "effect"
import * as Provider from "../support/Provider.ts"
import { type Role, specialist } from "../support/Script.ts"
import * as ServiceProcess from "../support/ServiceProcess.ts"
import * as Storefront from "../support/Storefront.ts"
import * as DatabaseRelay from "./DatabaseRelay.ts"
import * as HttpRelay from "./HttpRelay.ts"
import { type Moment } from "./Moment.ts"
import type * as Relay from "./Relay.ts"

/** Limits of the services, short enough that a whole table takes minutes. */
export const hopTimeoutMillis = 3_000
export const turnBudgetMillis = 8_000

/** The services that a lane has. */
type LaneService = "orchestrator" | typeof specialist

/** An orchestrator and a specialist in processes of their own, and somebody who stands in all of their connections. */
export interface Lane {
  readonly specialist: ServiceProcess.ServiceProcess
  /** Where customers come in. */
  readonly origin: string
  readonly door: Relay.Relay
  /** From the orchestrator to the specialist. */
  readonly hop: Relay.Relay
  /** From each service to the database. */
  readonly databases: Readonly<Record<LaneService, Relay.Relay>>
  readonly way: DatabaseRelay.Way
  /** Gives the model a role, and forgets the runs and questions that were seen. */
  readonly play: (role: Role) => Effect.Effect<void>
  /** How many runs the specialist has begun since. */
  readonly runs: Effect.Effect<number>
  /** Number of questions that the model was asked since. */
  readonly questions: Effect.Effect<number>
  /** Calls back once, at the first such moment; what is about to happen waits for that. */
  readonly once: (isNow: (moment: Moment) => boolean, callback: Effect.Effect<void>) => Effect.Effect<void>
  /** Makes everything as it was before a fault. */
  readonly calm: Effect.Effect<void, never, HttpClient.HttpClient>
}

interface Watch {
  readonly isNow: (moment: Moment) => boolean
  readonly callback: Effect.Effect<void>
}

/** What a lane needs to know. */
export interface Options {
  readonly name: string
  readonly database: URL
  readonly secrets: Readonly<Record<string, string>>
  /** The folder that the output of the services goes to. */
  readonly logs: string
}

const portOf = (address: URL) => Number(address.port === "" ? "5432" : address.port)

const through = (database: URL, relay: Relay.Relay) => {
  const address = new URL(database)
  address.hostname = "127.0.0.1"
  address.port = String(relay.port)
  return address.href
}

/** Starts a lane; it ends with the scope. */
export const make = Effect.fn("Lane.make")(function* ({ database, logs, name, secrets }: Options) {
  const runs = yield* Ref.make(0)
  const questions = yield* Ref.make(0)
  const watch = yield* Ref.make(Option.none<Watch>())

  const reach = Effect.fnUntraced(function* (moment: Moment) {
    if (moment._tag === "Asked") {
      yield* Ref.update(questions, (count) => count + 1)
    }
    if (moment._tag === "Asked" && moment.service === specialist && moment.isFirstRound) {
      yield* Ref.update(runs, (count) => count + 1)
    }
    const reached = yield* Ref.modify(watch, (watched) =>
      Option.exists(watched, ({ isNow }) => isNow(moment)) ? [watched, Option.none()] : [Option.none(), watched]
    )
    yield* Effect.forEach(Option.toArray(reached), ({ callback }) => callback)
  })

  const way: DatabaseRelay.Way = { open: yield* Effect.makeLatch(true), delay: 0 }
  const toDatabase = (service: LaneService) => DatabaseRelay.make(service, portOf(database), way, reach)
  const databases = yield* Effect.all({
    orchestrator: toDatabase("orchestrator"),
    [specialist]: toDatabase(specialist)
  })
  let role = Option.none<Role>()
  const provider = yield* Provider.make(
    (words) => Option.filter(role, ({ wish }) => words.endsWith(wish.message)),
    ({ isOrchestrator, ...round }) =>
      reach({ _tag: "Asked", service: isOrchestrator ? "orchestrator" : specialist, ...round })
  )
  const ports = yield* Effect.scoped(Effect.all({ orchestrator: freePort, [specialist]: freePort }))
  const door = yield* HttpRelay.make("orchestrator", ports.orchestrator, reach)
  const hop = yield* HttpRelay.make(specialist, ports[specialist], reach)
  const service = (agent: LaneService) =>
    ServiceProcess.make({
      words: ["start", agent],
      port: ports[agent],
      log: `${logs}/${name}-${agent}.log`,
      environment: {
        ...secrets,
        [services[agent].portVariable]: String(ports[agent]),
        DATABASE_URL: through(database, databases[agent]),
        AGENT_REGISTRY: Storefront.registryOf(hop.port),
        OPENAI_BASE_URL: provider,
        LLM_STREAM: "all",
        CHAT_TURN_BUDGET_MS: String(turnBudgetMillis),
        AGENT_HOP_TIMEOUT_MS: String(hopTimeoutMillis),
        BCRYPT_COST: "4",
        RATE_LIMIT_SIGNUP: "0",
        RATE_LIMIT_CHAT: "0"
      }
    })
  const processes = { orchestrator: yield* service("orchestrator"), specialist: yield* service(specialist) }
  yield* Effect.all([processes.orchestrator.start, processes.specialist.start], { concurrency: "unbounded" })

  const calm = Effect.gen(function* () {
    yield* Ref.set(watch, Option.none())
    way.delay = 0
    yield* way.open.open
    yield* Effect.forEach([door, hop, ...Object.values(databases)], ({ accept }) => accept)
    yield* processes.specialist.resume
    yield* processes.specialist.start
  })

  const lane: Lane = {
    specialist: processes.specialist,
    origin: `http://127.0.0.1:${door.port}`,
    door,
    hop,
    databases,
    way,
    play: (next) =>
      Effect.zipRight(
        Effect.sync(() => {
          role = Option.some(next)
        }),
        Effect.zipRight(Ref.set(runs, 0), Ref.set(questions, 0))
      ),
    runs: Ref.get(runs),
    questions: Ref.get(questions),
    once: (isNow, callback) => Ref.set(watch, Option.some({ isNow, callback })),
    calm
  }
  return lane
})
