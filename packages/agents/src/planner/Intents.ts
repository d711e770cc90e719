import { type SpecialistName } from "@storefront/domain/Topology"
import { Record, Schema, Struct } from "effect"

/**
 * `reads` changes nothing; the others call `tool`, by default the tool with the intent's name. `binds` only proposes,
 * and the shop asks the customer. `hands over` opens a support case, which needs no more certainty than reading.
 */
type IntentKind =
  | { readonly owner: SpecialistName | null; readonly does: "reads" }
  | { readonly owner: SpecialistName; readonly does: "hands over" }
  | { readonly owner: SpecialistName; readonly does: "changes cart" | "changes" | "binds"; readonly tool?: string }

/** Subjects of a conversation, by which clauses without an object are classified. Retrain after a change. */
export const subjects = ["cart", "code", "coupon", "delivery", "line", "order", "return", "memory", "sales"] as const
export type Subject = (typeof subjects)[number]

/** Properties of an intent, apart from its phrases and its plan. */
type Row = IntentKind & {
  /** Object that has to be identified. */
  readonly about?: "product" | "order"
  /** Subject afterwards; by default the changed cart or the order. */
  readonly subject?: Subject
  /** A plain statement can express it, as with complaints. */
  readonly isStatable?: true
  /** Detected by a rule instead of the classifier. */
  readonly byRule?: true
  /** Answered by the orchestrator even if specialists answer, too. */
  readonly isAlwaysAnswered?: true
}

const cartChange = { owner: "order-management", does: "changes cart" } as const

/** Everything a customer can ask for. `owner` is the specialist that serves it; null: the orchestrator itself. */
const intents = {
  find_products: { owner: "product-discovery", does: "reads" },
  product_details: { owner: "product-discovery", does: "reads", about: "product" },
  compare_products: { owner: "product-discovery", does: "reads", about: "product", isStatable: true },
  similar_products: { owner: "product-discovery", does: "reads", about: "product" },
  trending: { owner: "product-discovery", does: "reads" },
  price_history: { owner: "product-discovery", does: "reads", about: "product" },
  /** "Remember that I wear size M." */
  remember_preference: { owner: "product-discovery", does: "changes", subject: "memory", isStatable: true },
  /** "What do you remember about me?" */
  recall_preferences: { owner: "product-discovery", does: "reads", subject: "memory" },
  forget_preference: { owner: "product-discovery", does: "changes", subject: "memory" },
  /** Asks what was bought before, rather than about an order. */
  purchase_history: { owner: "product-discovery", does: "reads" },
  seller_products: { owner: "product-discovery", does: "reads" },
  list_orders: { owner: "order-management", does: "reads", subject: "order" },
  order_details: { owner: "order-management", does: "reads", about: "order" },
  track_order: { owner: "order-management", does: "reads", about: "order", isStatable: true },
  cancel_order: { owner: "order-management", does: "binds", about: "order" },
  /** Asks about cancelling without requesting it. */
  cancel_question: { owner: "order-management", does: "reads", about: "order", isStatable: true },
  /** Wants an order sent to another address. */
  change_address: { owner: "order-management", does: "binds", about: "order", tool: "modify_order" },
  /** Wants an order changed in another way: items, carrier. */
  change_order: { owner: "order-management", does: "reads", about: "order", isStatable: true },
  /** Asks whether something can still be sent back. */
  return_eligibility: { owner: "order-management", does: "reads", about: "order", subject: "return" },
  /** Wants to send something back. */
  return: { owner: "order-management", does: "binds", about: "order", tool: "initiate_return", subject: "return" },
  /** Asks for the status of a return. */
  return_status: { owner: "order-management", does: "reads", about: "order", subject: "return" },
  /** Wants the money of a return. */
  refund: { owner: "order-management", does: "binds", about: "order", tool: "process_refund", subject: "return" },
  /** Asks what is in the cart, or what it costs. */
  cart: { owner: "order-management", does: "reads", subject: "cart" },
  add_to_cart: { ...cartChange, about: "product", subject: "line" },
  /** Wants another quantity of something in the cart. */
  update_cart: { ...cartChange, about: "product", tool: "update_cart_quantity" },
  remove_from_cart: { ...cartChange, about: "product" },
  shipping_address: { ...cartChange, tool: "set_shipping_address", isStatable: true },
  billing_address: { ...cartChange, tool: "set_billing_address", isStatable: true },
  /** Wants the bill sent where the parcel goes. */
  billing_same: { ...cartChange, tool: "set_billing_same_as_shipping", isStatable: true },
  /** Wants a code applied to the cart, rather than checked. */
  apply_coupon: { ...cartChange, tool: "apply_coupon_to_cart" },
  remove_coupon: { ...cartChange, tool: "remove_coupon_from_cart" },
  checkout: { owner: "order-management", does: "binds", subject: "cart" },
  /** Asks what a seller earned. */
  seller_sales: { owner: "order-management", does: "reads", subject: "sales" },
  /** Asks which orders contain a seller's products. */
  seller_orders: { owner: "order-management", does: "reads", subject: "sales" },
  profile: { owner: "order-management", does: "reads" },
  /** Asks what was spent in a period. */
  spending: { owner: "order-management", does: "reads" },
  /** Reports something broken, wrong, missing or undelivered. */
  order_problem: { owner: "order-management", does: "hands over", about: "order", isStatable: true },
  /** Wants a person, or to complain. */
  human: { owner: "order-management", does: "hands over", isStatable: true },
  /** Asks for a rule of the shop: how returns, delivery or payment work. */
  shop_rule: { owner: "order-management", does: "reads", byRule: true },
  validate_coupon: { owner: "pricing-promotions", does: "reads", subject: "code", isStatable: true },
  deals: { owner: "pricing-promotions", does: "reads", isStatable: true },
  loyalty: { owner: "pricing-promotions", does: "reads" },
  /** Asks what every tier offers. */
  loyalty_benefits: { owner: "pricing-promotions", does: "reads" },
  /** Asks for the member discount on an amount. */
  loyalty_discount: { owner: "pricing-promotions", does: "reads", about: "product" },
  bundles: { owner: "pricing-promotions", does: "reads" },
  optimize_cart: { owner: "pricing-promotions", does: "reads", subject: "cart" },
  reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  sentiment: { owner: "review-sentiment", does: "reads", about: "product" },
  /** Asks what customers say about quality, value, shipping, design or durability. */
  review_topics: { owner: "review-sentiment", does: "reads", about: "product" },
  /** Asks for reviews that mention something. */
  search_reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  compare_reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  fake_reviews: { owner: "review-sentiment", does: "reads", about: "product" },
  review_trends: { owner: "review-sentiment", does: "reads", about: "product" },
  review_response: { owner: "review-sentiment", does: "reads", about: "product" },
  stock: { owner: "inventory-fulfillment", does: "reads", about: "product" },
  /** Asks for stock by warehouse, with reorder thresholds and arrivals. */
  warehouse_availability: { owner: "inventory-fulfillment", does: "reads", about: "product" },
  /** Asks what the carrier recorded about a parcel. */
  delivery_status: { owner: "inventory-fulfillment", does: "reads", about: "order" },
  restock: { owner: "inventory-fulfillment", does: "reads", about: "product" },
  shipping_estimate: { owner: "inventory-fulfillment", does: "reads", about: "product", subject: "delivery" },
  carriers: { owner: "inventory-fulfillment", does: "reads" },
  backorder: { owner: "inventory-fulfillment", does: "binds", about: "product", tool: "place_backorder" },
  fulfillment_plan: { owner: "inventory-fulfillment", does: "reads", isStatable: true },
  seller_stock: { owner: "inventory-fulfillment", does: "reads" },
  // Answered by the orchestrator itself.
  greeting: { owner: null, does: "reads" },
  thanks: { owner: null, does: "reads" },
  goodbye: { owner: null, does: "reads" },
  identity: { owner: null, does: "reads" },
  capabilities: { owner: null, does: "reads" },
  /** Asks about the shop itself: hours, payment. */
  shop_info: { owner: null, does: "reads", isAlwaysAnswered: true },
  /** Declines or postpones something. */
  decline: { owner: null, does: "reads" },
  smalltalk: { owner: null, does: "reads" },
  out_of_scope: { owner: null, does: "reads", isAlwaysAnswered: true },
  /** Asks for another person's data. */
  others_data: { owner: null, does: "reads", isAlwaysAnswered: true, isStatable: true },
  /** Is not in English. */
  other_language: { owner: null, does: "reads", byRule: true },
  /** Refers to a position beyond the end of a list. */
  not_listed: { owner: null, does: "reads", byRule: true, isAlwaysAnswered: true },
  /** Holds words of the message that no answer uses. */
  ignored: { owner: null, does: "reads", byRule: true, isAlwaysAnswered: true },
  unknown: { owner: null, does: "reads", byRule: true }
} as const satisfies Record.ReadonlyRecord<string, Row>

export const Intent = Schema.Literal(...Struct.keys(intents))
export type Intent = typeof Intent.Type

const rows: { readonly [I in Intent]: Row } = intents

/** Specialist that serves each intent; null: the orchestrator itself. */
export const intentOwner: { readonly [I in Intent]: SpecialistName | null } = Record.map(rows, ({ owner }) => owner)

/** A set of intents that can be asked about any label. */
export interface IntentSet extends ReadonlySet<Intent> {
  has(label: string): boolean
}

export const intentSet = (...intents: ReadonlyArray<Intent>): IntentSet => new Set(intents)

const intentsWith = (test: (row: Row) => boolean): IntentSet =>
  intentSet(...Record.keys(rows).filter((intent) => test(rows[intent])))

export const ofProduct = intentsWith(({ about }) => about === "product")
export const ofOrder = intentsWith(({ about }) => about === "order")

/** Intents that the classifier is not trained for. */
export const byRule = intentsWith((row) => row.byRule === true)

/** Intents that the orchestrator answers even if specialists answer, too. */
export const alwaysAnswered = intentsWith(({ isAlwaysAnswered }) => isAlwaysAnswered === true)

const intentsThat = (...kinds: ReadonlyArray<Row["does"]>): IntentSet => intentsWith(({ does }) => kinds.includes(does))

/** Intents that change the cart before checkout. */
export const cartChanges = intentsThat("changes cart")

/** Intents whose tools only propose, since their acts cannot be undone. */
export const binding = intentsThat("binds")

export const lookups = intentsThat("reads")

/** Intents that change something, at once or after a confirmation. */
export const writing = intentsThat("binds", "changes cart", "changes")

/** Intents that a plain statement can express; all binding ones can be. */
export const statable = intentsWith(({ does, isStatable }) => isStatable === true || does === "binds")

/** Returns the subject of the conversation after an intent. */
export const subjectOf = (intent: Intent): Subject | null =>
  rows[intent].subject ?? (cartChanges.has(intent) ? "cart" : ofOrder.has(intent) ? "order" : null)

/** Intents that only ask about a product. */
export const asksOfProduct = intentsWith(({ about, does }) => about === "product" && does === "reads")

/** Returns the tools by which intents change something. */
export const toolsOf = (intents: ReadonlySet<Intent>): ReadonlyArray<string> =>
  [...intents].flatMap((intent) => {
    const row = rows[intent]
    return row.does === "reads" || row.does === "hands over" ? [] : [row.tool ?? intent]
  })

export const writingTools: ReadonlySet<string> = new Set(toolsOf(writing))
