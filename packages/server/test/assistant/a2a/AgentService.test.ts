import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient, SqlError } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Ref, Schedule, Scope } from "effect"
import { databaseIdentity } from "../../../src/platform/database/DatabaseIdentity.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import { type UsageEntry, UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { headersFor, message, post, request, sendTask, serve, start } from "../../../src/testing/TestSpecialist.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const TestLayer = Layer.provideMerge(shop, TestDatabase.layer)

const hello = request("POST", "/message:send", headersFor(ada), message("Hi"))

layer(TestLayer, { excludeTestServices: true })("the program of a specialist", (it) => {
  it.scoped("says that it lives and that it is ready", () =>
    Effect.gen(function* () {
      const client = yield* start([])
      for (const [path, body] of [
        ["/healthz", { status: "ok" }],
        ["/readyz", { status: "ok", checks: [], database: Option.getOrThrow(yield* databaseIdentity) }]
      ] as const) {
        const response = yield* client.get(path)
        assert.deepStrictEqual([response.status, yield* response.json], [200, body])
      }
    })
  )

  it.effect("when it stops, takes no more messages and answers those that it has", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const { url } = yield* Scope.extend(
        serve([
          Deferred.succeed(asked, undefined).pipe(
            Effect.zipRight(Deferred.await(release)),
            Effect.as(ScriptedModel.say("Just in time."))
          )
        ]),
        scope
      )
      const client = HttpClient.mapRequest(yield* HttpClient.HttpClient, HttpClientRequest.prependUrl(url))
      const first = yield* Effect.fork(Effect.flatMap(client.execute(hello), (response) => response.text))
      yield* Deferred.await(asked)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      const refused = yield* client.execute(hello).pipe(
        Effect.filterOrFail((response) => response.status === 503),
        Effect.retry(Schedule.spaced("10 millis"))
      )
      assert.isString(refused.headers["retry-after"])
      assert.deepInclude(yield* refused.json, { detail: "Service temporarily unavailable" })
      const readiness = yield* client.get("/readyz")
      assert.deepStrictEqual(
        [readiness.status, yield* readiness.json],
        [503, { detail: "Service temporarily unavailable", failed: ["turns"] }]
      )
      yield* Deferred.succeed(release, undefined)
      assert.include(yield* Fiber.join(first), "Just in time.")
      yield* Fiber.join(closing)
    }).pipe(Effect.provide(NodeHttpClient.layerUndici))
  )

  it.scoped("answers when its run is in the log, also when the database is away for a moment", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const attempts = yield* Ref.make(0)
      const usage = Layer.effect(
        UsageLog,
        Effect.map(UsageLog, ({ record, ...usage }) => ({
          ...usage,
          record: (entry: UsageEntry) =>
            Effect.flatMap(
              Ref.updateAndGet(attempts, (n) => n + 1),
              (n) =>
                n < 3
                  ? new DatabaseUnavailable({ cause: new SqlError.SqlError({ cause: new Error("ECONNRESET") }) })
                  : record(entry)
            )
        }))
      ).pipe(Layer.provide(UsageLog.layer))
      const client = yield* start([ScriptedModel.say("Here.")], { usage })
      const { task } = yield* sendTask(client, post(message("Are you there?")))
      assert.strictEqual(task.status.state, "TASK_STATE_COMPLETED")
      assert.strictEqual(yield* Ref.get(attempts), 3)
      assert.lengthOf(
        yield* sql`SELECT id FROM usage_logs WHERE input_summary = 'Are you there?' AND status = 'success'`,
        1
      )
      assert.lengthOf(yield* sql`SELECT id FROM agent_runs`, 0)
    })
  )

  it.scoped("does not start without a usable secret", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(start([], { variables: { AGENT_SHARED_SECRET: "" } }))
      assert.isTrue(Exit.isFailure(exit))
      assert.include(String(exit), "AGENT_SHARED_SECRET")
    })
  )
})
