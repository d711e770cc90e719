import { Category } from "@storefront/domain/Catalog"
import { Region, SpeedTier } from "@storefront/domain/Inventory"
import { MemoryCategory } from "@storefront/domain/Memories"
import { OrderStatus } from "@storefront/domain/Orders"
import { RefundMethod } from "@storefront/domain/Returns"
import { ReviewSort } from "@storefront/domain/Reviews"
import { ProductSort } from "@storefront/domain/tools/ProductTools"
import { Schema } from "effect"
import { Intent } from "./Intents.ts"

/** A slot that is null until it is said. */
export const slot = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { default: () => null })

/** A slot that holds as many as were said. */
export const many = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.Array(schema), { default: () => [] })

export const flag = Schema.optionalWith(Schema.Boolean, { default: () => false })

/** A product as the customer calls it: typos kept, filler removed. Tools resolve it, never a list in the code. */
export const ProductReference = Schema.Struct({
  name: Schema.String,
  /** `history`: the customer said "it", "the second one" or nothing, and `name` is what the assistant called it before. */
  source: Schema.Literal("message", "history"),
  /** Spoken of before, and meant when there is no product of that name: "and the crowd, what does it say?" */
  instead: Schema.optional(Schema.String)
})
export type ProductReference = typeof ProductReference.Type

/** A product that this message names, as it is written there. */
export const namedNow = (name: string): ProductReference => ({ name, source: "message" })

/** A product by what the assistant called it before. */
export const namedBefore = (name: string): ProductReference => ({ name, source: "history" })

/** How the customer points at an order. */
export const OrderReference = Schema.Union(
  /** By the id or the short number. */
  Schema.Struct({ kind: Schema.Literal("id"), id: Schema.String }),
  /** 0 is the newest. */
  Schema.Struct({ kind: Schema.Literal("position"), index: Schema.Number }),
  /** With `index` the newest of these (0), the one before it (1), … */
  Schema.Struct({ kind: Schema.Literal("status"), status: OrderStatus, index: Schema.optional(Schema.Number) }),
  /** The order that holds this product. */
  Schema.Struct({ kind: Schema.Literal("product"), name: Schema.String }),
  /** Any but the one that was spoken of. */
  Schema.Struct({ kind: Schema.Literal("other"), than: Schema.String })
)
export type OrderReference = typeof OrderReference.Type

/** What a product has to be like. Prices are whole numbers or have two decimals, in dollars. */
export const ProductFilters = Schema.Struct({
  /** What is left to search for once the other filters are read; null when nothing is. */
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

/** Any product will do. */
export const noFilters = Schema.decodeSync(ProductFilters)({})

/** Which reviews. */
export const ReviewFilters = Schema.Struct({
  sort: slot(ReviewSort),
  /** Exactly this many stars. */
  rating: slot(Schema.Number),
  verifiedOnly: flag,
  /** Something the reviews should mention: "battery". */
  keyword: slot(Schema.String)
})
export type ReviewFilters = typeof ReviewFilters.Type

/** An address as far as it was said; tools check it. */
export const SaidAddress = Schema.Struct({
  recipient: slot(Schema.String),
  street: slot(Schema.String),
  city: slot(Schema.String),
  /** Two letters for a US state, else as said. */
  state: slot(Schema.String),
  zip: slot(Schema.String)
})
export type SaidAddress = typeof SaidAddress.Type

/** An address of which nothing was said. */
export const noAddress = Schema.decodeSync(SaidAddress)({})

/** One of several products wanted together, with how many of it. */
export const WantedItem = Schema.Struct({ product: ProductReference, quantity: slot(Schema.Number) })
export type WantedItem = typeof WantedItem.Type

/** Something to remember of the customer, or to forget. */
export const SaidMemory = Schema.Struct({
  category: slot(MemoryCategory),
  /** In the customer's words: "I wear size M". */
  content: slot(Schema.String)
})
export type SaidMemory = typeof SaidMemory.Type

/** One thing the customer wants. Slots that were not said are null. */
export const Wish = Schema.Struct({
  intent: Intent,
  /** The part of the message it was read from, in the customer's words. */
  text: Schema.String,
  product: slot(ProductReference),
  /** The others of a comparison; empty otherwise. */
  otherProducts: many(ProductReference),
  order: slot(OrderReference),
  /** `category` also narrows deals, coupons and trending products. */
  filters: Schema.optionalWith(ProductFilters, { default: () => noFilters }),
  reviews: Schema.optionalWith(ReviewFilters, { default: () => Schema.decodeSync(ReviewFilters)({}) }),
  /** Coupon code, in capitals. */
  code: slot(Schema.String),
  /** Dollars: the cart total a coupon is tried on. */
  amount: slot(Schema.Number),
  region: slot(Region),
  quantity: slot(Schema.Number),
  /** A period looked back on: "last two months" is 60. */
  days: slot(Schema.Number),
  /** How many are wanted: "top 3". */
  limit: slot(Schema.Number),
  /** Which orders: "what is on its way" is shipped. */
  orderStatus: slot(OrderStatus),
  /** Why the customer wants it: "because I ordered the wrong size". */
  reason: slot(Schema.String),
  /** Several products with their quantities: for a bundle, a plan, an optimised cart. Empty when none was named. */
  items: many(WantedItem),
  address: slot(SaidAddress),
  memory: slot(SaidMemory),
  speed: slot(SpeedTier),
  refundMethod: slot(RefundMethod),
  /** How an answer to a review is to sound. */
  tone: slot(Schema.Literal("friendly", "formal")),
  /** Only what runs low. */
  lowStockOnly: flag,
  /** The id of a review, a return or a memory: its words say of which. */
  otherId: slot(Schema.String),
  /** The words of a clause, as written, that neither name the product nor ask in a usual way: "bright enough for running". */
  rest: slot(Schema.String),
  /** True when product, order or intent were taken over from the history. */
  fromHistory: flag,
  /** How certain it is that this is meant, from 0 to 1. */
  certainty: Schema.optionalWith(Schema.Number, { default: () => 1 })
})
export type Wish = typeof Wish.Type

/** What was said, and of what was not said now what was said before. */
export const laidOver = <Slots extends object>(earlier: Slots, said: Partial<Slots>): Slots => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(said).filter(([, value]) => isSaid(value)))
})

const isSaid = (value: unknown): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

const blank = Schema.decodeSync(Wish)({ intent: "unknown", text: "" })

/** A wish with nothing but its intent and words; the slots are filled by spreading over it. */
export const plainWish = (intent: Intent, text: string): Wish => ({ ...blank, intent, text })
