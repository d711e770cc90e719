import { type Category } from "@storefront/domain/Catalog"
import { type Region, type SpeedTier } from "@storefront/domain/Inventory"
import { type MemoryCategory } from "@storefront/domain/Memories"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type RefundMethod } from "@storefront/domain/Returns"
import { type ReviewSort } from "@storefront/domain/Reviews"
import { type ProductSort } from "@storefront/domain/tools/ProductTools"
import { type Intent } from "./Intents.ts"

/** A product as the customer calls it: typos kept, filler removed. Tools resolve it, never a list in the code. */
export interface ProductReference {
  readonly name: string
  /** `history`: the customer said "it", "the second one" or nothing, and `name` is what the assistant called it before. */
  readonly source: "message" | "history"
  /** What was spoken of before, which is meant when there is no product of that name: "and the crowd, what does it say?" */
  readonly instead?: string
}

/** A product that this message names, as it is written there. */
export const namedNow = (name: string): ProductReference => ({ name, source: "message" })

/** A product by what the assistant called it before. */
export const namedBefore = (name: string): ProductReference => ({ name, source: "history" })

/** How the customer points at an order. */
export type OrderReference =
  /** By the id or the short number. */
  | { readonly kind: "id"; readonly id: string }
  /** 0 is the newest. */
  | { readonly kind: "position"; readonly index: number }
  /** With `index` the newest of these (0), the one before it (1), … */
  | { readonly kind: "status"; readonly status: OrderStatus; readonly index?: number }
  /** The order that holds this product, or with `isWithout` the one that does not. */
  | { readonly kind: "product"; readonly name: string; readonly isWithout?: boolean }
  /** Placed this many days ago: 1 to 1 is yesterday, 1 to 14 last week. */
  | { readonly kind: "age"; readonly minDays: number; readonly maxDays: number }
  /** Any but the one that was spoken of. */
  | { readonly kind: "other"; readonly than: string }

/** What a product has to be like. Prices are whole numbers or have two decimals, in dollars. */
export class ProductFilters {
  /** What is left to search for once the other filters are read; null when nothing is. */
  readonly query: string | null = null
  readonly category: Category | null = null
  readonly brand: string | null = null
  readonly minPrice: number | null = null
  readonly maxPrice: number | null = null
  readonly minRating: number | null = null
  readonly inStock: boolean | null = null
  readonly sort: ProductSort | null = null
}

/** Any product will do. */
export const noFilters: ProductFilters = { ...new ProductFilters() }

/** Which reviews. */
export class ReviewFilters {
  readonly sort: ReviewSort | null = null
  /** Exactly this many stars. */
  readonly rating: number | null = null
  readonly verifiedOnly: boolean = false
  /** Something the reviews should mention: "battery". */
  readonly keyword: string | null = null
}

/** An address as far as it was said; tools check it. */
export class SaidAddress {
  readonly recipient: string | null = null
  readonly street: string | null = null
  readonly city: string | null = null
  /** Two letters for a US state, else as said. */
  readonly state: string | null = null
  readonly zip: string | null = null
  readonly country: string | null = null
  readonly phone: string | null = null
}

/** One of several products wanted together, with how many of it. */
export interface WantedItem {
  readonly product: ProductReference
  readonly quantity: number | null
}

/** Something to remember of the customer, or to forget. */
export interface SaidMemory {
  readonly category: MemoryCategory | null
  /** In the customer's words: "I wear size M". */
  readonly content: string | null
}

/** What can be said of a wish. Slots that were not said are null. */
class Slots {
  readonly product: ProductReference | null = null
  /** The others of a comparison; empty otherwise. */
  readonly otherProducts: ReadonlyArray<ProductReference> = []
  readonly order: OrderReference | null = null
  /** `category` also narrows deals, coupons and trending products. */
  readonly filters: ProductFilters = noFilters
  readonly reviews: ReviewFilters = { ...new ReviewFilters() }
  /** Coupon code, in capitals. */
  readonly code: string | null = null
  /** Dollars: the cart total a coupon is tried on. */
  readonly amount: number | null = null
  readonly region: Region | null = null
  readonly quantity: number | null = null
  /** A period looked back on: "last two months" is 60. */
  readonly days: number | null = null
  /** How many are wanted: "top 3". */
  readonly limit: number | null = null
  /** Which orders: "what is on its way" is shipped. */
  readonly orderStatus: OrderStatus | null = null
  /** Why the customer wants it: "because I ordered the wrong size". */
  readonly reason: string | null = null
  /** Several products with their quantities: for a bundle, a plan, an optimised cart. Empty when none was named. */
  readonly items: ReadonlyArray<WantedItem> = []
  readonly address: SaidAddress | null = null
  readonly memory: SaidMemory | null = null
  /** Where a parcel starts, when both ends were said; `region` is where it goes. */
  readonly fromRegion: Region | null = null
  readonly speed: SpeedTier | null = null
  readonly refundMethod: RefundMethod | null = null
  /** How an answer to a review is to sound. */
  readonly tone: "friendly" | "formal" | null = null
  /** A note for an order or a backorder. */
  readonly note: string | null = null
  /** Only what runs low. */
  readonly lowStockOnly: boolean = false
  /** The id of a review, a return or a memory: its words say of which. */
  readonly otherId: string | null = null
  /** True when product, order or intent were taken over from the history. */
  readonly fromHistory: boolean = false
}

/** One thing the customer wants. */
export interface Wish extends Slots {
  readonly intent: Intent
  /** The part of the message it was read from, in the customer's words. */
  readonly text: string
}

/** What was said, and of what was not said now what was said before. */
export const laidOver = <Slots extends object>(earlier: Slots, said: Partial<Slots>): Slots => ({
  ...earlier,
  ...Object.fromEntries(Object.entries(said).filter(([, value]) => isSaid(value)))
})

const isSaid = (value: unknown): boolean =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

/** A wish with nothing but its intent and words; the slots are filled by spreading over it. */
export const plainWish = (intent: Intent, text: string): Wish => ({ ...new Slots(), intent, text })
