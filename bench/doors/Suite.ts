import { services } from "@storefront/domain/Topology"
import { freePort } from "@storefront/server/testing/FreePort"
import { Effect } from "effect"
import { Pool } from "undici"
import * as Chat from "../support/Chat.ts"
import { specialist } from "../support/Script.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Memory from "./Memory.ts"

/** A front door in a process of its own. */
export interface FrontDoor {
  readonly name: string
  readonly origin: string
  readonly pid: number
  /** As many connections as there are requests. */
  readonly pool: Pool
}

/** Starts two front doors and one specialist on the database, each in a process of its own. */
export const start = Effect.fnUntraced(function* (database: string, provider: string) {
  const secrets = yield* Storefront.secrets
  const ports = yield* Effect.scoped(Effect.all({ here: freePort, beside: freePort, specialist: freePort }))
  const launch = (service: "orchestrator" | typeof specialist, port: number) =>
    Storefront.launch({
      program: ["node", ...Memory.nodeArguments, Storefront.cli, "start", service],
      environment: {
        ...secrets,
        DATABASE_URL: database,
        [services[service].portVariable]: String(port),
        AGENT_REGISTRY: Storefront.registryOf(ports.specialist),
        OPENAI_BASE_URL: provider,
        LLM_API: "chat",
        LLM_STREAM: "all",
        LOG_LEVEL: "error",
        CHAT_TURN_BUDGET_MS: "1800000",
        BCRYPT_COST: "4",
        RATE_LIMIT_SIGNUP: "0",
        RATE_LIMIT_CHAT: "0"
      },
      port
    })
  const openDoor = Effect.fnUntraced(function* (name: string, port: number) {
    const { origin, pid } = yield* launch("orchestrator", port)
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new Pool(origin)),
      (pool) => Effect.promise(() => pool.destroy())
    )
    const door: FrontDoor = { name, origin, pid, pool }
    return door
  })
  yield* launch(specialist, ports.specialist)
  return { here: yield* openDoor("here", ports.here), beside: yield* openDoor("beside", ports.beside) }
})
export type Suite = Effect.Effect.Success<ReturnType<typeof start>>

/** Signs people up. */
export const people = ({ origin }: FrontDoor, count: number) => Effect.replicateEffect(Chat.signUp(origin), count)
