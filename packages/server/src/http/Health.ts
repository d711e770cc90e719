import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { Effect, Option, Record, Schema } from "effect"
import * as Migrations from "../database/Migrations.ts"
import * as Standing from "./Standing.ts"

/** Things a service serves nothing without, by name. A check that fails or takes too long means "not ready". */
export type Checks<E, R> = Readonly<Record<string, Effect.Effect<unknown, E, R>>>

/** The body of `/healthz`. */
export const Alive = Schema.Struct({ status: Schema.Literal("ok") })

const alive = HttpServerResponse.unsafeJson(Alive.make({ status: "ok" }))

/** The standing of something that the service can be without. */
export const Check = Schema.Struct({
  name: Schema.String,
  state: Standing.State,
  since: Schema.DateTimeUtc,
  reason: Schema.NullOr(Schema.String)
})
export type Check = typeof Check.Type

/** The body of a service that serves, and of what it can be without. */
export const Ready = Schema.Struct({ status: Schema.Literal("ok", "degraded"), checks: Schema.Array(Check) })

const ready = (checks: ReadonlyArray<Check>) =>
  Effect.orDie(
    HttpServerResponse.schemaJson(Ready)({
      status: checks.some(({ state }) => state === "degraded") ? "degraded" : "ok",
      checks
    })
  )

/** The body of a bad one: which checks failed. */
export const Unavailable = Schema.Struct({ detail: Schema.String, failed: Schema.Array(Schema.String) })

const unavailable = (failed: ReadonlyArray<string>) =>
  HttpServerResponse.unsafeJson(Unavailable.make({ detail: "Service temporarily unavailable", failed }), {
    status: 503
  })

/** Fails while the database does not answer, or lacks migrations. */
export const databaseChecks = {
  database: Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`SELECT 1`)),
  migrations: Effect.filterOrDieMessage(
    Effect.orDie(Migrations.pending),
    (pending) => pending.length === 0,
    "migrations are due"
  )
}

const standingsOf = (standings: Standing.Standings) =>
  Effect.forEach(
    Object.entries(standings),
    ([name, standing]) => Effect.map(standing, (standing) => Check.make({ name, ...standing })),
    { concurrency: "unbounded" }
  )

/** The names of the checks that did not pass. */
const failures = <E, R>(checks: Checks<E, R>) =>
  Effect.map(
    Effect.all(
      Record.map(checks, (check) =>
        check.pipe(Effect.disconnect, Effect.timeout("2 seconds"), Effect.sandbox, Effect.option)
      ),
      { concurrency: "unbounded" }
    ),
    (results) => Record.keys(Record.filter(results, Option.isNone))
  )

/**
 * `GET /healthz`: the process lives; nothing is asked. `GET /readyz`: it serves, and how things stand that it can be without; 503
 * with the names of what failed that it serves nothing without.
 */
export const router = <E, R>(checks: Checks<E, R>, standings: Standing.Standings = {}) =>
  HttpRouter.empty.pipe(
    HttpRouter.get("/healthz", Effect.succeed(alive)),
    HttpRouter.get(
      "/readyz",
      Effect.flatMap(failures(checks), (failed) =>
        failed.length === 0 ? Effect.flatMap(standingsOf(standings), ready) : Effect.succeed(unavailable(failed))
      )
    )
  )
