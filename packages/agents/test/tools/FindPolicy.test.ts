import { assert, describe, it } from "@effect/vitest"
import { PolicySearch } from "@storefront/server/shop/policies/PolicySearch"
import { Effect, Layer } from "effect"
import { findPolicyHandler } from "../../src/tools/FindPolicyHandler.ts"

const passage = {
  title: "Returns",
  heading: "How long",
  text: "30 days.",
  url: "https://shop.example/policies/returns"
}
const topic = { slug: "returns", title: "Returns" }

const answer = (passages: ReadonlyArray<typeof passage>, topics: ReadonlyArray<typeof topic>) =>
  Effect.flatMap(findPolicyHandler, (handle) => handle({ question: "How long?" })).pipe(
    Effect.provide(Layer.mock(PolicySearch, { find: () => Effect.succeed({ passages, topics, furtherHeadings: [] }) }))
  )

describe("find_policy", () => {
  it.effect("says what to do where nothing, or nothing for sure, answers the question", () =>
    Effect.gen(function* () {
      const found = yield* answer([passage], [])
      assert.deepStrictEqual(found, { passages: [passage], topics: [], count: 1 })
      const unsure = yield* answer([passage], [topic])
      assert.deepStrictEqual([unsure.count, unsure.topics], [1, [topic]] as never)
      assert.match(JSON.stringify(unsure), /Perhaps none of these answers\..* invent no rule\./)
      assert.match(JSON.stringify(yield* answer([], [topic])), /Nothing answers this\..* invent no rule\./)
      assert.match(JSON.stringify(yield* answer([], [])), /no rules\..* invent none\./)
    })
  )
})
