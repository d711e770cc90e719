import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { Array, Cause, Data, Effect, Option, Record, Schema } from "effect"
import * as ConnectionFailure from "../database/ConnectionFailure.ts"
import * as Migrations from "../database/Migrations.ts"
import * as DependencyHealth from "./DependencyHealth.ts"

/** Hard dependencies by name: the service is not ready if one of their checks fails or times out. */
export type Checks<R> = Readonly<Record<string, Effect.Effect<unknown, { readonly _tag: string }, R>>>

/** Body of `/healthz`. */
export const Alive = Schema.Struct({ status: Schema.Literal("ok") })

const alive = HttpServerResponse.unsafeJson(Alive.make({ status: "ok" }))

/** State of a soft dependency, without which the service still works. */
export const Check = Schema.Struct({
  name: Schema.String,
  state: DependencyHealth.State,
  since: Schema.DateTimeUtc,
  reason: Schema.NullOr(Schema.String)
})
export type Check = typeof Check.Type

/** Body of `/readyz` for a ready service, with its soft dependencies. */
export const Ready = Schema.Struct({
  status: Schema.Literal("ok", "degraded"),
  /** Absent in responses of earlier versions. */
  checks: Schema.optionalWith(Schema.Array(Check), { default: () => [] }),
  /** Identity of the database, by which callers verify that they share it. */
  database: Schema.optional(Schema.String)
})

const ready = (checks: ReadonlyArray<Check>, database: Option.Option<string>) =>
  Effect.orDie(
    HttpServerResponse.schemaJson(Ready)({
      status: checks.some(({ state }) => state === "degraded") ? "degraded" : "ok",
      checks,
      ...Option.match(database, { onNone: () => ({}), onSome: (database) => ({ database }) })
    })
  )

/** A hard dependency is missing. The reason, with a remedy, is public. */
export class DependencyMissing extends Data.TaggedError("Lacking")<{
  readonly name: string
  readonly reason: string | null
}> {}

/** Body of `/readyz` for a service that is not ready: its missing hard dependencies, with reasons where known. */
export const Unavailable = Schema.Struct({
  detail: Schema.String,
  failed: Schema.Array(Schema.String),
  reasons: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String }))
})

/** Describes the missing dependencies, with their reasons where known. */
export const describeMissing = ({ failed, reasons = {} }: Pick<typeof Unavailable.Type, "failed" | "reasons">) =>
  failed.map((name) => (reasons[name] === undefined ? name : `${name}: ${reasons[name]}`))

const unavailable = (lacking: ReadonlyArray<DependencyMissing>) => {
  const reasons = lacking.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason] as const]))
  return HttpServerResponse.unsafeJson(
    Unavailable.make({
      detail: "Service temporarily unavailable",
      failed: lacking.map(({ name }) => name),
      ...(reasons.length === 0 ? {} : { reasons: Object.fromEntries(reasons) })
    }),
    { status: 503 }
  )
}

/** Checks that the database answers and is fully migrated, by one query. */
export const databaseChecks = {
  database: Migrations.pending.pipe(
    Effect.mapError(
      ({ cause }) => new DependencyMissing({ name: "database", reason: ConnectionFailure.adviceOf(cause) ?? null })
    ),
    Effect.filterOrFail(
      (pending) => pending.length === 0,
      (pending) =>
        new DependencyMissing({ name: "migrations", reason: `${pending.length} are due. Run: storefront migrate` })
    )
  )
}

const healthChecks = (dependencies: DependencyHealth.DependencyHealths) =>
  Effect.forEach(
    Object.entries(dependencies),
    ([name, health]) => Effect.map(health, (health) => Check.make({ name, ...health })),
    { concurrency: "unbounded" }
  )

const checkTimeout = "2 seconds"

/** Runs the checks and returns the failed ones. */
const failures = <R>(checks: Checks<R>) =>
  Effect.map(
    Effect.forEach(
      Record.toEntries(checks),
      ([name, check]) =>
        check.pipe(
          Effect.disconnect,
          Effect.timeoutFail({
            duration: checkTimeout,
            onTimeout: () =>
              new DependencyMissing({ name, reason: `No answer within ${checkTimeout}. Look into the log` })
          }),
          Effect.as(Option.none<DependencyMissing>()),
          Effect.catchAllCause((cause) =>
            Effect.succeedSome(
              Option.getOrElse(
                Option.filter(Cause.failureOption(cause), (error) => error instanceof DependencyMissing),
                () => new DependencyMissing({ name, reason: null })
              )
            )
          )
        ),
      { concurrency: "unbounded" }
    ),
    Array.getSomes
  )

/**
 * Serves `GET /healthz` (the process is alive; checks nothing) and `GET /readyz`: 200 with the state of soft
 * dependencies, or 503 with the missing hard dependencies and reasons.
 */
export const router = <R>(
  checks: Checks<R>,
  dependencies: DependencyHealth.DependencyHealths = {},
  identity: Effect.Effect<Option.Option<string>, never, R> = Effect.succeedNone
) =>
  HttpRouter.empty.pipe(
    HttpRouter.get("/healthz", Effect.succeed(alive)),
    HttpRouter.get(
      "/readyz",
      Effect.flatMap(failures(checks), (lacking) =>
        lacking.length === 0
          ? Effect.flatMap(Effect.all([healthChecks(dependencies), identity]), ([checks, database]) =>
              ready(checks, database)
            )
          : Effect.succeed(unavailable(lacking))
      )
    )
  )
