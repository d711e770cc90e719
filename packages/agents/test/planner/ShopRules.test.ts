import { assert, layer } from "@effect/vitest"
import * as Shop from "@storefront/server/shop/Shop"
import { seller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { answer } from "../../src/planner/plan/review-sentiment/Plan.ts"
import { wishOf } from "../../src/planner/Wish.ts"
import * as Handlers from "../../src/review-sentiment/handlers.ts"
import { toolkit } from "../../src/review-sentiment/toolkit.ts"
import { perform, turnOf } from "./support/Perform.ts"
import { withTools } from "../support/WithTools.ts"

const TestLayer = Handlers.layer.pipe(Layer.provide(Shop.layer), Layer.provideMerge(TestDatabase.seeded))

const reply = (question: string) => {
  const wish = wishOf("shop_rule", question)
  return perform(answer(turnOf(question), wish), withTools(toolkit, seller), [wish])
}

layer(TestLayer, { excludeTestServices: true })("the rules of the demonstration shop", (it) => {
  it.effect("are told in its own words, with their address", () =>
    Effect.gen(function* () {
      for (const [question, part, slug] of [
        ["What is your return policy?", "within 30 days of its delivery", "returns"],
        ["Do you ship to Canada?", "We do not ship to Canada", "countries"],
        ["Do you offer gift wrap?", "We do not wrap gifts", "gifts"],
        ["How long does delivery take?", "3 to 5 days", "delivery"],
        ["Can I pay with PayPal?", "no payment is taken", "payment"]
      ] as const) {
        const { answer, calls } = yield* reply(question)
        assert.deepStrictEqual(calls, [["find_policy", { question }]])
        assert.include(answer, part)
        assert.match(answer, new RegExp(`http://127\\.0\\.0\\.1:8080/policies/${slug}$`))
      }
    })
  )

  it.effect("are not made up where there is none", () =>
    Effect.gen(function* () {
      const { answer } = yield* reply("Quantum chromodynamics?")
      assert.match(
        answer,
        /^I know no rule of the shop about that\. Say “open a case”, and a person at the shop answers you/
      )
    })
  )
})
