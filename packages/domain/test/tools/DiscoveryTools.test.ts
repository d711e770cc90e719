import { assert, describe, it } from "@effect/vitest"
import * as AccountTools from "@storefront/domain/tools/AccountTools"
import * as InventoryTools from "@storefront/domain/tools/InventoryTools"
import * as MemoryTools from "@storefront/domain/tools/MemoryTools"
import * as ProductTools from "@storefront/domain/tools/ProductTools"
import { AllowedRoles } from "@storefront/domain/tools/RolePolicy"
import { Context, Either, Schema } from "effect"
import { type Texts, textsOf } from "./texts.ts"

const check = (tool: Parameters<typeof textsOf>[0] & { readonly name: string }, expected: Texts) =>
  it(`${tool.name} marks exactly the texts of people`, () => {
    assert.deepStrictEqual(textsOf(tool), expected)
  })

check(ProductTools.compareProducts, {
  people: ["products[].brand", "products[].name", "products[].specs{key}", "products[].specs{}"],
  platform: ["missing_ids[]"]
})
check(ProductTools.findSimilarProducts, {
  people: ["base_product.name", "products[].brand", "products[].name"],
  platform: ["message", "retrieval_note"]
})
check(ProductTools.getMyProducts, { people: ["products[].brand", "products[].name"], platform: ["message"] })
check(MemoryTools.rememberPreference, { people: [], platform: [] })
check(MemoryTools.recallPreferences, { people: ["memories[].content"], platform: ["message"] })
check(MemoryTools.forgetPreference, { people: [], platform: [] })
check(AccountTools.getPurchaseHistory, { people: ["orders[].products[].name"], platform: ["message"] })
check(InventoryTools.getWarehouseAvailability, {
  people: ["product_name"],
  platform: ["message", "upcoming_restocks[].warehouse", "warehouses[].location", "warehouses[].warehouse"]
})

describe("tools of product-discovery", () => {
  it("are for everybody, but a seller's catalogue", () => {
    const rolesOf = ({ annotations }: { readonly annotations: Context.Context<never> }) =>
      Context.get(annotations, AllowedRoles)
    assert.deepStrictEqual(rolesOf(ProductTools.getMyProducts), ["seller", "admin"])
    for (const tool of [
      ProductTools.compareProducts,
      MemoryTools.rememberPreference,
      AccountTools.getPurchaseHistory
    ]) {
      assert.deepStrictEqual(rolesOf(tool), ["customer", "seller", "power_user", "admin"])
    }
  })

  it("have the defaults and clamps of the specification", () => {
    const own = Schema.decodeUnknownEither(ProductTools.getMyProducts.parametersSchema)
    const recall = Schema.decodeUnknownEither(MemoryTools.recallPreferences.parametersSchema)
    const remember = Schema.decodeUnknownEither(MemoryTools.rememberPreference.parametersSchema)
    assert.deepStrictEqual(Either.getOrNull(own({ limit: 0, offset: 99_999 })), {
      include_inactive: false,
      low_stock_only: false,
      limit: 1,
      offset: 10_000
    })
    assert.deepInclude(Either.getOrNull(own({})), { limit: 20, offset: 0 })
    assert.deepStrictEqual(Either.getOrNull(recall({})), { limit: 10 })
    assert.deepStrictEqual(Either.getOrNull(remember({ category: "size", content: " M " })), {
      category: "size",
      content: "M",
      importance: 5
    })
  })
})
