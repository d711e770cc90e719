import { Category } from "@storefront/domain/Catalog"
import { Region, SpeedTier } from "@storefront/domain/Inventory"
import { MemoryCategory } from "@storefront/domain/Memories"
import { OrderStatus } from "@storefront/domain/Orders"
import { RefundMethod } from "@storefront/domain/Returns"
import { ReviewSort } from "@storefront/domain/Reviews"
import { ProductSort } from "@storefront/domain/tools/ProductTools"
import { Schema } from "effect"
import { Intent } from "./Intents.ts"

/** Wishes and their slots. Stored as JSON within `DialogueState`, so renaming a slot loses it in conversations. */

/** Makes a slot that is null unless stated. */
export const slot = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null })

/** Makes a slot for any number of values. */
export const many = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.Array(schema), { default: () => [] })

export const flag = Schema.optionalWith(Schema.Boolean, { default: () => false })

/** A product as the customer calls it, typos included; tools resolve it. */
export const ProductReference = Schema.Struct({
  name: Schema.String,
  /** `history`: an anaphor or nothing was said, and `name` comes from an earlier answer. */
  source: Schema.Literal("message", "history"),
  /** Product to fall back to if none has this name: "and the crowd, what does it say?" */
  instead: Schema.optional(Schema.String)
})
export type ProductReference = typeof ProductReference.Type

export const namedNow = (name: string): ProductReference => ({ name, source: "message" })

export const namedBefore = (name: string): ProductReference => ({ name, source: "history" })

/** A customer's reference to an order. */
export const OrderReference = Schema.Union(
  /** By id or short number. */
  Schema.Struct({ kind: Schema.Literal("id"), id: Schema.String }),
  /** 0 is the newest. */
  Schema.Struct({ kind: Schema.Literal("position"), index: Schema.Number }),
  /** `index` counts within the orders of this status; 0 is the newest. */
  Schema.Struct({ kind: Schema.Literal("status"), status: OrderStatus, index: Schema.optional(Schema.Number) }),
  /** The order that holds this product. */
  Schema.Struct({ kind: Schema.Literal("product"), name: Schema.String }),
  /** Any order but the one mentioned before. */
  Schema.Struct({ kind: Schema.Literal("other"), than: Schema.String })
)
export type OrderReference = typeof OrderReference.Type

/** Search criteria for products. Prices are in units of the shop's currency. */
export const ProductFilters = Schema.Struct({
  /** Search terms besides the other filters. */
  query: slot(Schema.String),
  category: slot(Category),
  brand: slot(Schema.String),
  minPrice: slot(Schema.Number),
  maxPrice: slot(Schema.Number),
  minRating: slot(Schema.Number),
  inStock: slot(Schema.Boolean),
  sort: slot(ProductSort)
})
export type ProductFilters = typeof ProductFilters.Type

export const noFilters = Schema.decodeSync(ProductFilters)({})

export const ReviewFilters = Schema.Struct({
  sort: slot(ReviewSort),
  /** Exact number of stars. */
  rating: slot(Schema.Number),
  verifiedOnly: flag,
  /** Word that the reviews should mention: "battery". */
  keyword: slot(Schema.String)
})
export type ReviewFilters = typeof ReviewFilters.Type

/** An address, possibly incomplete; tools validate it. */
export const StatedAddress = Schema.Struct({
  recipient: slot(Schema.String),
  street: slot(Schema.String),
  city: slot(Schema.String),
  /** Two letters for a US state, otherwise as stated; "" in an address that is written without one. */
  state: slot(Schema.String),
  zip: slot(Schema.String),
  /** Two-letter code. */
  country: slot(Schema.String)
})
export type StatedAddress = typeof StatedAddress.Type

export const noAddress = Schema.decodeSync(StatedAddress)({})

export const ItemReference = Schema.Struct({ product: ProductReference, quantity: slot(Schema.Number) })
export type ItemReference = typeof ItemReference.Type

/** A fact about the customer, to remember or to forget. */
export const StatedMemory = Schema.Struct({
  category: slot(MemoryCategory),
  /** In the customer's words: "I wear size M". */
  content: slot(Schema.String)
})
export type StatedMemory = typeof StatedMemory.Type

/** Values of an option, as the shop writes them: Size, 41 and 42. */
export const OptionChoices = Schema.Struct({ name: Schema.String, values: Schema.Array(Schema.String) })
export type OptionChoices = typeof OptionChoices.Type

/** One request of the customer: an intent with its slots. Slots that were not stated are null or empty. */
export const Wish = Schema.Struct({
  intent: Intent,
  /** The customer's words for it. */
  text: Schema.String,
  product: slot(ProductReference),
  /** Further products: of a comparison, or to keep when the rest is removed. */
  otherProducts: many(ProductReference),
  order: slot(OrderReference),
  /** Values of options that the product shall have: Red, 42. */
  values: many(Schema.String),
  /** `category` also narrows deals, coupons and trending products. */
  filters: Schema.optionalWith(ProductFilters, { default: () => noFilters }),
  reviews: Schema.optionalWith(ReviewFilters, { default: () => Schema.decodeSync(ReviewFilters)({}) }),
  /** Coupon code in upper case. */
  code: slot(Schema.String),
  /** Cart total, in units of the shop's currency, that a coupon is checked against. */
  amount: slot(Schema.Number),
  /** An amount in a currency that is not the shop's, in the customer's words. */
  foreignAmount: slot(Schema.String),
  region: slot(Region),
  quantity: slot(Schema.Number),
  /** Length of a past period: "last two months" is 60. */
  days: slot(Schema.Number),
  /** Number of results wanted: "top 3". */
  limit: slot(Schema.Number),
  /** Status to look for: "what is on its way" is shipped. */
  orderStatus: slot(OrderStatus),
  /** In the customer's words: "because I ordered the wrong size". */
  reason: slot(Schema.String),
  /** Products with quantities: of a bundle, plan, optimised cart or return. */
  items: many(ItemReference),
  address: slot(StatedAddress),
  memory: slot(StatedMemory),
  speed: slot(SpeedTier),
  refundMethod: slot(RefundMethod),
  /** Tone of the answer to a review. */
  tone: slot(Schema.Literal("friendly", "formal")),
  /** Restricts stock to products that run low. */
  lowStockOnly: flag,
  /** Id of a review or a memory, depending on the intent. */
  otherId: slot(Schema.String),
  /** Words of the clause that no slot uses: "bright enough for running". */
  rest: slot(Schema.String),
  /** True when product, order or intent come from the history. */
  fromHistory: flag,
  /** Certainty of this reading, from 0 to 1. */
  certainty: Schema.optionalWith(Schema.Number, { default: () => 1 })
})
export type Wish = typeof Wish.Type

/** Overlays newly stated slots on earlier ones; null, false and empty ones count as not stated. */
export const overlay = <Slots extends object>(earlier: Slots, stated: Partial<Slots>): Slots => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(stated).filter(([, value]) => isStated(value)))
})

const isStated = (value: unknown): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

const emptyWish = Schema.decodeSync(Wish)({ intent: "unknown", text: "" })

export const wishOf = (intent: Intent, text: string): Wish => ({ ...emptyWish, intent, text })
