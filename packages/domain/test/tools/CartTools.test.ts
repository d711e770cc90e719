import { assert, describe, it } from "@effect/vitest"
import * as CartTools from "../../src/tools/CartTools.ts"
import { Either, Schema } from "effect"

describe("the contracts of the cart", () => {
  it("fill in what was not said", () => {
    const decodeAs = (schema: Schema.Schema.AnyNoContext) => (said: object) =>
      Schema.decodeUnknownSync(schema)(said) as unknown
    const said = { recipient_name: " Ada Byron ", street: "1 Elm Street", city: "Boston", state: "ma", zip: "02101" }
    assert.deepStrictEqual(decodeAs(CartTools.setShippingAddress.parametersSchema)(said), {
      ...said,
      recipient_name: "Ada Byron",
      state: "MA",
      for_this_order: false
    })
    assert.deepStrictEqual(decodeAs(CartTools.addToCart.parametersSchema)({ product_name: "lamp" }), {
      product_name: "lamp",
      quantity: 1
    })
    assert.deepStrictEqual(decodeAs(CartTools.checkout.parametersSchema)({}), {
      speed_tier: "standard"
    })
  })

  it("bound quantities, and know the speeds", () => {
    const product_id = "aaaaaaaa-0000-4000-8000-000000000001"
    const add = Schema.decodeUnknownEither(CartTools.addToCart.parametersSchema)
    const update = Schema.decodeUnknownEither(CartTools.updateCartQuantity.parametersSchema)
    const order = Schema.decodeUnknownEither(CartTools.checkout.parametersSchema)
    const accepted = [
      add({ product_id, quantity: 99 }),
      update({ product_id, quantity: 0 }),
      order({ speed_tier: "overnight", note: "x".repeat(500) })
    ]
    assert.isTrue(accepted.every((decoded) => Either.isRight<unknown, unknown>(decoded)))
    const refused = [
      add({ product_id, quantity: 0 }),
      add({ product_id, quantity: 100 }),
      add({ product_id: "7" }),
      update({ product_id, quantity: 1.5 }),
      order({ note: "x".repeat(501) }),
      order({ speed_tier: "slow" })
    ]
    assert.isTrue(refused.every((decoded) => Either.isLeft<unknown, unknown>(decoded)))
  })
})
