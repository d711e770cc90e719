import { type DateTime, Schema } from "effect"
import { Category } from "./Catalog.ts"
import { type Email } from "./Identity.ts"
import { ProductId } from "./Ids.ts"
import { type Money } from "./Money.ts"

/** The stored form of a coupon code: upper case. */
export const CouponCode = Schema.String.pipe(Schema.pattern(/^[A-Z0-9_-]{3,40}$/), Schema.brand("CouponCode"))
export type CouponCode = typeof CouponCode.Type

export const DiscountType = Schema.Literal("percentage", "fixed")
export type DiscountType = typeof DiscountType.Type

/** Reasons why a coupon gives nothing, in checking order. `unknown` also covers other customers' coupons. */
export const CouponProblem = Schema.Literal(
  "unknown",
  "inactive",
  "not_started",
  "expired",
  "usage_limit",
  "category",
  "min_spend"
)
export type CouponProblem = typeof CouponProblem.Type

/** A stored coupon. */
export interface Coupon {
  readonly code: CouponCode
  readonly description: string
  readonly discountType: DiscountType
  /** Hundredths: of a percent for `percentage`, cents for `fixed`. */
  readonly discountValue: number
  /** Compared with the gross total of the eligible lines. */
  readonly minSpend: Money
  readonly maxDiscount: Money | null
  /** Null is unlimited; 0 allows no use. */
  readonly usageLimit: number | null
  readonly timesUsed: number
  readonly validFrom: DateTime.Utc
  /** First moment at which it is no longer valid; null if it never expires. */
  readonly validUntil: DateTime.Utc | null
  /** Null means all categories. */
  readonly applicableCategories: ReadonlyArray<Category> | null
  /** The only account that may use it; null means everybody. */
  readonly ownerEmail: Email | null
  readonly isActive: boolean
}

const Percentage = Schema.Number.pipe(Schema.greaterThan(0), Schema.lessThanOrEqualTo(100))
const Count = Schema.Int.pipe(Schema.positive())

/** Rules may name variants, singles and groups: a group stands for each of its variants. */

/** A discount on a set with one unit of each product, or of each category. */
const Bundle = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("bundle"),
    product_ids: Schema.Array(ProductId).pipe(Schema.minItems(2), Schema.maxItems(10)),
    discount_pct: Percentage
  }),
  Schema.Struct({
    type: Schema.Literal("bundle"),
    categories: Schema.Array(Category).pipe(Schema.minItems(2), Schema.maxItems(5)),
    discount_pct: Percentage
  })
)

/** `free_quantity` units are free for every `buy_quantity + free_quantity` eligible ones, the cheapest of all first. */
const BuyXGetY = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("buy_x_get_y"),
    product_ids: Schema.Array(ProductId).pipe(Schema.minItems(1), Schema.maxItems(20)),
    buy_quantity: Count,
    free_quantity: Count
  }),
  Schema.Struct({
    type: Schema.Literal("buy_x_get_y"),
    category: Category,
    buy_quantity: Count,
    free_quantity: Count
  })
)

const FlashSale = Schema.Struct({
  type: Schema.Literal("flash_sale"),
  categories: Schema.Array(Category).pipe(Schema.minItems(1), Schema.maxItems(5)),
  discount_pct: Percentage
})

/** Effect of a promotion, as stored in `promotions.rules`. */
export const PromotionRules = Schema.Union(Bundle, BuyXGetY, FlashSale)
export type PromotionRules = typeof PromotionRules.Type

export const PromotionType = Schema.Literal("bundle", "buy_x_get_y", "flash_sale")
export type PromotionType = typeof PromotionType.Type
