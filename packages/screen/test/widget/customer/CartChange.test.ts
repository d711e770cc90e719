import { assert, it } from "@effect/vitest"
import { cartChangeOf } from "../../../src/widget/customer/CartChange.ts"

const card = (kind: string, data: object) => ({ artifactId: kind, kind, data })
const action = (act: string, state: string) => card("pending_action", { act, state })

it("tells the page of the last cart that an answer shows", () => {
  const cart = (item_count: number) => card("cart", { item_count, subtotal: 19.9, currency: "EUR", items: [] })
  assert.deepStrictEqual(cartChangeOf({ cards: [cart(1), card("product", {}), cart(2)], actions: [] }), {
    type: "cart-changed",
    item_count: 2,
    subtotal: 19.9,
    currency: "EUR"
  })
})

it("tells of an empty cart after an order, and of nothing otherwise", () => {
  assert.deepStrictEqual(cartChangeOf({ cards: [card("order", {})], actions: [action("checkout", "confirmed")] }), {
    type: "cart-changed",
    item_count: 0,
    subtotal: 0,
    currency: null
  })
  for (const actions of [[], [action("checkout", "open")], [action("cancel_order", "confirmed")]]) {
    assert.isNull(cartChangeOf({ cards: [card("order", {})], actions }))
  }
})
