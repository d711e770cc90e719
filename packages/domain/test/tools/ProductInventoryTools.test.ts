import { assert, describe, it } from "@effect/vitest"
import * as InventoryTools from "@storefront/domain/tools/InventoryTools"
import * as ProductTools from "@storefront/domain/tools/ProductTools"
import { Either, Schema } from "effect"
import { type Texts, textsOf } from "./texts.ts"

const check = (tool: Parameters<typeof textsOf>[0] & { readonly name: string }, expected: Texts) =>
  it(`${tool.name} marks exactly the texts of people`, () => {
    assert.deepStrictEqual(textsOf(tool), expected)
  })

const hits = {
  people: ["products[].brand", "products[].description", "products[].name"],
  platform: ["message", "retrieval_note"]
}

check(ProductTools.searchProducts, hits)
check(ProductTools.semanticSearch, hits)
check(ProductTools.getProductDetails, {
  people: ["brand", "description", "name", "specs{key}", "specs{}"],
  platform: ["image_url", "warehouses[].warehouse"]
})
check(ProductTools.getTrendingProducts, { people: ["products[].brand", "products[].name"], platform: ["message"] })
check(ProductTools.getPriceHistory, { people: ["product_name"], platform: ["message"] })
check(ProductTools.findProduct, { people: ["products[].brand", "products[].name"], platform: ["message"] })
check(InventoryTools.checkStock, { people: ["product_name"], platform: ["warehouses[].warehouse"] })
check(InventoryTools.getRestockSchedule, {
  people: ["product_name"],
  platform: ["message", "upcoming_restocks[].warehouse"]
})
check(InventoryTools.estimateShipping, {
  people: ["product_name"],
  platform: ["message", "shipping_options[].carrier", "shipping_options[].delivery_window", "ships_from.warehouse"]
})

const product = "018f0000-0000-7000-8000-000000000001"

describe("arguments", () => {
  const search = Schema.decodeUnknownEither(ProductTools.searchProducts.parametersSchema)
  const estimate = Schema.decodeUnknownEither(InventoryTools.estimateShipping.parametersSchema)
  const history = Schema.decodeUnknownEither(ProductTools.getPriceHistory.parametersSchema)

  it("have the defaults and clamps of the specification", () => {
    assert.deepStrictEqual(Either.getOrNull(search({})), { limit: 10, offset: 0 })
    assert.deepStrictEqual(Either.getOrNull(search({ limit: 99, offset: -1, query: "  kettle " })), {
      query: "kettle",
      limit: 50,
      offset: 0
    })
    assert.deepInclude(Either.getOrNull(estimate({ product_id: product, destination_region: "west" })), { quantity: 1 })
    assert.deepInclude(Either.getOrNull(history({ product_id: product })), { days: 30 })
  })

  it("are refused outside their range", () => {
    const isRefused = (result: Either.Either<unknown, unknown>) => Either.isLeft(result)
    assert.isTrue(isRefused(search({ min_rating: 5.1 })))
    assert.isTrue(isRefused(search({ max_price: 1_000_000 })))
    assert.isTrue(isRefused(search({ max_price: 9.999 })))
    assert.isTrue(isRefused(search({ query: " " })))
    assert.isTrue(isRefused(search({ limit: 2.5 })))
    assert.isTrue(isRefused(history({ product_id: product, days: 6 })))
    assert.isTrue(isRefused(history({ product_id: product, days: 366 })))
    assert.isTrue(isRefused(estimate({ product_id: product, destination_region: "east", quantity: 0 })))
  })
})
