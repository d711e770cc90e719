import { assert, describe, it } from "@effect/vitest"
import * as InventoryTools from "../../src/tools/InventoryTools.ts"
import * as ProductTools from "../../src/tools/ProductTools.ts"
import { Either, Schema } from "effect"

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
