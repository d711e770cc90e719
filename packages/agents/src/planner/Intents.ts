import { type SpecialistName } from "@storefront/domain/Topology"
import { Record, Schema, Struct } from "effect"

/**
 * `reads` changes nothing; all else does, by the tool of its name or the one named. What `binds` is proposed, and the shop asks
 * the customer. Handing over opens a support case: that is as harmless as reading, and needs no more certainty.
 */
type Deed =
  | { readonly owner: SpecialistName | null; readonly does: "reads" }
  | { readonly owner: SpecialistName; readonly does: "hands over" }
  | { readonly owner: SpecialistName; readonly does: "changes cart" | "changes" | "binds"; readonly tool?: string }

/** What is spoken of, as far as it changes what words without an object mean. */
export const subjects = ["cart", "code", "coupon", "delivery", "line", "order", "return", "memory", "sales"] as const
export type Subject = (typeof subjects)[number]

/** All that is known of an intent besides its phrases and its plan. */
type Row = Deed & {
  /** What it needs to be told of which. */
  readonly about?: "product" | "order"
  /** What is spoken of then, unless it is an order, or the cart that is changed. */
  readonly subject?: Subject
  /** Also who only states it wants something: complaints, and what is told to be remembered. */
  readonly isStated?: true
  /** It has no phrases to learn: a rule names it. */
  readonly byRule?: true
  /** The front door says it besides what the specialists answer, rather than only when nobody is asked. */
  readonly isSaidAlways?: true
}

const ofCart = { owner: "order-management", does: "changes cart" } as const

/** Everything a customer can ask for. `owner` is the specialist that serves it; null when the front door answers itself. */
const intents = {
  find_products: { owner: "product-discovery", does: "reads" },
  product_details: { owner: "product-discovery", does: "reads", about: "product" },
  compare_products: { owner: "product-discovery", does: "reads", about: "product", isStated: true },
  similar_products: { owner: "product-discovery", does: "reads", about: "product" },
  trending: { owner: "product-discovery", does: "reads" },
  price_history: { owner: "product-discovery", does: "reads", about: "product" },
  /** "Remember that I wear size M." */
  remember_preference: { owner: "product-discovery", does: "changes", subject: "memory", isStated: true },
  /** "What do you remember about me?" */
  recall_preferences: { owner: "product-discovery", does: "reads", subject: "memory" },
  forget_preference: { owner: "product-discovery", does: "changes", subject: "memory" },
  /** What was bought before, rather than what became of an order. */
  purchase_history: { owner: "product-discovery", does: "reads" },
  seller_products: { owner: "product-discovery", does: "reads" },
  list_orders: { owner: "order-management", does: "reads", subject: "order" },
  order_details: { owner: "order-management", does: "reads", about: "order" },
  track_order: { owner: "order-management", does: "reads", about: "order", isStated: true },
  cancel_order: { owner: "order-management", does: "binds", about: "order" },
  /** Asks about cancelling without wanting it. */
  cancel_question: { owner: "order-management", does: "reads", about: "order", isStated: true },
  /** Wants an order sent to another address. */
  change_address: { owner: "order-management", does: "binds", about: "order", tool: "modify_order" },
  /** Wants an order changed in another way: items, carrier. */
  change_order: { owner: "order-management", does: "reads", about: "order", isStated: true },
  /** Asks whether something can still be sent back. */
  return_eligibility: { owner: "order-management", does: "reads", about: "order", subject: "return" },
  /** Wants to send something back. */
  return: { owner: "order-management", does: "binds", about: "order", tool: "initiate_return", subject: "return" },
  /** Asks what became of a return. */
  return_status: { owner: "order-management", does: "reads", about: "order", subject: "return" },
  /** Wants the money of a return. */
  refund: { owner: "order-management", does: "binds", about: "order", tool: "process_refund", subject: "return" },
  /** Asks what is in the cart, or what it costs. */
  cart: { owner: "order-management", does: "reads", subject: "cart" },
  add_to_cart: { ...ofCart, about: "product", subject: "line" },
  /** Another quantity of something in the cart. */
  update_cart: { ...ofCart, about: "product", tool: "update_cart_quantity" },
  remove_from_cart: { ...ofCart, about: "product" },
  shipping_address: { ...ofCart, tool: "set_shipping_address", isStated: true },
  billing_address: { ...ofCart, tool: "set_billing_address", isStated: true },
  /** The bill goes where the parcel goes. */
  billing_same: { ...ofCart, tool: "set_billing_same_as_shipping", isStated: true },
  /** Wants a code used on the cart, rather than judged. */
  apply_coupon: { ...ofCart, tool: "apply_coupon_to_cart" },
  remove_coupon: { ...ofCart, tool: "remove_coupon_from_cart" },
  checkout: { owner: "order-management", does: "binds", subject: "cart" },
  /** What a seller earned. */
  seller_sales: { owner: "order-management", does: "reads", subject: "sales" },
  /** Which orders hold a seller's products. */
  seller_orders: { owner: "order-management", does: "reads", subject: "sales" },
  profile: { owner: "order-management", does: "reads" },
  /** What was spent in some period. */
  spending: { owner: "order-management", does: "reads" },
  /** Something is broken, wrong or missing, or never came. */
  order_problem: { owner: "order-management", does: "hands over", about: "order", isStated: true },
  /** Wants a person, or to complain. */
  human: { owner: "order-management", does: "hands over", isStated: true },
  /** Asks for a rule of the shop: how returns, delivery or payment work. */
  shop_rule: { owner: "order-management", does: "reads", byRule: true },
  validate_coupon: { owner: "pricing-promotions", does: "reads", subject: "code", isStated: true },
  deals: { owner: "pricing-promotions", does: "reads", isStated: true },
  loyalty: { owner: "pricing-promotions", does: "reads" },
  /** What every tier gives. */
  loyalty_benefits: { owner: "pricing-promotions", does: "reads" },
  /** What the customer's tier takes off an amount. */
  loyalty_discount: { owner: "pricing-promotions", does: "reads", about: "product" },
  bundles: { owner: "pricing-promotions", does: "reads" },
  optimize_cart: { owner: "pricing-promotions", does: "reads", subject: "cart" },
  reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  sentiment: { owner: "review-sentiment", does: "reads", about: "product" },
  /** What customers say about quality, value, shipping, design or durability. */
  review_topics: { owner: "review-sentiment", does: "reads", about: "product" },
  /** Reviews that mention something. */
  search_reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  compare_reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  fake_reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  review_trends: { owner: "review-sentiment", does: "reads", about: "product" },
  review_response: { owner: "review-sentiment", does: "reads", about: "product" },
  stock: { owner: "inventory-fulfillment", does: "reads", about: "product" },
  /** In which warehouses, with thresholds and arrivals, rather than whether. */
  warehouse_availability: { owner: "inventory-fulfillment", does: "reads", about: "product" },
  /** What the carrier recorded about a parcel. */
  delivery_status: { owner: "inventory-fulfillment", does: "reads", about: "order" },
  restock: { owner: "inventory-fulfillment", does: "reads", about: "product" },
  shipping_estimate: { owner: "inventory-fulfillment", does: "reads", about: "product", subject: "delivery" },
  carriers: { owner: "inventory-fulfillment", does: "reads" },
  backorder: { owner: "inventory-fulfillment", does: "binds", about: "product", tool: "place_backorder" },
  fulfillment_plan: { owner: "inventory-fulfillment", does: "reads", isStated: true },
  seller_stock: { owner: "inventory-fulfillment", does: "reads" },
  // What the front door answers itself.
  greeting: { owner: null, does: "reads" },
  thanks: { owner: null, does: "reads" },
  goodbye: { owner: null, does: "reads" },
  identity: { owner: null, does: "reads" },
  capabilities: { owner: null, does: "reads" },
  /** About the shop itself: hours, payment. */
  shop_info: { owner: null, does: "reads", isSaidAlways: true },
  /** Does not want something, or not now. */
  decline: { owner: null, does: "reads" },
  smalltalk: { owner: null, does: "reads" },
  out_of_scope: { owner: null, does: "reads", isSaidAlways: true },
  /** Asks for what is somebody else's. */
  others_data: { owner: null, does: "reads", isSaidAlways: true, isStated: true },
  /** Is not English. */
  other_language: { owner: null, does: "reads", byRule: true },
  /** Points at more than was listed. */
  not_listed: { owner: null, does: "reads", byRule: true, isSaidAlways: true },
  /** Is left out of account beside what is answered. */
  ignored: { owner: null, does: "reads", byRule: true, isSaidAlways: true },
  unknown: { owner: null, does: "reads", byRule: true }
} as const satisfies Record.ReadonlyRecord<string, Row>

/** What is asked for. */
export const Intent = Schema.Literal(...Struct.keys(intents))
export type Intent = typeof Intent.Type

const table: { readonly [I in Intent]: Row } = intents

/** Which specialist serves an intent; null when the front door answers itself. */
export const intentOwner: { readonly [I in Intent]: SpecialistName | null } = Record.map(table, ({ owner }) => owner)

/** Intents that have something in common. A label of a clause that is no intent is never among them. */
export interface IntentSet extends ReadonlySet<Intent> {
  has(label: string): boolean
}

export const intentSet = (...intents: ReadonlyArray<Intent>): IntentSet => new Set(intents)

const thatAre = (test: (row: Row) => boolean): IntentSet =>
  intentSet(...Record.keys(table).filter((intent) => test(table[intent])))

/** What it needs to be told of which product, and of which order. */
export const ofProduct = thatAre(({ about }) => about === "product")
export const ofOrder = thatAre(({ about }) => about === "order")

/** Intents that the classifier is not trained for. */
export const byRule = thatAre((row) => row.byRule === true)

/** What the front door says besides the answers of specialists. */
export const saidAlways = thatAre(({ isSaidAlways }) => isSaidAlways === true)

const thatDo = (...deeds: ReadonlyArray<Row["does"]>): IntentSet => thatAre(({ does }) => deeds.includes(does))

/** What is done to a cart before it is paid. */
export const cartChanges = thatDo("changes cart")

/** Intents whose tools only propose: they cannot be undone. */
export const binding = thatDo("binds")

/** Intents that only look something up. */
export const reading = thatDo("reads")

/** Intents that change something. */
export const writing = thatDo("binds", "changes cart", "changes")

/** Intents that are also stated: a story, or a wish. All that binds is. */
export const stated = thatAre(({ does, isStated }) => isStated === true || does === "binds")

/** What is spoken of when something is asked for. */
export const subjectOf = (intent: Intent): Subject | null =>
  table[intent].subject ?? (cartChanges.has(intent) ? "cart" : ofOrder.has(intent) ? "order" : null)

/** What only asks about a product. */
export const asksOfProduct = thatAre(({ about, does }) => about === "product" && does === "reads")

/** The tools by which intents change something. */
export const toolsOf = (intents: ReadonlySet<Intent>): ReadonlyArray<string> =>
  [...intents].flatMap((intent) => {
    const row = table[intent]
    return row.does === "reads" || row.does === "hands over" ? [] : [row.tool ?? intent]
  })

export const writingTools: ReadonlySet<string> = new Set(toolsOf(writing))
