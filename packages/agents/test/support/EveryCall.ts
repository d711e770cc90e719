import { SqlClient } from "@effect/sql"
import { type User } from "@storefront/domain/Identity"
import { orderIn, returnOf } from "@storefront/server/testing/OrderWays"
import { fillCart, newProduct } from "@storefront/server/testing/SmallMarket"
import { ada, address, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import { Effect } from "effect"

/** The tools that are called for the seller; all others are called for Ada. */
const forSellers = new Set([
  "draft_seller_response",
  "get_my_products",
  "get_my_reviews",
  "get_seller_inventory",
  "get_seller_orders",
  "get_seller_revenue"
])

const none = "99999999-0000-4000-8000-000000000000"

/** Calls of one tool. */
export interface Calls {
  /** As much as the tool takes, to succeed. */
  readonly most: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** What the tool refuses. */
  readonly refused?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/** Many products, all of them but one in Ada's cart, and orders of hers with all of them. */
export const prepare = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const products = yield* Effect.replicateEffect(newProduct({ east: 9, west: 9 }), 50)
  yield* fillCart(
    ada,
    products.slice(1).map((product) => [product, 3] as const),
    { coupon: "TEN" }
  )
  const lines = products.map((product) => ({ product, east: 1, west: 1 }))
  yield* Effect.forEach(["placed", "confirmed", "delivered", "shipped"] as const, (status, index) =>
    orderIn(index + 1, status, { lines })
  )
  yield* orderIn(5, "returned", { lines })
  yield* orderIn(6, "returned", { lines })
  yield* sql`UPDATE warehouse_inventory SET quantity = 0 WHERE product_id = ${shoes.id}`
  const [memory] = yield* sql<{ readonly id: string }>`
    INSERT INTO agent_memories (user_id, category, content) VALUES (${ada.id}, 'other', 'x') RETURNING id`
  const [review] = yield* sql<{ readonly id: string }>`
    INSERT INTO reviews (product_id, user_id, rating, body) VALUES (${lamp.id}, ${seller.id}, 4, 'A good light')
    RETURNING id`
  return {
    ids: products.map(({ id }) => id),
    memory: memory!.id,
    review: review!.id,
    refundable: yield* returnOf(5, "received"),
    withdrawable: yield* returnOf(6, "approved")
  }
})

type Prepared = Effect.Effect.Success<typeof prepare>

const order = (n: number) => ({ order_id: orderId(n) })
const product = { product_id: lamp.id }
const unknown = { product_id: none }
const page = { limit: 50, offset: 10_000 }

/** Arguments of every tool; those that write are called in this order. */
export const callsOf = ({
  ids,
  memory,
  refundable,
  review,
  withdrawable
}: Prepared): Readonly<Record<string, Calls>> => ({
  search_products: {
    most: [
      { query: "a plain shelf for books", limit: 50 },
      { query: "shelf", category: "Home", brand: "Brindlecote", min_price: 0, max_price: 999_999.99, ...page },
      { sort_by: "newest", in_stock: true, min_rating: 0, ...page }
    ],
    refused: [{ min_price: 2, max_price: 1 }]
  },
  semantic_search: { most: [{ query: "somewhere to put my books ".repeat(15), max_price: 999_999.99, limit: 50 }] },
  find_similar_products: { most: [{ product_id: ids[0], limit: 50 }], refused: [unknown] },
  get_product_details: { most: [product], refused: [unknown] },
  compare_products: { most: [{ product_ids: ids.slice(0, 3) }], refused: [{ product_ids: [none, lamp.id] }] },
  get_trending_products: { most: [{ days: 365, limit: 50 }] },
  get_my_products: {
    most: [{ include_inactive: true, low_stock_only: true, limit: 50 }],
    refused: [{ seller_id: ada.id }]
  },
  remember_preference: {
    most: [{ category: "size", content: "x".repeat(500), importance: 10, expires_in_days: 3650 }]
  },
  recall_preferences: { most: [{ limit: 50 }] },
  forget_preference: { most: [{ memory_id: memory }], refused: [{ memory_id: none }] },
  check_stock: { most: [product], refused: [unknown] },
  get_warehouse_availability: { most: [product], refused: [unknown] },
  get_price_history: { most: [{ ...product, days: 365 }], refused: [unknown] },
  get_user_profile: { most: [{}] },
  get_purchase_history: { most: [{ limit: 50 }] },
  find_policy: { most: [{ question: "How long can I send something back? ".repeat(8), slug: "returns" }, {}] },
  find_product: { most: [{ name: "brindlecote plain shelf", limit: 50 }, { name: "nothing like that" }] },

  get_user_orders: { most: [{ limit: 50 }, { status: "placed", limit: 50, offset: 10_000 }] },
  get_order_details: { most: [order(1)], refused: [order(99)] },
  get_order_tracking: { most: [order(4)], refused: [order(99)] },
  check_return_eligibility: { most: [order(3), order(1)], refused: [order(99)] },
  get_return_status: { most: [order(5), order(1), {}], refused: [order(99)] },
  modify_order: {
    most: [{ ...order(1), recipient_name: "x".repeat(100), new_address: address }],
    refused: [4, 99].map((n) => ({ ...order(n), new_address: address }))
  },
  cancel_order: {
    most: [{ ...order(2), reason: "x".repeat(500) }],
    refused: [4, 99].map((n) => ({ ...order(n), reason: "-" }))
  },
  initiate_return: {
    most: [
      { ...order(3), reason: "x".repeat(500) },
      { ...order(6), reason: "x".repeat(500), replaces_return_id: withdrawable }
    ],
    refused: [
      ...[1, 5, 99].map((n) => ({ ...order(n), reason: "-" })),
      { ...order(3), reason: "-", lines: [{ product_id: none, quantity: 1 }] },
      { ...order(3), reason: "-", replaces_return_id: withdrawable }
    ]
  },
  process_refund: {
    most: [{ return_id: refundable }],
    refused: [{ return_id: none }]
  },
  withdraw_return: {
    most: [{ return_id: withdrawable }],
    refused: [{ return_id: none }, { return_id: refundable }]
  },
  get_seller_revenue: { most: [{ days: 365 }], refused: [{ seller_id: ada.id }] },
  get_seller_orders: { most: [{ limit: 50 }, page], refused: [{ seller_id: ada.id }] },

  open_support_case: {
    most: [
      { kind: "missing_parcel", ...order(4), summary: "x".repeat(500) },
      { kind: "other", summary: "-" }
    ],
    refused: [{ kind: "damaged", ...order(99), summary: "-" }]
  },

  get_cart: { most: [{}] },
  add_to_cart: {
    most: [{ product_id: ids[0], quantity: 18 }],
    refused: [
      { product_id: ids[0], quantity: 99 },
      { product_name: "plain shelf" },
      { product_name: "no such" },
      unknown,
      {}
    ]
  },
  update_cart_quantity: {
    most: [{ product_id: ids[1], quantity: 18 }],
    refused: [
      { product_id: ids[1], quantity: 99 },
      { ...unknown, quantity: 1 }
    ]
  },
  remove_from_cart: { most: [{ product_id: ids[2] }], refused: [{ product_id: ids[2] }] },
  set_shipping_address: {
    most: [true, false].map((for_this_order) => ({
      recipient_name: "x".repeat(100),
      ...address,
      phone: "1".repeat(30),
      for_this_order
    })),
    refused: [{ recipient_name: "Ada", ...address, state: "ZZ" }]
  },
  set_billing_address: { most: [address] },
  set_billing_same_as_shipping: { most: [{}] },
  apply_coupon_to_cart: { most: [{ code: "TEN" }], refused: [{ code: "OVER" }, { code: "NOSUCH" }, { code: "-" }] },
  optimize_cart: {
    most: [{}, { product_ids_with_quantities: ids.map((product_id) => ({ product_id, quantity: 99 })) }],
    refused: [{ product_ids_with_quantities: [...ids.slice(1), none].map((product_id) => ({ product_id })) }]
  },
  checkout: {
    most: [{ note: "x".repeat(500) }],
    refused: [{ speed_tier: "overnight" }, { product_ids: [none] }]
  },
  remove_coupon_from_cart: { most: [{}] },

  validate_coupon: {
    most: [
      { code: "TEN", cart_total: 999_999.99, category: "Home" },
      { code: "?", cart_total: 0 }
    ]
  },
  get_active_deals: { most: [{ limit: 50 }, { category: "Home" }] },
  check_bundle_eligibility: { most: [{ product_ids: ids }], refused: [{ product_ids: [...ids.slice(1), none] }] },
  get_loyalty_tier: { most: [{}] },
  calculate_loyalty_discount: { most: [{ cart_total: 999_999.99 }] },
  get_loyalty_benefits: { most: [{}] },

  get_product_reviews: {
    most: [
      { ...product, sort_by: "helpful", include_flagged: true, limit: 50 },
      { ...product, rating: 5, ...page }
    ],
    refused: [unknown]
  },
  analyze_sentiment: { most: [product], refused: [unknown] },
  get_sentiment_by_topic: { most: [product], refused: [unknown] },
  get_review_trends: { most: [{ ...product, months: 24 }], refused: [unknown] },
  detect_fake_reviews: { most: [{ ...product, limit: 50 }], refused: [unknown] },
  search_reviews: { most: [{ ...product, keyword: "light", limit: 50 }], refused: [{ ...unknown, keyword: "light" }] },
  get_my_reviews: { most: [{ sort_by: "rating_low", limit: 50 }, page], refused: [{ seller_id: ada.id }] },
  draft_seller_response: { most: [{ review_id: review, own_words: "x".repeat(300) }], refused: [{ review_id: none }] },
  compare_reviews: {
    most: [{ product_ids: [lamp.id, shoes.id, ids[0]] }],
    refused: [{ product_ids: [none, lamp.id] }]
  },

  get_restock_schedule: { most: [{ ...product, limit: 50 }], refused: [unknown] },
  estimate_shipping: {
    most: [{ ...product, destination_region: "west", quantity: 999 }],
    refused: [{ ...unknown, destination_region: "west" }]
  },
  compare_carriers: { most: [{ region_from: "east", region_to: "west" }] },
  calculate_fulfillment_plan: {
    most: [
      { items: ids.slice(0, 20).map((product_id) => ({ product_id, quantity: 999 })), destination_region: "west" },
      { items: ids.slice(0, 20).map((product_id) => ({ product_id, quantity: 2 })), destination_region: "west" }
    ],
    refused: [{ items: [unknown], destination_region: "west" }]
  },
  place_backorder: {
    most: [{ product_id: shoes.id, quantity: 999, note: "x".repeat(500) }],
    refused: [
      { ...product, quantity: 1 },
      { ...unknown, quantity: 1 }
    ]
  },
  get_seller_inventory: { most: [{ limit: 50 }, page], refused: [{ seller_id: ada.id }] }
})

/** Who calls a tool. */
export const callerOf = (name: string): User => (forSellers.has(name) ? seller : ada)
