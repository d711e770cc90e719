import { assert, describe, it } from "vitest"
import { productOf } from "../../../src/widget/cards/Product.ts"

const boots = { id: "1", price: 100, original_price: 120, highest_price: 100 }

describe("a product on a card", () => {
  it("has today's price beside the one before, during a sale and else", () => {
    const pricesOf = (fields: object) => {
      const { before, highest, price } = productOf({ ...boots, ...fields }, "USD")
      return [price, before, highest]
    }
    assert.deepStrictEqual(pricesOf({}), [100, 120, null])
    assert.deepStrictEqual(pricesOf({ price_now: 60 }), [60, 100, null])
    assert.deepStrictEqual(pricesOf({ price_now: 60, highest_price: 110 }), [60, 100, 110])
    assert.deepStrictEqual(pricesOf({ price: undefined }), [null, 120, 100])
  })

  it("has today's prices of its variants", () => {
    const variants = [
      { product_id: "2", price: 100, original_price: 120, price_now: 60 },
      { product_id: "3", price: 110, original_price: 110 }
    ]
    assert.deepStrictEqual(
      productOf({ ...boots, variants }, "USD").variants.map(({ before, price }) => [price, before]),
      [
        [60, 100],
        [110, 110]
      ]
    )
  })
})
