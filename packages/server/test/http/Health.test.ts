import { HttpRouter } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { SqlError } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as Health from "../../src/http/Health.ts"
import * as HttpProgram from "../../src/http/HttpProgram.ts"
import { refusal, send } from "../support/requests.ts"
import * as QuickClock from "../../src/testing/QuickClock.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"

const serve = <E, R>(checks: Health.Checks<E, R>) =>
  HttpProgram.serve(HttpRouter.concat(HttpRouter.empty, Health.router(checks)), {
    budget: () => Option.none()
  }).pipe(Layer.provideMerge(NodeHttpServer.layerTest))

it.live("lives whatever fails, and is ready when nothing does", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(refusal(yield* send("/healthz")), [200, { status: "ok" }])
    assert.deepStrictEqual(refusal(yield* send("/readyz")), [200, { status: "ok" }])
  }).pipe(Effect.provide(serve({ database: Health.database }).pipe(Layer.provide(TestDatabase.layer))))
)

it.live("names the checks that fail, die or hang", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(refusal(yield* send("/healthz")), [200, { status: "ok" }])
    const { body, headers, status } = yield* send("/readyz")
    assert.strictEqual(status, 503)
    assert.deepStrictEqual(body, {
      detail: "Service temporarily unavailable",
      failed: ["database", "model", "queue"]
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
    QuickClock.quickly
  )
)
