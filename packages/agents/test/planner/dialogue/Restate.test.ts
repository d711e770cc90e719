import { assert, describe, it } from "@effect/vitest"
import { wishSentence } from "../../../src/planner/dialogue/WishSentence.ts"
import { restate } from "../../../src/planner/dialogue/Restate.ts"
import { plainWish, type ProductReference, type Wish } from "../../../src/planner/Wish.ts"
import { read, readOne, turnOf } from "../support/Reading.ts"
import { intentOwner } from "../../../src/planner/Intents.ts"

const id = "0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90"
const order = { kind: "id", id } as const
const product: ProductReference = { name: "Kestrelon Hush 700", source: "message" }
const other: ProductReference = { name: "Voltarra K87 Mechanical Keyboard", source: "message" }
const address = {
  recipient: "Jane Doe",
  street: "12 Rose Street",
  city: "Boston",
  state: "MA",
  zip: "02118",
  country: "US",
  phone: "617-555-0143"
}
const items = [
  { product, quantity: 3 },
  { product: other, quantity: 2 }
]
const { filters, reviews } = plainWish("unknown", "")

/** Wishes as playbooks get them, at least one for everything a specialist serves. */
const wishes: ReadonlyArray<Partial<Wish> & Pick<Wish, "intent">> = [
  { intent: "find_products", filters: { ...filters, query: "trail shoes", maxPrice: 120, sort: "price_asc" } },
  { intent: "find_products", filters: { ...filters, category: "Books", minPrice: 10, maxPrice: 30 } },
  { intent: "product_details", product },
  { intent: "compare_products", product, otherProducts: [other] },
  { intent: "similar_products", product },
  { intent: "similar_products", product, filters: { ...filters, maxPrice: 80 } },
  { intent: "trending", filters: { ...filters, category: "Sports" }, days: 7 },
  { intent: "price_history", product, days: 90 },
  { intent: "remember_preference", memory: { category: "size", content: "I wear size M" }, isExplicit: true },
  { intent: "remember_preference", memory: { category: "avoid", content: "I hate leather" }, isExplicit: true },
  { intent: "recall_preferences" },
  { intent: "recall_preferences", memory: { category: "size", content: null } },
  { intent: "forget_preference", memory: { category: "size", content: "my shoe size" }, isExplicit: true },
  { intent: "forget_preference", otherId: id, isExplicit: true },
  { intent: "purchase_history" },
  { intent: "seller_products" },
  { intent: "seller_products", lowStockOnly: true },
  { intent: "list_orders", limit: 3 },
  { intent: "list_orders", orderStatus: "delivered" },
  { intent: "order_details", order },
  { intent: "track_order", order },
  { intent: "delivery_status", order },
  { intent: "cancel_order", order, isExplicit: true },
  { intent: "cancel_order", order, isExplicit: true, reason: "I ordered the wrong size" },
  { intent: "cancel_question", order },
  { intent: "change_address", order, address, isExplicit: true },
  { intent: "change_address", order },
  { intent: "return_eligibility", order },
  { intent: "return", order, isExplicit: true },
  { intent: "return", order, isExplicit: true, reason: "it is too small", refundMethod: "store_credit" },
  { intent: "return", order, isExplicit: true, refundMethod: "original_payment" },
  { intent: "return_status", order },
  { intent: "return_status", otherId: id },
  { intent: "refund", order, isExplicit: true },
  { intent: "refund", order },
  { intent: "refund", otherId: id, isExplicit: true },
  { intent: "cart" },
  { intent: "add_to_cart", product, quantity: 2, isExplicit: true },
  { intent: "add_to_cart", product, isExplicit: true },
  { intent: "update_cart", product, quantity: 3, isExplicit: true },
  { intent: "remove_from_cart", product, isExplicit: true },
  { intent: "shipping_address", address, isExplicit: true },
  { intent: "billing_address", address: { ...address, phone: null, recipient: null }, isExplicit: true },
  { intent: "billing_same", isExplicit: true },
  { intent: "apply_coupon", code: "HELLO10", isExplicit: true },
  { intent: "remove_coupon", isExplicit: true },
  { intent: "checkout", isExplicit: true },
  { intent: "checkout", isExplicit: true, speed: "overnight", note: "leave it at the door" },
  { intent: "checkout" },
  { intent: "seller_sales", days: 30 },
  { intent: "seller_orders" },
  { intent: "seller_orders", orderStatus: "shipped" },
  { intent: "profile" },
  { intent: "validate_coupon", code: "HELLO10", amount: 90 },
  { intent: "deals", filters: { ...filters, category: "Clothing" } },
  { intent: "loyalty" },
  { intent: "loyalty_benefits" },
  { intent: "loyalty_discount", amount: 200 },
  { intent: "bundles" },
  { intent: "bundles", items: items.map((item) => ({ ...item, quantity: null })) },
  { intent: "optimize_cart" },
  { intent: "optimize_cart", items },
  { intent: "reviews", product, reviews: { ...reviews, sort: "rating_low", verifiedOnly: true } },
  { intent: "sentiment", product },
  { intent: "review_topics", product, reviews: { ...reviews, keyword: "durability" } },
  { intent: "search_reviews", product, reviews: { ...reviews, keyword: "battery" } },
  { intent: "compare_reviews", product, otherProducts: [other] },
  { intent: "fake_reviews", product },
  { intent: "review_trends", product, days: 180 },
  { intent: "review_response", otherId: id, tone: "formal" },
  { intent: "stock", product },
  { intent: "stock", product, region: "west" },
  { intent: "warehouse_availability", product },
  { intent: "restock", product },
  { intent: "shipping_estimate", product, region: "west", quantity: 2 },
  { intent: "carriers", fromRegion: "east", region: "west" },
  { intent: "backorder", product, quantity: 10, isExplicit: true },
  { intent: "fulfillment_plan", items, region: "west" },
  { intent: "seller_stock", lowStockOnly: true },
  { intent: "seller_stock" }
]

const bare = (name: string) => name.toLowerCase().replace(/^the /, "")

/** What must be the same; the words it was said in may differ. */
const essence = (wish: Wish) => ({
  ...wish,
  text: null,
  fromHistory: null,
  product: wish.product === null ? null : bare(wish.product.name),
  otherProducts: wish.otherProducts.map(({ name }) => bare(name)),
  items: wish.items.map((item) => `${item.quantity} ${bare(item.product.name)}`),
  amount: wish.items.length > 0 ? null : wish.amount
})

describe("a wish in plain words", () => {
  for (const wish of wishes) {
    const whole: Wish = { ...plainWish(wish.intent, ""), ...wish }
    const words = wishSentence(whole, turnOf(""))
    it(`is read as the same wish: ${words}`, () => {
      assert.deepStrictEqual(essence(readOne(words)), essence(whole))
    })
  }

  it("exists for everything that a specialist serves", () => {
    const served = Object.entries(intentOwner).flatMap(([intent, owner]) => (owner === null ? [] : [intent]))
    const unsaid = new Set(["change_order", "preferences"])
    assert.deepStrictEqual(
      served.filter((intent) => !unsaid.has(intent) && !wishes.some((wish) => wish.intent === intent)),
      []
    )
  })
})

describe("restating", () => {
  const restated = (message: string, ...earlier: ReadonlyArray<string>) =>
    restate(turnOf(message, ...earlier), read(message, ...earlier))

  it("leaves a complete message as it is", () => {
    assert.strictEqual(restated("Add two of the Hush 700 to my cart."), "Add two of the Hush 700 to my cart.")
  })

  it("says what a yes agrees to", () => {
    assert.strictEqual(
      restated("yes, do it", "can I return my latest order?", `It can be returned. Shall I return order ${id}?`),
      `Please return order ${id}.`
    )
  })

  it("names the product that a pronoun stands for", () => {
    const message = restated("put two of those in my cart", "Show me lamps", "1. Luma Desk Lamp, $30.00")
    assert.include(message, "Luma Desk Lamp")
    assert.strictEqual(readOne(message).quantity, 2)
  })
})
