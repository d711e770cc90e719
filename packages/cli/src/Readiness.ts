import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import { ServiceName } from "@storefront/domain/Topology"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as Health from "@storefront/server/platform/http/Health"
import { Chunk, Console, Effect, Option, Schedule, Schema, Stream } from "effect"
import { Paint } from "./Paint.ts"

/** State of a service, as reported by itself. */
export const Readiness = Schema.Struct({
  service: ServiceName,
  address: Schema.String,
  state: Schema.Literal("ready", "degraded", "not ready", "not running"),
  /** Missing dependencies without which it serves nothing. */
  failed: Schema.Array(Schema.String),
  /** Reasons by name, where known. */
  reasons: Schema.Record({ key: Schema.String, value: Schema.String }),
  /** State of the dependencies that it can do without. */
  checks: Schema.Array(Health.Check)
})
export type Readiness = typeof Readiness.Type

/** State of a service whose address is not known. */
export const unknown: Pick<Readiness, "checks" | "failed" | "reasons" | "state"> = {
  state: "not running",
  checks: [],
  failed: [],
  reasons: {}
}

const decode = HttpClientResponse.schemaBodyJson(Schema.Union(Health.Ready, Health.Unavailable))

/** Asks a service at its configured address. If another program answers there, the service is not running. */
export const of = Effect.fn("Readiness.of")(function* (service: ServiceName) {
  const address = yield* HttpConfig.address(service)
  const none = { service, address, failed: [], reasons: {}, checks: [] }
  return yield* HttpClient.get(`${address}/readyz`).pipe(
    Effect.flatMap(decode),
    Effect.timeout("8 seconds"),
    Effect.map((said): Readiness =>
      "failed" in said
        ? { ...none, state: "not ready", failed: said.failed, reasons: said.reasons ?? {} }
        : { ...none, state: said.status === "ok" ? "ready" : "degraded", checks: said.checks }
    ),
    Effect.orElseSucceed((): Readiness => ({ ...none, state: "not running" })),
    Effect.provide(FetchHttpClient.layer)
  )
})

/** Returns a line for each thing that is degraded, or missing for a known reason, with its remedy. */
export const faults = ({ checks, failed, reasons }: Pick<Readiness, "checks" | "failed" | "reasons">) => [
  ...Health.describeMissing({ failed: failed.filter((name) => reasons[name] !== undefined), reasons }),
  ...checks.flatMap(({ name, reason, state }) => (state === "degraded" ? [`${name}: ${reason ?? state}`] : []))
]

/** Says that a suite has started and everything works, or what does not and how to fix it. */
export const startLine = (readiness: Readiness, seconds: number) =>
  Effect.map(Paint, (paint) => {
    const lacking = [...faults(readiness), ...readiness.failed.filter((name) => readiness.reasons[name] === undefined)]
    const took = `in ${seconds.toFixed(1)} s, ctrl-c stops`
    return readiness.state === "ready"
      ? `ready ${took}`
      : [`serving ${took}; ${paint.warning("degraded")}:`, ...lacking.map((fault) => `  ${fault}`)].join("\n")
  })

/** Interval at which a suite is checked after its start. */
const pause = "5 seconds"

/** Reports in a line what becomes degraded, and when nothing is any more. A suite that does not answer is ignored. */
export const tellChanges = (atStart: Readiness) =>
  Stream.repeatEffectWithSchedule(of("orchestrator"), Schedule.spaced(pause)).pipe(
    Stream.filter(({ state }) => state !== "not running"),
    Stream.prepend(Chunk.of(atStart)),
    Stream.zipWithPrevious,
    Stream.runForEach(([previous, now]) => {
      const before = Option.getOrElse(previous, () => now)
      const known = faults(before)
      return Effect.zipRight(
        Effect.forEach(
          faults(now).filter((fault) => !known.includes(fault)),
          (fault) => Console.error(`degraded: ${fault}`)
        ),
        Effect.when(
          Console.error("ready: nothing is degraded any more"),
          () => now.state === "ready" && before.state !== "ready"
        )
      )
    })
  )
