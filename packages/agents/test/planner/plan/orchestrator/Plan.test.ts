import { assert, layer } from "@effect/vitest"
import { SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Layer, Option } from "effect"
import { Orchestrator } from "../../../../src/orchestrator/agent.ts"
import * as handlers from "../../../../src/orchestrator/handlers.ts"
import { decode } from "../../../../src/planner/DialogueState.ts"
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
        : Effect.succeed({
            response: UserText.make("Plenty."),
            isOwn: true,
            proposed: [],
            missing: [],
            durationMs: 1
          })
}

layer(SurroundingsLayer.pipe(Layer.provide(shop), Layer.provide(TestDatabase.layer)), { excludeTestServices: true })(
  "the front door without a language model",
  (it) => {
    it.effect("says which part it may not answer, without a reason it does not know, and answers the rest", () =>
      Effect.gen(function* () {
        const [report] = yield* converse(Orchestrator, ada, "Where is my latest order? What lamps do you have?")
        assert.strictEqual(report!.answer, "Order Management does not answer this message.\n\nPlenty.")
        assert.deepStrictEqual(
          decode(Option.toArray(report!.modelState)).flatMap(({ wishes }) => wishes.map(({ intent }) => intent)),
          ["track_order", "find_products"]
        )
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

    it.effect("says that it does not understand, and once what brings a model", () =>
      Effect.gen(function* () {
        const question = "I am not sure what you mean by “the the of”. Please put it in other words. I can find "
        const [first, second] = yield* converse(Orchestrator, ada, "the the of", "the the of")
        assert.match(
          first!.answer,
          /\nThis is the shop's built-in demonstration, .* OPENAI_API_KEY and LLM_MODEL set, /
        )
        for (const { answer } of [first!, second!]) {
          assert.strictEqual(answer.slice(0, question.length), question)
        }
        assert.notInclude(second!.answer, "demonstration")
      }).pipe(Effect.provide(handlers.layer), Effect.provideService(SpecialistCalls, specialists))
    )

    it.effect("offers what could be meant, and does what is picked of it", () =>
      Effect.gen(function* () {
        const unclear = "swap the lamp for something"
        const [offered] = yield* converse(Orchestrator, ada, unclear)
        assert.include(offered!.answer, "Is it one of these? I can:\n1. ")
        for (const said of ["1", "ok 1", "1, please do that", "the first one please"]) {
          const [, picked] = yield* converse(Orchestrator, ada, unclear, said)
          assert.strictEqual(picked!.answer, "Plenty.", said)
        }
        const [, unlisted] = yield* converse(Orchestrator, ada, unclear, "4")
        assert.notStrictEqual(unlisted!.answer, "Plenty.")
      }).pipe(Effect.provide(handlers.layer), Effect.provideService(SpecialistCalls, specialists))
    )

    it.effect("says what it did not understand beside what it answers", () =>
      Effect.gen(function* () {
        const [report] = yield* converse(Orchestrator, ada, "What lamps do you have? And can you gift wrap one?")
        assert.strictEqual(
          report!.answer,
          "Plenty.\n\nAbout “can you gift wrap one?” I know nothing, and can do nothing about it here. Say “open a case”, and a person at the shop answers you in this conversation."
        )
      }).pipe(Effect.provide(handlers.layer), Effect.provideService(SpecialistCalls, specialists))
    )
  }
)
