import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, describe, layer } from "@effect/vitest"
import { Email, User, UserId } from "@storefront/domain/Identity"
import { getPurchaseHistory } from "@storefront/domain/tools/AccountTools"
import { getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { recallPreferences, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import { compareProducts, findSimilarProducts, getMyProducts } from "@storefront/domain/tools/ProductTools"
import * as ToolArguments from "@storefront/server/agent/ToolArguments"
import { EffectKey } from "@storefront/server/effects/EffectKey"
import * as ToolExecution from "@storefront/server/agent/ToolExecution"
import { Effect } from "effect"
import { cookbook, gone, hush, kettle, trailShoes, unknownProduct } from "@storefront/server/testing/SmallCatalogue"
import { ada, seller } from "@storefront/server/testing/SmallShop"
import { toolkit } from "../../../src/product-discovery/toolkit.ts"
import { callTool, decodeAs } from "../../support/CallTool.ts"
import { ShopLayer } from "../ShopLayer.ts"

type Tools = typeof toolkit.tools

const call = <Name extends keyof Tools>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>, caller = seller) =>
  callTool(toolkit, caller, name, params)

const admin = new User({
  id: UserId.make("55555555-0000-4000-8000-000000000000"),
  email: Email.make("admin@example.com"),
  name: "Ada Okafor",
  role: "admin"
})

layer(ShopLayer, { excludeTestServices: true })("the tools of product-discovery", (it) => {
  describe("compare products", () => {
    it.effect("in the order asked for, in whatever case the ids are", () =>
      Effect.gen(function* () {
        const compared = decodeAs(compareProducts.successSchema)(
          yield* call("compare_products", { product_ids: [hush.id.toUpperCase(), unknownProduct, cookbook.id] })
        )
        assert.deepInclude(compared, {
          count: 2,
          missing_ids: [unknownProduct],
          cheapest_id: cookbook.id,
          best_rated_id: cookbook.id
        })
        assert.deepStrictEqual(
          compared.products.map(({ product_id }) => product_id),
          [hush.id, cookbook.id]
        )
      })
    )

    it.effect("but not fewer than two", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* call("compare_products", { product_ids: [hush.id, gone.id, unknownProduct] }), {
          error: "not_found",
          entity: "product",
          missing_ids: [gone.id, unknownProduct]
        })
        const refused = [
          [hush.id],
          [hush.id, hush.id],
          [hush.id, hush.id.toUpperCase()],
          [1, 2, 3, 4].map(() => hush.id)
        ]
        for (const product_ids of refused) {
          assert.deepStrictEqual(
            ToolArguments.check(compareProducts, { product_ids }).map(({ field }) => field),
            ["product_ids"]
          )
        }
      })
    )
  })

  it.effect("find what is similar, with a similarity of three decimals", () =>
    Effect.gen(function* () {
      const near = decodeAs(findSimilarProducts.successSchema)(
        yield* call("find_similar_products", { product_id: trailShoes.id, limit: 3 })
      )
      assert.deepInclude(near, {
        base_product: { product_id: trailShoes.id, name: trailShoes.name },
        count: 3,
        retrieval: "vector",
        retrieval_note: null
      } as object)
      for (const { product_id, similarity } of near.products) {
        assert.notInclude([trailShoes.id, gone.id], product_id)
        assert.match(String(similarity), /^-?0(?:\.\d{1,3})?$/)
      }
      const most = yield* call("find_similar_products", { product_id: trailShoes.id, limit: 500 })
      assert.strictEqual(decodeAs(findSimilarProducts.successSchema)(most).count, 13)
      assert.deepInclude(yield* call("find_similar_products", { product_id: gone.id }), {
        error: "not_found",
        id: gone.id
      })
    })
  )

  describe("list a seller's products", () => {
    const list = (params: Tool.ParametersEncoded<Tools["get_my_products"]>, caller: User) =>
      Effect.map(call("get_my_products", params, caller), decodeAs(getMyProducts.successSchema))

    it.effect("for that seller, and for an admin those of all or of one", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* list({}, seller)).count, 14)
        assert.strictEqual((yield* list({ seller_id: seller.id, include_inactive: true }, seller)).count, 15)
        assert.strictEqual((yield* list({}, admin)).count, 14)
        assert.deepStrictEqual(yield* list({ seller_id: ada.id }, admin), {
          products: [],
          count: 0,
          message: "There are no such products. Leave out a condition."
        })
        const [first] = (yield* list({ limit: 1, offset: 13 }, admin)).products
        assert.deepInclude(first, { name: hush.name, low_stock: true, total_stock: 2, seller_id: seller.id } as object)
      })
    )

    it.effect("and refuse another seller's", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* call("get_my_products", { seller_id: ada.id }), {
          error: "forbidden",
          allowed_roles: ["admin"]
        })
      })
    )

    it.effect("and refuse everybody who is neither seller nor admin", () =>
      Effect.gen(function* () {
        const tools = yield* toolkit
        for (const role of ["customer", "power_user"] as const) {
          const { isFailure, value } = yield* ToolExecution.execute(
            tools,
            "get_my_products",
            {},
            new User({ ...ada, role })
          )
          assert.isTrue(isFailure)
          assert.deepInclude(value, { error: "forbidden", allowed_roles: ["seller", "admin"] })
        }
      })
    )
  })

  describe("remember, recall and forget", () => {
    const recall = (params: Tool.ParametersEncoded<Tools["recall_preferences"]>, caller = seller) =>
      Effect.map(call("recall_preferences", params, caller), decodeAs(recallPreferences.successSchema))

    it.effect("what a customer wants, without repeating the words", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* recall({}), {
          memories: [],
          count: 0,
          message: "Nothing is remembered about the customer."
        })
        const stored = yield* call("remember_preference", { category: "size", content: "  Shoes 43 " })
        const { memory_id } = decodeAs(rememberPreference.successSchema)(stored)
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

    it.effect("once, however an accent is written", () =>
      Effect.gen(function* () {
        const composed = decodeAs(rememberPreference.successSchema)(
          yield* call("remember_preference", { category: "other", content: "Café au lait".normalize("NFC") })
        )
        const decomposed = yield* call("remember_preference", {
          category: "other",
          content: "Café au lait".normalize("NFD"),
          importance: 7
        })
        assert.deepStrictEqual(decomposed, { ...composed, importance: 7 } as object)
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
      })
    )

    it.effect("no more than there is room for", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM agent_memories`
        yield* sql`INSERT INTO agent_memories (user_id, category, content)
          SELECT ${seller.id}, 'other', 'wish ' || n FROM generate_series(1, 100) n`
        const refused = yield* call("remember_preference", { category: "size", content: "Shoes 43" })
        assert.deepInclude(refused, { error: "conflict" })
        assert.match(String((refused as { message: string }).message), /forget_preference/)
        assert.strictEqual((yield* recall({ limit: 99 })).count, 50)
        assert.strictEqual((yield* recall({})).count, 10)
      })
    )

    it.effect("only within the bounds of the contract", () =>
      Effect.sync(() => {
        const { forget_preference, remember_preference } = toolkit.tools
        const fields = (params: object) => ToolArguments.check(remember_preference, params).map(({ field }) => field)
        assert.deepStrictEqual(fields({ category: "shoes", content: " ", importance: 11, expires_in_days: 0 }), [
          "category",
          "content",
          "importance",
          "expires_in_days"
        ])
        assert.deepStrictEqual(fields({ category: "size", content: "x".repeat(501) }), ["content"])
        assert.deepStrictEqual(fields({ category: "size", content: "x\u0000" }), ["content"])
        assert.deepStrictEqual(fields({ category: "size", content: "😀".repeat(500), importance: 10 }), [])
        // Each is two characters once it is written as it is kept.
        assert.deepStrictEqual(fields({ category: "size", content: "\u0958".repeat(251) }), ["content"])
        assert.deepStrictEqual(fields({ category: "size", content: "x", user_id: ada.id }), ["user_id"])
        assert.match(
          ToolArguments.check(forget_preference, { memory_id: "the first" })[0]!.message,
          /recall_preferences/
        )
      })
    )
  })

  it.effect("say where a product is, and when more comes", () =>
    Effect.gen(function* () {
      const where = yield* call("get_warehouse_availability", { product_id: kettle.id })
      assert.deepInclude(where, { message: "No delivery of this product is planned at the moment." })
      assert.lengthOf(decodeAs(getWarehouseAvailability.successSchema)(where).warehouses, 3)
      assert.deepInclude(yield* call("get_warehouse_availability", { product_id: gone.id }), { error: "not_found" })
    })
  )

  it.effect("say when nothing was bought", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(decodeAs(getPurchaseHistory.successSchema)(yield* call("get_purchase_history", {}, ada)), {
        orders: [],
        count: 0,
        message: "The customer has not ordered anything yet."
      })
    })
  )
})
