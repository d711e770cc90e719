import { HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { SqlClient, SqlError } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as Health from "../../../src/platform/http/Health.ts"
import * as DependencyHealth from "../../../src/platform/http/DependencyHealth.ts"
import * as HttpProgram from "../../../src/platform/http/HttpProgram.ts"
import { refusal, send } from "../../support/requests.ts"
import * as AcceleratedClock from "../../../src/testing/AcceleratedClock.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const serve = <R>(checks: Health.Checks<R>, standings?: DependencyHealth.DependencyHealths) =>
  HttpProgram.serve(HttpRouter.concat(HttpRouter.empty, Health.router(checks, standings)), {
    budget: () => Option.none()
  }).pipe(Layer.provideMerge(NodeHttpServer.layerTest))

/** A server that has no connection left. */
const fullServer = Object.assign(
  () =>
    new SqlError.SqlError({
      cause: Object.assign(new Error("password=hunter2"), { code: "53300" }),
      message: "refused"
    }),
  {}
) as never as SqlClient.SqlClient

it.live("lives whatever fails, and is ready when nothing does", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(refusal(yield* send("/healthz")), [200, { status: "ok" }])
    assert.deepStrictEqual(refusal(yield* send("/readyz")), [200, { status: "ok", checks: [] }])
  }).pipe(Effect.provide(serve(Health.databaseChecks).pipe(Layer.provide(TestDatabase.layer))))
)

it.live("is not ready while migrations are due", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DELETE FROM effect_sql_migrations WHERE migration_id = 21`
    const { body, status } = yield* send("/readyz")
    assert.deepStrictEqual([status, body.failed], [503, ["migrations"]])
    assert.include(body.reasons.migrations, "storefront migrate")
  }).pipe(Effect.provide(serve(Health.databaseChecks).pipe(Layer.provideMerge(TestDatabase.layer))))
)

it.live("says of a database that cannot be asked why, and does not take that for migrations that are due", () =>
  Effect.gen(function* () {
    const { body, status } = yield* send("/readyz")
    assert.deepStrictEqual([status, body.failed], [503, ["database"]])
    assert.match(body.reasons.database, /^the server has no connection left for this user. .*lower DATABASE_POOL_MAX/)
  }).pipe(
    Effect.provide(
      serve({
        database: Effect.provideService(Health.databaseChecks.database, SqlClient.SqlClient, fullServer)
      })
    )
  )
)

it.live("serves, and says what it can be without and lacks", () =>
  Effect.gen(function* () {
    const { body, status } = yield* send("/readyz")
    assert.strictEqual(status, 200)
    assert.strictEqual(body.status, "degraded")
    assert.deepStrictEqual(
      body.checks.map(({ name, reason, state }: Health.Check) => [name, state, reason]),
      [
        ["model", "unknown", null],
        ["issuer", "ok", null],
        ["order-management", "degraded", "It cannot be reached. Start it."]
      ]
    )
    // As long as it stays so, it is since then.
    const since = body.checks.map((check: { readonly since: string }) => check.since)
    const again = yield* send("/readyz")
    assert.deepStrictEqual(
      again.body.checks.map((check: { readonly since: string }) => check.since),
      since
    )
  }).pipe(
    Effect.provide(
      Layer.unwrapEffect(
        Effect.gen(function* () {
          const model = yield* DependencyHealth.makeHealthTracker
          return serve(
            { database: Effect.void },
            {
              model: model.current,
              issuer: yield* DependencyHealth.cachedCheck(Effect.void),
              "order-management": yield* DependencyHealth.cachedCheck(
                new DependencyHealth.Degraded({ message: "It cannot be reached. Start it." })
              )
            }
          )
        })
      )
    )
  )
)

it.live("names the checks that fail, die or hang", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(refusal(yield* send("/healthz")), [200, { status: "ok" }])
    const { body, headers, status } = yield* send("/readyz")
    assert.strictEqual(status, 503)
    assert.deepStrictEqual(body, {
      detail: "Service temporarily unavailable",
      failed: ["database", "model", "queue"],
      reasons: { queue: "No answer within 2 seconds. Look into the log" }
    })
    assert.match(headers["x-trace-id"]!, /^[0-9a-f]{32}$/)
  }).pipe(
    Effect.provide(
      serve({
        database: new SqlError.SqlError({ cause: new Error("password=hunter2"), message: "lost" }),
        model: Effect.die(new Error("bug")),
        queue: Effect.never,
        disk: Effect.void
      })
    ),
    // Some checks are waited for.
    AcceleratedClock.accelerated
  )
)
