import { SqlClient } from "@effect/sql"
import { AccountRole, type Role, type User } from "@storefront/domain/Identity"
import { isBinding } from "@storefront/domain/tools/Writes"
import { orderIn, returnOf } from "@storefront/server/testing/OrderFixtures"
import { fillCart, newProduct } from "@storefront/server/testing/SmallMarket"
import { ada, address, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import { Effect, Record } from "effect"

const none = "99999999-0000-4000-8000-000000000000"

/** Calls of one tool. */
export interface Calls {
  /** As much as the tool takes, to succeed. */
  readonly most: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** What the tool refuses. */
  readonly refused?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/** Adds many products, all but one of them to Ada's cart, and orders of hers with all of them. */
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

/** Facts about one tool that the tests of all tools check. */
interface ToolRow {
  readonly calls: (prepared: Prepared) => Calls
  /** Roles that may call it; default: everybody with an account. */
  readonly roles?: ReadonlyArray<Role>
  /** Paths of the texts in its result that customers and sellers wrote (`UserText`), in alphabetical order. */
  readonly people?: ReadonlyArray<string>
  /** Paths of the other texts in its result, in alphabetical order. */
  readonly platform?: ReadonlyArray<string>
  /** Columns of texts of people that reach a model through its result or its failures. */
  readonly columns?: ReadonlyArray<string>
  /** Statements that one call may send; default: 3, and 7 for a binding act, which is previewed and stored. */
  readonly statements?: number
  /** Examples of its skill that do not lead to it with the embedded model. */
  readonly unplanned?: ReadonlyArray<string>
}

const addressOf = (field: string) => ["city", "country", "state", "street", "zip"].map((part) => `${field}.${part}`)

const namesOf = (field: string) => [`${field}.brand`, `${field}.name`]

const reviews = ["product_name", "reviews[].body", "reviews[].reviewer", "reviews[].title"]

const savings = ["savings[].explanation", "savings[].label"]

const proposal = { people: ["summary"], platform: ["message"] }

const everybody: ReadonlyArray<Role> = ["customer", "seller", "power_user", "admin", "guest"]

const sellers: ReadonlyArray<Role> = ["seller", "admin"]

const ownOrders: ReadonlyArray<Role> = ["customer", "seller", "admin"]

/**
 * A row for every tool of the specialists; the tests of roles, texts, statements and skills read it. Tools that write
 * are called in the order of the rows, so a row may rely on those above it.
 */
export const toolTable: Readonly<Record<string, ToolRow>> = {
  search_products: {
    roles: everybody,
    calls: () => ({
      most: [
        { query: "a plain shelf for books", limit: 50 },
        { query: "shelf", category: "Home", brand: "Brindlecote", min_price: 0, max_price: 999_999.99, ...page },
        { sort_by: "newest", in_stock: true, min_rating: 0, ...page }
      ],
      refused: [{ min_price: 2, max_price: 1 }]
    }),
    people: ["products[].brand", "products[].description", "products[].name"],
    platform: ["message", "products[].promotion", "retrieval_note"],
    columns: ["products.brand", "products.description", "products.name"]
  },
  semantic_search: {
    roles: everybody,
    calls: () => ({ most: [{ query: "somewhere to put my books ".repeat(15), max_price: 999_999.99, limit: 50 }] }),
    people: ["products[].brand", "products[].description", "products[].name"],
    platform: ["message", "products[].promotion", "retrieval_note"],
    columns: ["products.brand", "products.description", "products.name"]
  },
  find_similar_products: {
    roles: everybody,
    calls: ({ ids }) => ({ most: [{ product_id: ids[0], limit: 50 }], refused: [unknown] }),
    people: ["base_product.name", ...namesOf("products[]")],
    platform: ["message", "products[].promotion", "retrieval_note"],
    columns: ["products.brand", "products.name"]
  },
  get_product_details: {
    roles: everybody,
    calls: () => ({ most: [product], refused: [unknown] }),
    people: [
      "brand",
      "description",
      "name",
      "product_type",
      "sku",
      "specs{key}",
      "specs{}",
      "variants[].options[].name",
      "variants[].options[].value",
      "vendor"
    ],
    platform: ["image_url", "promotion", "warehouses[].warehouse"],
    columns: [
      "products.brand",
      "products.description",
      "products.name",
      "products.product_type",
      "products.sku",
      "products.specs",
      "products.vendor"
    ]
  },
  compare_products: {
    roles: everybody,
    calls: ({ ids }) => ({ most: [{ product_ids: ids.slice(0, 3) }], refused: [{ product_ids: [none, lamp.id] }] }),
    people: [...namesOf("products[]"), "products[].specs{key}", "products[].specs{}"],
    platform: ["products[].promotion"],
    columns: ["products.brand", "products.name", "products.specs"]
  },
  get_trending_products: {
    roles: everybody,
    calls: () => ({ most: [{ days: 365, limit: 50 }] }),
    people: namesOf("products[]"),
    platform: ["message", "products[].promotion"],
    columns: ["products.brand", "products.name"]
  },
  get_my_products: {
    calls: () => ({
      most: [{ include_inactive: true, low_stock_only: true, limit: 50 }],
      refused: [{ seller_id: ada.id }]
    }),
    roles: sellers,
    people: namesOf("products[]"),
    platform: ["message", "products[].promotion"],
    columns: ["products.brand", "products.name"]
  },
  remember_preference: {
    calls: () => ({
      most: [{ category: "size", content: "x".repeat(500), importance: 10, expires_in_days: 3650 }]
    })
  },
  recall_preferences: {
    calls: () => ({ most: [{ limit: 50 }] }),
    people: ["memories[].content"],
    platform: ["message"],
    columns: ["agent_memories.content"]
  },
  forget_preference: {
    calls: ({ memory }) => ({ most: [{ memory_id: memory }], refused: [{ memory_id: none }] }),
    ...proposal,
    columns: ["agent_memories.content"]
  },
  check_stock: {
    roles: everybody,
    calls: () => ({ most: [product], refused: [unknown] }),
    people: ["product_name", "variants[].options[].name", "variants[].options[].value"],
    platform: ["warehouses[].warehouse"],
    columns: ["products.name"]
  },
  get_warehouse_availability: {
    roles: everybody,
    calls: () => ({ most: [product], refused: [unknown] }),
    people: ["product_name", "variants[].options[].name", "variants[].options[].value"],
    platform: ["message", "upcoming_restocks[].warehouse", "warehouses[].location", "warehouses[].warehouse"],
    columns: ["products.name"]
  },
  get_price_history: {
    roles: everybody,
    calls: () => ({ most: [{ ...product, days: 365 }], refused: [unknown] }),
    people: ["product_name"],
    platform: ["message", "promotion"],
    columns: ["products.name"]
  },
  get_user_profile: {
    calls: () => ({ most: [{}] }),
    people: ["name"],
    columns: ["users.name"]
  },
  get_purchase_history: {
    calls: () => ({ most: [{ limit: 50 }] }),
    people: ["orders[].products[].name"],
    platform: ["message"],
    columns: ["order_items.product_name"]
  },
  find_policy: {
    roles: everybody,
    calls: () => ({ most: [{ question: "How long can I send something back? ".repeat(8), slug: "returns" }, {}] }),
    platform: [
      "further_headings[]",
      "message",
      "passages[].heading",
      "passages[].text",
      "passages[].title",
      "passages[].url",
      "topics[].slug",
      "topics[].title"
    ]
  },
  find_product: {
    roles: everybody,
    calls: () => ({ most: [{ name: "brindlecote plain shelf", limit: 50 }, { name: "nothing like that" }] }),
    people: [...namesOf("products[]"), "products[].variants[].options[].name", "products[].variants[].options[].value"],
    platform: ["message", "products[].promotion"],
    columns: ["products.brand", "products.name"],
    unplanned: ["What was in the order with the cordless vacuum?"]
  },
  get_user_orders: {
    calls: () => ({ most: [{ limit: 50 }, { status: "placed", limit: 50, offset: 10_000 }] }),
    people: ["orders[].note", "orders[].products[]", "orders[].reason"],
    platform: ["message", "orders[].carrier", "orders[].tracking_number"],
    columns: ["order_items.product_name", "order_status_history.notes", "returns.reason"]
  },
  get_order_details: {
    calls: () => ({ most: [order(1)], refused: [order(99)] }),
    people: [
      ...addressOf("billing_address"),
      ...namesOf("items[]"),
      "note",
      "recipient_name",
      "return.lines[].name",
      "return.reason",
      ...addressOf("shipping_address"),
      "status_history[].notes"
    ],
    platform: ["carrier", "message", "status_history[].location", "tracking_number"],
    columns: [
      "order_items.product_name",
      "order_status_history.notes",
      "orders.billing_address",
      "orders.note",
      "orders.recipient_name",
      "orders.shipping_address",
      "products.brand"
    ]
  },
  get_order_tracking: {
    calls: () => ({ most: [order(4)], refused: [order(99)] }),
    people: ["latest_update.notes", "timeline[].notes"],
    platform: ["carrier", "latest_update.location", "message", "timeline[].location", "tracking_number"],
    columns: ["order_status_history.notes"]
  },
  check_return_eligibility: {
    calls: () => ({ most: [order(3), order(1)], refused: [order(99)] }),
    people: ["returnable[].name"],
    platform: ["message"],
    columns: ["order_items.product_name"]
  },
  get_return_status: {
    calls: () => ({ most: [order(5), order(1), {}], refused: [order(99)] }),
    people: ["other_returns[].lines[].name", "other_returns[].reason", "return.lines[].name", "return.reason"],
    platform: ["other_returns[].message", "return.message"],
    columns: ["order_items.product_name", "returns.reason"]
  },
  modify_order: {
    calls: () => ({
      most: [{ ...order(1), recipient_name: "x".repeat(100), new_address: address }],
      refused: [4, 99].map((n) => ({ ...order(n), new_address: address }))
    }),
    roles: ownOrders,
    ...proposal,
    columns: ["orders.recipient_name", "orders.shipping_address"]
  },
  cancel_order: {
    calls: () => ({
      most: [{ ...order(2), reason: "x".repeat(500) }],
      refused: [4, 99].map((n) => ({ ...order(n), reason: "-" }))
    }),
    roles: ownOrders,
    ...proposal
  },
  initiate_return: {
    calls: ({ withdrawable }) => ({
      most: [
        { ...order(3), reason: "x".repeat(500) },
        { ...order(6), reason: "x".repeat(500), replaces_return_id: withdrawable }
      ],
      refused: [
        ...[1, 5, 99].map((n) => ({ ...order(n), reason: "-" })),
        { ...order(3), reason: "-", lines: [{ product_id: none, quantity: 1 }] },
        { ...order(3), reason: "-", replaces_return_id: withdrawable }
      ]
    }),
    roles: ownOrders,
    ...proposal,
    columns: ["order_items.product_name"]
  },
  process_refund: {
    calls: ({ refundable }) => ({
      most: [{ return_id: refundable }],
      refused: [{ return_id: none }]
    }),
    roles: ownOrders,
    ...proposal
  },
  withdraw_return: {
    calls: ({ refundable, withdrawable }) => ({
      most: [{ return_id: withdrawable }],
      refused: [{ return_id: none }, { return_id: refundable }]
    }),
    roles: ownOrders,
    ...proposal,
    unplanned: ["I want to keep it after all, withdraw my return", "Please take back my latest return request"]
  },
  get_seller_revenue: {
    calls: () => ({ most: [{ days: 365 }], refused: [{ seller_id: ada.id }] }),
    roles: sellers,
    people: ["by_product[].name"],
    platform: ["message"],
    columns: ["products.name"]
  },
  get_seller_orders: {
    calls: () => ({ most: [{ limit: 50 }, page], refused: [{ seller_id: ada.id }] }),
    roles: sellers,
    people: ["orders[].lines[].name"],
    platform: ["message"],
    columns: ["order_items.product_name"]
  },
  open_support_case: {
    roles: everybody,
    calls: () => ({
      most: [
        { kind: "missing_parcel", ...order(4), summary: "x".repeat(500) },
        { kind: "other", summary: "-" }
      ],
      refused: [{ kind: "damaged", ...order(99), summary: "-" }]
    }),
    platform: ["contact.text", "contact.url", "message"],
    statements: 4
  },
  get_cart: {
    roles: everybody,
    calls: () => ({ most: [{}] }),
    people: [
      ...addressOf("billing_address"),
      ...namesOf("items[]"),
      "recipient_name",
      ...addressOf("shipping_address"),
      "usual_delivery.recipient_name",
      ...addressOf("usual_delivery.shipping_address")
    ],
    platform: ["checkout_url", "message", ...savings, "shipping_options[].estimated_days"],
    columns: [
      "carts.billing_address",
      "carts.order_recipient_name",
      "carts.order_shipping_address",
      "carts.recipient_name",
      "carts.shipping_address",
      "products.brand",
      "products.name"
    ]
  },
  add_to_cart: {
    roles: everybody,
    calls: ({ ids }) => ({
      most: [{ product_id: ids[0], quantity: 18 }],
      refused: [
        { product_id: ids[0], quantity: 99 },
        { product_name: "plain shelf" },
        { product_name: "no such" },
        unknown,
        {}
      ]
    }),
    people: ["delivery.recipient_name", ...addressOf("delivery.shipping_address"), "name"],
    platform: ["message"],
    columns: ["products.name"]
  },
  update_cart_quantity: {
    roles: everybody,
    calls: ({ ids }) => ({
      most: [{ product_id: ids[1], quantity: 18 }],
      refused: [
        { product_id: ids[1], quantity: 99 },
        { ...unknown, quantity: 1 }
      ]
    }),
    people: ["name"],
    platform: ["message"],
    columns: ["products.name"]
  },
  remove_from_cart: {
    roles: everybody,
    calls: ({ ids }) => ({ most: [{ product_id: ids[2] }], refused: [{ product_id: ids[2] }] }),
    people: ["name"],
    platform: ["message"],
    columns: ["products.name"]
  },
  set_shipping_address: {
    calls: () => ({
      most: [true, false].map((for_this_order) => ({
        recipient_name: "x".repeat(100),
        ...address,
        phone: "1".repeat(30),
        for_this_order
      })),
      refused: [{ recipient_name: "Ada", ...address, state: "ZZ" }]
    }),
    people: [...addressOf("billing_address"), "recipient_name", ...addressOf("shipping_address")],
    platform: ["message"],
    columns: ["carts.billing_address"]
  },
  set_billing_address: {
    calls: () => ({ most: [address] }),
    people: addressOf("billing_address"),
    platform: ["message"]
  },
  set_billing_same_as_shipping: {
    calls: () => ({ most: [{}] }),
    people: addressOf("billing_address"),
    platform: ["message"]
  },
  apply_coupon_to_cart: {
    roles: everybody,
    calls: () => ({ most: [{ code: "TEN" }], refused: [{ code: "OVER" }, { code: "NOSUCH" }, { code: "-" }] }),
    platform: ["description", "message", ...savings]
  },
  optimize_cart: {
    roles: everybody,
    calls: ({ ids }) => ({
      most: [{}, { product_ids_with_quantities: ids.map((product_id) => ({ product_id, quantity: 99 })) }],
      refused: [{ product_ids_with_quantities: [...ids.slice(1), none].map((product_id) => ({ product_id })) }]
    }),
    people: ["cart_items[].name"],
    platform: ["message", ...savings],
    columns: ["products.name"],
    statements: 4
  },
  checkout: {
    calls: () => ({
      most: [{ note: "x".repeat(500) }],
      refused: [{ speed_tier: "overnight" }, { product_ids: [none] }]
    }),
    ...proposal,
    columns: ["products.name"]
  },
  remove_coupon_from_cart: {
    roles: everybody,
    calls: () => ({ most: [{}] }),
    platform: ["message", ...savings]
  },
  validate_coupon: {
    roles: everybody,
    calls: () => ({
      most: [
        { code: "TEN", cart_total: 999_999.99, category: "Home" },
        { code: "?", cart_total: 0 }
      ]
    }),
    platform: ["description", "message"]
  },
  get_active_deals: {
    roles: everybody,
    calls: () => ({ most: [{ limit: 50 }, { category: "Home" }] }),
    people: ["promotions[].product_names[]"],
    platform: ["coupons[].description", "message", "promotions[].name", "promotions[].summary"],
    statements: 4
  },
  check_bundle_eligibility: {
    roles: everybody,
    calls: ({ ids }) => ({ most: [{ product_ids: ids }], refused: [{ product_ids: [...ids.slice(1), none] }] }),
    people: ["products_checked[].name"],
    platform: [
      "bundle_deals[].promotion_name",
      "buy_x_get_y_deals[].promotion_name",
      "message",
      "near_misses[].promotion_name"
    ],
    columns: ["products.name"]
  },
  get_loyalty_tier: {
    calls: () => ({ most: [{}] })
  },
  calculate_loyalty_discount: {
    calls: () => ({ most: [{ cart_total: 999_999.99 }] })
  },
  get_loyalty_benefits: {
    calls: () => ({ most: [{}] })
  },
  get_product_reviews: {
    roles: everybody,
    calls: () => ({
      most: [
        { ...product, sort_by: "helpful", include_flagged: true, limit: 50 },
        { ...product, rating: 5, ...page }
      ],
      refused: [unknown]
    }),
    people: reviews,
    platform: ["message"],
    columns: ["products.name", "reviews.author", "reviews.body", "reviews.title", "users.name"]
  },
  analyze_sentiment: {
    roles: everybody,
    calls: () => ({ most: [product], refused: [unknown] }),
    people: ["cons[].example", "product_name", "pros[].example"],
    platform: ["cons[].term", "message", "pros[].term"],
    columns: ["products.name", "reviews.body", "reviews.title"]
  },
  get_sentiment_by_topic: {
    roles: everybody,
    calls: () => ({ most: [product], refused: [unknown] }),
    people: ["product_name"],
    platform: ["message"],
    columns: ["products.name"]
  },
  get_review_trends: {
    roles: everybody,
    calls: () => ({ most: [{ ...product, months: 24 }], refused: [unknown] }),
    people: ["highlights[].title", "product_name"],
    platform: ["message"],
    columns: ["products.name", "reviews.title"]
  },
  detect_fake_reviews: {
    roles: everybody,
    calls: () => ({ most: [{ ...product, limit: 50 }], refused: [unknown] }),
    people: ["product_name", "reviews[].body_preview", "reviews[].reviewer", "reviews[].title"],
    platform: ["message"],
    columns: ["products.name", "reviews.author", "reviews.body", "reviews.title", "users.name"]
  },
  search_reviews: {
    roles: everybody,
    calls: () => ({ most: [{ ...product, keyword: "light", limit: 50 }], refused: [{ ...unknown, keyword: "light" }] }),
    people: reviews,
    platform: ["message"],
    columns: ["products.name", "reviews.author", "reviews.body", "reviews.title", "users.name"]
  },
  get_my_reviews: {
    calls: () => ({ most: [{ sort_by: "rating_low", limit: 50 }, page], refused: [{ seller_id: ada.id }] }),
    roles: sellers,
    people: ["reviews[].body", "reviews[].product_name", "reviews[].reviewer", "reviews[].title"],
    platform: ["message"],
    columns: ["products.name", "reviews.author", "reviews.body", "reviews.title", "users.name"],
    unplanned: ["Show me my worst reviews", "What are the newest reviews of my products?"]
  },
  draft_seller_response: {
    calls: ({ review }) => ({
      most: [{ review_id: review, own_words: "x".repeat(300) }],
      refused: [{ review_id: none }]
    }),
    roles: sellers,
    people: ["draft", "product_name", "review_body", "review_title", "reviewer"],
    platform: ["note"],
    columns: ["products.name", "reviews.body", "reviews.title", "users.name"]
  },
  compare_reviews: {
    roles: everybody,
    calls: ({ ids }) => ({
      most: [{ product_ids: [lamp.id, shoes.id, ids[0]] }],
      refused: [{ product_ids: [none, lamp.id] }]
    }),
    people: ["comparisons[].product_name"],
    platform: ["comparisons[].top_con", "comparisons[].top_pro"],
    columns: ["products.name"]
  },
  get_restock_schedule: {
    roles: everybody,
    calls: () => ({ most: [{ ...product, limit: 50 }], refused: [unknown] }),
    people: ["product_name", "variants[].options[].name", "variants[].options[].value"],
    platform: ["message", "upcoming_restocks[].warehouse"],
    columns: ["products.name"]
  },
  estimate_shipping: {
    roles: everybody,
    calls: () => ({
      most: [{ ...product, destination_region: "west", quantity: 999 }],
      refused: [{ ...unknown, destination_region: "west" }]
    }),
    people: ["product_name"],
    platform: ["message", "shipping_options[].carrier", "shipping_options[].delivery_window", "ships_from.warehouse"],
    columns: ["products.name"]
  },
  compare_carriers: {
    roles: everybody,
    calls: () => ({ most: [{ region_from: "east", region_to: "west" }] }),
    platform: ["best_value", "carriers[].carrier", "carriers[].delivery_window", "fastest", "message"]
  },
  calculate_fulfillment_plan: {
    calls: ({ ids }) => ({
      most: [
        { items: ids.slice(0, 20).map((product_id) => ({ product_id, quantity: 999 })), destination_region: "west" },
        { items: ids.slice(0, 20).map((product_id) => ({ product_id, quantity: 2 })), destination_region: "west" }
      ],
      refused: [{ items: [unknown], destination_region: "west" }]
    }),
    roles: sellers,
    people: ["shipments[].items[].name", "unavailable[].name"],
    platform: ["message", "shipments[].carrier", "shipments[].warehouse"],
    columns: ["products.name"]
  },
  place_backorder: {
    calls: () => ({
      most: [{ product_id: shoes.id, quantity: 999, note: "x".repeat(500) }],
      refused: [
        { ...product, quantity: 1 },
        { ...unknown, quantity: 1 }
      ]
    }),
    roles: sellers,
    ...proposal,
    columns: ["products.name", "users.name"]
  },
  get_seller_inventory: {
    calls: () => ({ most: [{ limit: 50 }, page], refused: [{ seller_id: ada.id }] }),
    roles: sellers,
    people: ["items[].name"],
    platform: ["items[].warehouses[].warehouse", "message"],
    columns: ["products.name"]
  }
}

/** Returns the roles that may call a tool. */
export const rolesOf = (name: string): ReadonlyArray<Role> => toolTable[name]?.roles ?? AccountRole.literals

/** Returns who calls a tool in tests: Ada, unless it is for sellers. */
export const callerOf = (name: string): User => (rolesOf(name).includes(ada.role) ? ada : seller)

/** Returns the number of statements that one call of a tool may send. */
export const statementsBound = (name: string) => toolTable[name]?.statements ?? (isBinding(name) ? 7 : 3)

/** Returns the calls of every tool. */
export const callsOf = (prepared: Prepared): Readonly<Record<string, Calls>> =>
  Record.map(toolTable, ({ calls }) => calls(prepared))
