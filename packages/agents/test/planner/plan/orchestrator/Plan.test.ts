import { assert, layer } from "@effect/vitest"
import { SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Layer } from "effect"
import { Orchestrator } from "../../../../src/orchestrator/agent.ts"
import * as handlers from "../../../../src/orchestrator/handlers.ts"
import { ada, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { converse, SurroundingsLayer } from "../../support/Converse.ts"

/** Orders are refused; everybody else knows the answer. */
const specialists: SpecialistCalls["Type"] = {
  ask: (specialist) =>
    specialist === "order-management"
      ? Effect.fail(new ToolFailure({ error: "forbidden", message: "No.", agent_name: specialist }))
      : specialist === "review-sentiment"
        ? Effect.fail(
            new ToolFailure({ error: "forbidden", message: "No.", agent_name: specialist, reason: "not_granted" })
          )
        : Effect.succeed({ response: UserText.make("Plenty."), proposed: [], durationMs: 1 })
}

layer(SurroundingsLayer.pipe(Layer.provide(shop), Layer.provide(TestDatabase.layer)), { excludeTestServices: true })(
  "the front door without a language model",
  (it) => {
    it.effect("says which part it may not answer, without a reason it does not know, and answers the rest", () =>
      Effect.gen(function* () {
        const [report] = yield* converse(Orchestrator, ada, "Where is my latest order? What lamps do you have?")
        assert.strictEqual(report?.answer, "Order Management does not answer this message.\n\nPlenty.")
      }).pipe(Effect.provide(handlers.layer), Effect.provideService(SpecialistCalls, specialists))
    )

    it.effect("says how to get access to what was not granted", () =>
      Effect.gen(function* () {
        const [report] = yield* converse(Orchestrator, ada, "What do people think of the lamp?")
        assert.strictEqual(
          report?.answer,
          "You do not have access to Review Insights yet. It can be requested with POST /api/marketplace/request."
        )
      }).pipe(Effect.provide(handlers.layer), Effect.provideService(SpecialistCalls, specialists))
    )

    it.effect("says with three examples what it can do when it does not understand", () =>
      Effect.gen(function* () {
        const [report] = yield* converse(Orchestrator, ada, "the the of")
        assert.match(report?.answer ?? "", /^I did not quite understand .* For example: "[^"]+", "[^"]+" or "[^"]+"$/)
      }).pipe(Effect.provide(handlers.layer), Effect.provideService(SpecialistCalls, specialists))
    )
  }
)
