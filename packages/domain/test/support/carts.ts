import { type Category } from "../../src/Catalog.ts"
import { Email } from "../../src/Identity.ts"
import { ProductId, PromotionId } from "../../src/Ids.ts"
import { type Tier } from "../../src/Loyalty.ts"
import { Money } from "../../src/Money.ts"
import { type Coupon, CouponCode, type PromotionRules } from "../../src/Pricing.ts"
import { type CartLine, type PricingFacts, type RunningPromotion } from "../../src/rules/CartPricing.ts"
import { DateTime, FastCheck } from "effect"
import { categories } from "./names.ts"

export const now = DateTime.unsafeMake("2026-03-01T10:00:00Z")
export const ada = Email.make("ada@example.com")

export const product = (n: number) => ProductId.make(`aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`)

export const line = (n: number, category: Category, unitPrice: number, quantity = 1): CartLine => ({
  productId: product(n),
  groupId: null,
  category,
  unitPrice: Money.make(unitPrice),
  quantity
})

export const promotion = (n: number, rules: PromotionRules): RunningPromotion => ({
  id: PromotionId.make(`ffffffff-0000-4000-8000-${String(n).padStart(12, "0")}`),
  name: `Promotion ${n}`,
  rules
})

export const bronze: Tier = {
  name: "bronze",
  minSpend: Money.make(0),
  discountPct: 0,
  freeShippingThreshold: Money.make(10_000),
  prioritySupport: false
}
export const gold: Tier = { ...bronze, name: "gold", discountPct: 10 }

export const facts = (promotions: ReadonlyArray<RunningPromotion>, tier = bronze): PricingFacts => ({
  now,
  email: ada,
  tier,
  promotions
})

/** Valid for everything unless something else is said. */
export const coupon = (code: string, change: Partial<Coupon>): Coupon => ({
  code: CouponCode.make(code),
  description: "",
  discountType: "percentage",
  discountValue: 1_000,
  minSpend: Money.make(0),
  maxDiscount: null,
  usageLimit: null,
  timesUsed: 0,
  validFrom: DateTime.subtract(now, { days: 1 }),
  validUntil: null,
  applicableCategories: null,
  ownerEmail: null,
  isActive: true,
  ...change
})

const category = FastCheck.constantFrom(...categories)
const money = (max: number) => FastCheck.integer({ min: 1, max }).map((cents) => Money.make(cents))
const percent = FastCheck.oneof(
  FastCheck.integer({ min: 1, max: 100 }),
  FastCheck.constantFrom(0.05, 7.5, 12.345, 33.333)
)

/** Carts of up to `most` lines, few prices, so that equal ones occur. */
export const anyCart = (most: number): FastCheck.Arbitrary<ReadonlyArray<CartLine>> =>
  FastCheck.uniqueArray(
    FastCheck.record({
      productId: FastCheck.integer({ min: 1, max: 12 }).map(product),
      groupId: FastCheck.constant(null),
      category,
      unitPrice: FastCheck.oneof(money(9), money(50_000), FastCheck.constantFrom(Money.make(1_000), Money.make(1_999))),
      quantity: FastCheck.integer({ min: 1, max: 5 })
    }),
    { selector: ({ productId }) => productId, minLength: 1, maxLength: most }
  )

const someProducts = (least: number) =>
  FastCheck.uniqueArray(FastCheck.integer({ min: 1, max: 12 }).map(product), { minLength: least, maxLength: 6 })
const someCategories = (least: number) => FastCheck.uniqueArray(category, { minLength: least, maxLength: 5 })
const count = FastCheck.integer({ min: 1, max: 3 })

const rules: FastCheck.Arbitrary<PromotionRules> = FastCheck.oneof(
  FastCheck.record({
    type: FastCheck.constant("bundle" as const),
    product_ids: someProducts(2),
    discount_pct: percent
  }),
  FastCheck.record({
    type: FastCheck.constant("bundle" as const),
    categories: someCategories(2),
    discount_pct: percent
  }),
  FastCheck.record({
    type: FastCheck.constant("buy_x_get_y" as const),
    product_ids: someProducts(1),
    buy_quantity: count,
    free_quantity: count
  }),
  FastCheck.record({
    type: FastCheck.constant("buy_x_get_y" as const),
    category,
    buy_quantity: count,
    free_quantity: count
  }),
  FastCheck.record({
    type: FastCheck.constant("flash_sale" as const),
    categories: someCategories(1),
    discount_pct: percent
  })
)

/** Up to `most` running promotions of all kinds, in no order of their ids. */
export const anyPromotions = (most: number): FastCheck.Arbitrary<ReadonlyArray<RunningPromotion>> =>
  FastCheck.uniqueArray(
    FastCheck.tuple(FastCheck.integer({ min: 1, max: 99 }), rules).map(([n, rules]) => promotion(n, rules)),
    { selector: ({ id }) => id, maxLength: most }
  )

/** Coupons of all kinds, most of them valid. */
export const anyCoupon: FastCheck.Arbitrary<Coupon> = FastCheck.record({
  code: FastCheck.constantFrom("AAA", "BBB", "CCC", "DDD"),
  discountType: FastCheck.constantFrom("percentage" as const, "fixed" as const),
  discountValue: FastCheck.integer({ min: 1, max: 10_000 }),
  minSpend: FastCheck.oneof(FastCheck.constant(Money.make(0)), money(40_000)),
  maxDiscount: FastCheck.option(money(4_000)),
  applicableCategories: FastCheck.option(someCategories(1)),
  isActive: FastCheck.nat(9).map((n) => n > 0)
}).map(({ code, ...change }) => coupon(code, change))

export const anyTier: FastCheck.Arbitrary<Tier> = FastCheck.constantFrom(
  bronze,
  { ...bronze, name: "silver", discountPct: 5 },
  gold,
  { ...gold, discountPct: 12.25 }
)
