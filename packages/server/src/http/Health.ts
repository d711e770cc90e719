import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { Effect, Option, Record, Schema } from "effect"

/** Things a service needs to be of use, by name. A check that fails or takes too long means "not ready". */
export type Checks<E, R> = Readonly<Record<string, Effect.Effect<unknown, E, R>>>

/** The body of a good answer. */
export const Ok = Schema.Struct({ status: Schema.Literal("ok") })

const ok = HttpServerResponse.unsafeJson(Ok.make({ status: "ok" }))

/** The body of a bad one: which checks failed. */
export const Unavailable = Schema.Struct({ detail: Schema.String, failed: Schema.Array(Schema.String) })

const unavailable = (failed: ReadonlyArray<string>) =>
  HttpServerResponse.unsafeJson(Unavailable.make({ detail: "Service temporarily unavailable", failed }), {
    status: 503
  })

/** Whether the database answers. */
export const database = Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql`SELECT 1`))

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

/** `GET /healthz`: the process lives. `GET /readyz`: it can do its work; else 503 with the checks that failed. */
export const router = <E, R>(checks: Checks<E, R>) =>
  HttpRouter.empty.pipe(
    HttpRouter.get("/healthz", Effect.succeed(ok)),
    HttpRouter.get(
      "/readyz",
      Effect.map(failures(checks), (failed) => (failed.length === 0 ? ok : unavailable(failed)))
    )
  )
