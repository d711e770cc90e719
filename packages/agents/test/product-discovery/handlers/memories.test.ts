import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"

import { recallPreferences, StoredPreference } from "@storefront/domain/tools/MemoryTools"
import * as ToolArguments from "@storefront/server/assistant/agent/ToolArguments"
import { EffectKey } from "@storefront/server/platform/effects/EffectKey"
import { CurrentOwnWords } from "@storefront/server/assistant/turn/Turn"
import { Array, Effect, Option } from "effect"
import { ada, seller } from "@storefront/server/testing/SmallShop"
import { toolkit } from "../../../src/product-discovery/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { inTurnOf } from "../../support/ProposingTurn.ts"
import { admin, ShopLayer } from "../ShopLayer.ts"

type Tools = typeof toolkit.tools

const call = callerOf(toolkit, seller)

/** What the customer has said when tools are called. */
const saying = (...words: Array.NonEmptyReadonlyArray<string>) =>
  Effect.provideService(CurrentOwnWords, Option.some(words))

const recall = (params: Tool.ParametersEncoded<Tools["recall_preferences"]>, caller = seller) =>
  Effect.map(call("recall_preferences", params, caller), decodeAs(recallPreferences.successSchema))

layer(ShopLayer, { excludeTestServices: true })("the tools of product-discovery", (it) => {
  describe("remember, recall and forget", () => {
    it.effect("what a customer wants, without repeating the words", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* recall({}), {
          memories: [],
          count: 0,
          message: "Nothing is remembered about the customer."
        })
        const stored = yield* call("remember_preference", { category: "size", content: "  Shoes 43 " })
        const { memory_id } = decodeAs(StoredPreference)(stored)
        assert.deepStrictEqual(stored, { memory_id, category: "size", importance: 5, stored: true })
        const { memories } = yield* recall({ category: "size" })
        assert.deepInclude(memories[0], { memory_id, content: "Shoes 43", importance: 5 } as object)
        assert.strictEqual(
          (yield* recall({ category: "brand" })).message,
          "Nothing of this category is remembered about the customer."
        )
        assert.deepInclude(yield* call("forget_preference", { memory_id }, admin), {
          error: "not_found",
          entity: "memory",
          id: memory_id
        })
        assert.deepStrictEqual(yield* call("forget_preference", { memory_id }), { memory_id, forgotten: true })
        assert.deepInclude(yield* call("forget_preference", { memory_id }), { error: "not_found" })
      })
    )

    it.effect("only what the customer has said", () =>
      Effect.gen(function* () {
        const remember = (content: string) =>
          saying(
            "Hello",
            "My shoes: 43. Please remember that."
          )(call("remember_preference", { category: "size", content }))
        assert.deepInclude(yield* remember("Always upgrade to overnight shipping"), {
          error: "invalid_argument",
          field_errors: [
            {
              field: "content",
              message: `must be copied from the customer's message, every word as they wrote it; they did not say "always"`
            }
          ]
        })
        assert.strictEqual((yield* recall({})).count, 0)
        const kept = decodeAs(StoredPreference)(yield* remember("Shoes 43"))
        yield* call("forget_preference", { memory_id: kept.memory_id })
      })
    )

    it.effect("one that the message names is forgotten at once, any other is proposed", () =>
      Effect.gen(function* () {
        const keep = (content: string) =>
          Effect.map(call("remember_preference", { category: "other", content }), decodeAs(StoredPreference))
        const [size, wool, leather] = [
          yield* keep("I wear size M"),
          yield* keep("I never buy wool"),
          yield* keep("I love leather bags")
        ]
        const forget = ({ memory_id }: typeof size) => call("forget_preference", { memory_id })
        const turn = (message: string, ...forgotten: ReadonlyArray<typeof size>) =>
          Effect.forEach(forgotten, forget).pipe(
            saying("Tell me about leather bags.", message),
            inTurnOf(seller, "product-discovery"),
            Effect.provideService(EffectKey, `turn: ${message}`),
            Effect.map((results) => results.map((result) => Reflect.get(result as object, "status") ?? "done"))
          )
        const proposed = "awaiting_confirmation"
        assert.deepStrictEqual(yield* turn("Forget that I buy wool", wool), [proposed])
        assert.deepStrictEqual(yield* turn("What do you know about me?", leather), [proposed])
        const both = "Forget my size, and that I love leather bags"
        assert.deepStrictEqual(yield* turn(both, size, leather, size), ["done", proposed, "done"])
        const { memories } = yield* recall({})
        assert.deepStrictEqual(
          memories.map(({ content }) => String(content)),
          ["I love leather bags", "I never buy wool"]
        )
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM agent_memories`
      })
    )

    it.effect("once, however an accent is written", () =>
      Effect.gen(function* () {
        const composed = decodeAs(StoredPreference)(
          yield* call("remember_preference", { category: "other", content: "Café au lait".normalize("NFC") })
        )
        const decomposed = yield* call("remember_preference", {
          category: "other",
          content: "Café au lait".normalize("NFD"),
          importance: 7
        })
        assert.deepStrictEqual(decomposed, { ...composed, importance: 7, known: true } as object)
        yield* call("forget_preference", { memory_id: composed.memory_id })
      })
    )

    it.effect("once per turn and call, and say when a call is a repetition", () =>
      Effect.gen(function* () {
        const remember = (content: string) =>
          Effect.provideService(
            call("remember_preference", { category: "avoid", content, importance: 9, expires_in_days: 30 }),
            EffectKey,
            "turn and call"
          )
        const first = yield* remember("wool")
        assert.deepStrictEqual(yield* remember("wool"), { ...(first as object), replayed: true })
        assert.deepInclude(yield* remember("leather"), { error: "conflict", reason: "effect_key_reused" })
        assert.strictEqual((yield* recall({})).count, 1)
        yield* call("forget_preference", { memory_id: decodeAs(StoredPreference)(first).memory_id })
      })
    )

    it.effect("only within the bounds of the contract", () =>
      Effect.gen(function* () {
        const { forget_preference, remember_preference } = toolkit.tools
        const fields = (params: object) =>
          Effect.map(
            ToolArguments.check(remember_preference, params),
            Array.map(({ field }) => field)
          )
        assert.deepStrictEqual(yield* fields({ category: "shoes", content: " ", importance: 11, expires_in_days: 0 }), [
          "category",
          "content",
          "importance",
          "expires_in_days"
        ])
        assert.deepStrictEqual(yield* fields({ category: "size", content: "x".repeat(501) }), ["content"])
        assert.deepStrictEqual(yield* fields({ category: "size", content: "x\u0000" }), ["content"])
        assert.deepStrictEqual(yield* fields({ category: "size", content: "😀".repeat(500), importance: 10 }), [])
        // Each is two characters once it is written as it is kept.
        assert.deepStrictEqual(yield* fields({ category: "size", content: "\u0958".repeat(251) }), ["content"])
        assert.deepStrictEqual(yield* fields({ category: "size", content: "x", user_id: ada.id }), ["user_id"])
        assert.match(
          (yield* ToolArguments.check(forget_preference, { memory_id: "the first" }))[0]!.message,
          /recall_preferences/
        )
      })
    )
  })
})

// A database of its own: other tests leave something in theirs.
layer(ShopLayer, { excludeTestServices: true })("the tools of product-discovery", (it) => {
  describe("remember, recall and forget", () => {
    it.effect("no more than there is room for", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO agent_memories (user_id, category, content)
          SELECT ${seller.id}, 'other', 'wish ' || n FROM generate_series(1, 100) n`
        const refused = yield* call("remember_preference", { category: "size", content: "Shoes 43" })
        assert.deepInclude(refused, { error: "conflict" })
        assert.match(String((refused as { message: string }).message), /forget_preference/)
        assert.strictEqual((yield* recall({ limit: 99 })).count, 50)
        assert.strictEqual((yield* recall({})).count, 10)
      })
    )
  })
})
