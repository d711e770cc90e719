import { assert, layer } from "@effect/vitest"
import * as OtlpCollector from "@storefront/server/testing/OtlpCollector"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import * as FixedClock from "@storefront/server/testing/FixedClock"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as TestSpecialist from "@storefront/server/testing/TestSpecialist"
import { userOf } from "@storefront/server/testing/UserOf"
import { Effect, Layer } from "effect"
import * as Services from "../src/Services.ts"

layer(TestDatabase.seeded, { excludeTestServices: true })("order-management with a model of a test", (it) => {
  it.effect("does what the model wants, tells it the day, and reports the call", () =>
    Effect.gen(function* () {
      const asked: Array<ScriptedModel.ModelRequest> = []
      const model = ScriptedModel.layer(
        [ScriptedModel.call(["get_user_orders", { limit: 1 }]), ScriptedModel.say("There it is.")],
        asked
      )
      const collector = yield* OtlpCollector.serve()
      const alice = yield* userOf("alice@example.com")

      const answer = yield* Effect.scoped(
        Effect.gen(function* () {
          const { client } = yield* TestSpecialist.listen(
            "order-management",
            Services.agent("order-management").pipe(Layer.provide([model, FixedClock.at("2031-05-01T12:00:00Z")])),
            { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
          )
          return yield* TestSpecialist.ask(client, alice, "Where is my order?")
        })
      )

      assert.strictEqual(answer, "There it is.")
      assert.isTrue(asked[0]?.tools.includes("get_user_orders"))
      assert.include(JSON.stringify(asked[0]?.prompt), "2031-05-01")
      assert.include(JSON.stringify(asked[1]?.prompt), '"count":1')
      assert.include(collector.textAt("/v1/traces"), "execute_tool get_user_orders")
    }).pipe(Effect.scoped)
  )
})
