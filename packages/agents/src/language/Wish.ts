/**
 * What a customer wants, as the embedded model reads it.
 *
 * How a playbook uses it:
 * - `understand(turn)` (Understand.ts) reads the message in the light of the history: one `Wish` per thing asked for, in
 *   the order of the message, pronouns and ellipsis already resolved. `wishesFor(turn, agent)` keeps those of one specialist.
 * - `resolveOrder` and `pickProduct` (References.ts) turn `wish.order` and `wish.product` into the object meant.
 * - Answers.ts has money, list, plural and date in the shop's wording.
 * - Every answer names products by their full name and orders by their full id, so that "it" can be resolved next turn.
 *   Lists are one item per line, `1. Name, $12.50` or `- Name, $12.50`: "the second one" and "the cheapest" index into them.
 */
import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type ReviewSort } from "@storefront/domain/Reviews"
import { type ProductSort } from "@storefront/domain/tools/ProductTools"
import { type SpecialistName } from "@storefront/domain/Topology"

/** Things a specialist can do something about. The value is the specialist that serves it. */
const served = {
  find_products: "product-discovery",
  product_details: "product-discovery",
  compare_products: "product-discovery",
  similar_products: "product-discovery",
  trending: "product-discovery",
  price_history: "product-discovery",
  preferences: "product-discovery",
  seller_products: "product-discovery",
  list_orders: "order-management",
  order_details: "order-management",
  track_order: "order-management",
  cancel_order: "order-management",
  /** Asks about cancelling without agreeing to it: answer, never cancel. */
  cancel_question: "order-management",
  /** Wants an order changed: address, items. */
  change_order: "order-management",
  /** Wants to send something back, or asks about returning. */
  return: "order-management",
  /** Asks for money back, or about a refund. */
  refund: "order-management",
  cart: "order-management",
  checkout: "order-management",
  seller_sales: "order-management",
  profile: "order-management",
  purchase_history: "order-management",
  validate_coupon: "pricing-promotions",
  deals: "pricing-promotions",
  loyalty: "pricing-promotions",
  bundles: "pricing-promotions",
  optimize_cart: "pricing-promotions",
  reviews: "review-sentiment",
  sentiment: "review-sentiment",
  compare_reviews: "review-sentiment",
  fake_reviews: "review-sentiment",
  review_trends: "review-sentiment",
  review_response: "review-sentiment",
  stock: "inventory-fulfillment",
  restock: "inventory-fulfillment",
  shipping_estimate: "inventory-fulfillment",
  carriers: "inventory-fulfillment",
  backorder: "inventory-fulfillment",
  fulfillment_plan: "inventory-fulfillment",
  seller_stock: "inventory-fulfillment"
} as const satisfies Record<string, SpecialistName>

/** Things the front door answers itself. */
const unserved = {
  greeting: null,
  thanks: null,
  goodbye: null,
  identity: null,
  capabilities: null,
  /** About the shop itself: hours, payment, contact, a person to talk to. */
  shop_info: null,
  /** Does not want something, or not now. */
  decline: null,
  smalltalk: null,
  out_of_scope: null,
  unknown: null
} as const

/** Which specialist serves an intent; null when the front door answers itself. */
export const intentOwner: { readonly [I in Intent]: SpecialistName | null } = { ...served, ...unserved }

/** What is asked for. */
export type Intent = keyof typeof served | keyof typeof unserved

/** A product as the customer calls it: typos kept, filler removed. Tools resolve it, never a list in the code. */
export interface ProductReference {
  readonly name: string
  /** `history`: the customer said "it", "the second one" or nothing, and `name` is what the assistant called it before. */
  readonly source: "message" | "history"
}

/** How the customer points at an order. */
export type OrderReference =
  | { readonly kind: "id"; readonly id: string }
  /** The first 8 or more hex digits of the id. */
  | { readonly kind: "idPrefix"; readonly prefix: string }
  /** 0 is the newest. */
  | { readonly kind: "position"; readonly index: number }
  | { readonly kind: "status"; readonly status: OrderStatus }
  /** The order that holds this product. */
  | { readonly kind: "product"; readonly name: string }
  /** Placed this many days ago: 1 to 1 is yesterday, 1 to 14 last week. */
  | { readonly kind: "age"; readonly minDays: number; readonly maxDays: number }

/** What a product has to be like. Prices are whole numbers or have two decimals, in dollars. */
export interface ProductFilters {
  /** What is left to search for once the other filters are read; null when nothing is. */
  readonly query: string | null
  readonly category: Category | null
  readonly brand: string | null
  readonly minPrice: number | null
  readonly maxPrice: number | null
  readonly minRating: number | null
  readonly inStock: boolean | null
  readonly sort: ProductSort | null
}

/** Which reviews. */
export interface ReviewFilters {
  readonly sort: ReviewSort | null
  /** Exactly this many stars. */
  readonly rating: number | null
  readonly verifiedOnly: boolean
  /** Something the reviews should mention: "battery". */
  readonly keyword: string | null
}

/** One thing the customer wants. Slots that were not said are null. */
export interface Wish {
  readonly intent: Intent
  /** The part of the message it was read from, in the customer's words. */
  readonly text: string
  readonly product: ProductReference | null
  /** The others of a comparison; empty otherwise. */
  readonly otherProducts: ReadonlyArray<ProductReference>
  readonly order: OrderReference | null
  /** `category` also narrows deals, coupons and trending products. */
  readonly filters: ProductFilters
  readonly reviews: ReviewFilters
  /** Coupon code, in capitals. */
  readonly code: string | null
  /** Dollars: the cart total a coupon is tried on. */
  readonly amount: number | null
  readonly region: Region | null
  readonly quantity: number | null
  /** A period looked back on: "last two months" is 60. */
  readonly days: number | null
  /** How many are wanted: "top 3". */
  readonly limit: number | null
  /** Which orders: "what is on its way" is shipped. */
  readonly orderStatus: OrderStatus | null
  /** Why the customer wants it: "because I ordered the wrong size". */
  readonly reason: string | null
  /** True when product, order or intent were taken over from the history. */
  readonly fromHistory: boolean
}

/** A wish with nothing but its intent and words; the slots are filled by spreading over it. */
export const plainWish = (intent: Intent, text: string): Wish => ({
  intent,
  text,
  product: null,
  otherProducts: [],
  order: null,
  filters: {
    query: null,
    category: null,
    brand: null,
    minPrice: null,
    maxPrice: null,
    minRating: null,
    inStock: null,
    sort: null
  },
  reviews: { sort: null, rating: null, verifiedOnly: false, keyword: null },
  code: null,
  amount: null,
  region: null,
  quantity: null,
  days: null,
  limit: null,
  orderStatus: null,
  reason: null,
  fromHistory: false
})
