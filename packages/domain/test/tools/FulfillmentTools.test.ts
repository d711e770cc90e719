import { assert, describe, it } from "@effect/vitest"
import * as FulfillmentTools from "../../src/tools/FulfillmentTools.ts"
import { Either, Schema } from "effect"

describe("arguments", () => {
  const product_id = "018f0000-0000-7000-8000-000000000001"
  const plan = Schema.decodeUnknownEither(FulfillmentTools.calculateFulfillmentPlan.parametersSchema)
  const backorder = Schema.decodeUnknownEither(FulfillmentTools.placeBackorder.parametersSchema)
  const inventory = Schema.decodeUnknownEither(FulfillmentTools.getSellerInventory.parametersSchema)

  it("have the defaults of the specification", () => {
    assert.deepStrictEqual<unknown>(Either.getOrNull(inventory({})), { low_stock_only: false, limit: 20, offset: 0 })
    assert.deepStrictEqual<unknown>(Either.getOrNull(plan({ items: [{ product_id }], destination_region: "west" })), {
      items: [{ product_id, quantity: 1 }],
      destination_region: "west"
    })
  })

  it("are refused outside their range", () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ product_id, quantity: 999 }))
    assert.isTrue(Either.isRight(plan({ items: items(20), destination_region: "east" })))
    assert.isTrue(Either.isLeft(plan({ items: items(21), destination_region: "east" })))
    assert.isTrue(Either.isLeft(plan({ items: [], destination_region: "east" })))
    assert.isTrue(Either.isLeft(plan({ items: items(1), destination_region: "North" })))
    assert.isTrue(Either.isRight(backorder({ product_id, quantity: 999, note: "x".repeat(500) })))
    assert.isTrue(Either.isLeft(backorder({ product_id, quantity: 1000 })))
    assert.isTrue(Either.isLeft(backorder({ product_id, quantity: 0 })))
    assert.isTrue(Either.isLeft(backorder({ product_id })))
    assert.isTrue(Either.isLeft(backorder({ product_id, quantity: 1, note: "x".repeat(501) })))
  })
})
