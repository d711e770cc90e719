import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import { ServiceName } from "@storefront/domain/Topology"
import * as HttpConfig from "@storefront/server/config/HttpConfig"
import * as Health from "@storefront/server/http/Health"
import { Effect, Schema } from "effect"

/** How a service says that it is. */
export const Readiness = Schema.Struct({
  service: ServiceName,
  address: Schema.String,
  state: Schema.Literal("ready", "degraded", "not ready", "not running"),
  /** What it serves nothing without, and lacks. */
  failed: Schema.Array(Schema.String),
  /** How things stand that it can be without. */
  checks: Schema.Array(Health.Check)
})
export type Readiness = typeof Readiness.Type

/** Of a service that cannot be asked. */
export const unknown: Pick<Readiness, "checks"> = { checks: [] }

const decode = HttpClientResponse.schemaBodyJson(Schema.Union(Health.Ready, Health.Unavailable))

/** Asks a service at its configured address. Another program there is not it. */
export const of = Effect.fn("Readiness.of")(function* (service: ServiceName) {
  const address = yield* HttpConfig.address(service)
  const none = { service, address, failed: [], checks: [] }
  return yield* HttpClient.get(`${address}/readyz`).pipe(
    Effect.flatMap(decode),
    Effect.timeout("4 seconds"),
    Effect.map((said): Readiness =>
      "failed" in said
        ? { ...none, state: "not ready", failed: said.failed }
        : { ...none, state: said.status === "ok" ? "ready" : "degraded", checks: said.checks }
    ),
    Effect.orElseSucceed((): Readiness => ({ ...none, state: "not running" })),
    Effect.provide(FetchHttpClient.layer)
  )
})

/** A line for each thing that is degraded, with its mend. */
export const faults = ({ checks }: Pick<Readiness, "checks">): ReadonlyArray<string> =>
  checks.flatMap(({ name, reason, state }) => (state === "degraded" ? [`${name}: ${reason ?? state}`] : []))
