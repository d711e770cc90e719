import { Email } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { type Coupon, CouponCode } from "@storefront/domain/Pricing"
import { DateTime } from "effect"
import type { Row } from "./Loader.ts"
import { ago, amount, randomOf, type World } from "./World.ts"
import { type CategoryName } from "./Names.ts"
import { Category } from "@storefront/domain/Catalog"

/**
 * Terms of a coupon, with exactly one of `percent` and `fixed`; the other absent ones have a default. Amounts are in
 * cents, `from` and `until` in days from now.
 */
interface CouponTerms {
  readonly code: string
  readonly description: string
  readonly percent?: number
  readonly fixed?: number
  readonly min?: number
  readonly cap?: number
  readonly limit?: number
  readonly from?: number
  readonly until?: number
  readonly category?: CategoryName
  readonly owner?: string
  readonly isActive?: boolean
}

/** Coupon ids derive from positions in this list, so a new coupon comes last. */
const couponTerms: ReadonlyArray<CouponTerms> = [
  { code: "HELLO10", description: "10 % off, a welcome for everyone", percent: 10, cap: 5000 },
  {
    code: "GADGET15",
    description: "15 % off Electronics",
    percent: 15,
    min: 10000,
    cap: 7500,
    limit: 200,
    category: "Electronics"
  },
  {
    code: "THREADS30",
    description: "30 % off Clothing",
    percent: 30,
    min: 5000,
    cap: 8000,
    until: 60,
    category: "Clothing"
  },
  { code: "COZY15", description: "15 % off Home", percent: 15, min: 10000, cap: 6000, limit: 100, category: "Home" },
  { code: "TRAIL10", description: "10 % off Sports", percent: 10, cap: 3000, limit: 150, category: "Sports" },
  { code: "PAGES10", description: "10 % off Books", percent: 10, cap: 2000, limit: 100, category: "Books" },
  { code: "TAKE25", description: "25 off orders from 150", fixed: 2500, min: 15000, limit: 500, until: 45 },
  { code: "FIRST10", description: "10 off orders from 25", fixed: 1000, min: 2500 },
  { code: "LOYAL20", description: "20 % off orders from 200", percent: 20, min: 20000, cap: 10000 },
  {
    code: "ALICE15",
    description: "15 % off, for Alice only",
    percent: 15,
    min: 5000,
    cap: 4000,
    limit: 1,
    owner: "alice@example.com"
  },
  {
    code: "POWER50",
    description: "50 off orders from 200, for Priya only",
    fixed: 5000,
    min: 20000,
    limit: 10,
    owner: "power@example.com"
  },
  { code: "LASTYEAR10", description: "10 % off, the offer of last season", percent: 10, until: -30 },
  { code: "SOON20", description: "20 off, starts in two weeks", fixed: 2000, from: 14 },
  { code: "NONELEFT5", description: "5 off, all used up", fixed: 500, limit: 0 },
  { code: "PAUSED15", description: "15 % off, paused", percent: 15, isActive: false }
]

export interface SeededCoupon extends Coupon {
  readonly id: string
}

const inDays = (world: World, days: number) => DateTime.unsafeMake(ago(world, -days))

/** Returns all coupons, none of them redeemed. */
export const coupons = (world: World): ReadonlyArray<SeededCoupon> =>
  couponTerms.map(
    (
      {
        cap,
        category,
        code,
        description,
        fixed,
        from = -180,
        isActive = true,
        limit,
        min = 0,
        owner,
        percent = 0,
        until = 365
      },
      index
    ) => ({
      id: randomOf(world, "coupon", index).uuid(ago(world, 180)),
      code: CouponCode.make(code),
      description,
      discountType: fixed === undefined ? "percentage" : "fixed",
      discountValue: fixed ?? percent * 100,
      minSpend: Money.make(min),
      maxDiscount: cap === undefined ? null : Money.make(cap),
      usageLimit: limit ?? null,
      timesUsed: 0,
      validFrom: inDays(world, from),
      validUntil: inDays(world, until),
      applicableCategories: category === undefined ? null : [Category.make(category)],
      ownerEmail: owner === undefined ? null : Email.make(owner),
      isActive
    })
  )

/** Returns the rows of all coupons; `times_used` is computed after the orders. */
export const couponRows = (world: World): ReadonlyArray<Row> =>
  coupons(world).map((coupon) => ({
    id: coupon.id,
    code: coupon.code,
    description: coupon.description,
    discount_type: coupon.discountType,
    discount_value: amount(coupon.discountValue),
    min_spend: amount(coupon.minSpend),
    max_discount: coupon.maxDiscount === null ? null : amount(coupon.maxDiscount),
    usage_limit: coupon.usageLimit,
    times_used: 0,
    valid_from: DateTime.formatIso(coupon.validFrom),
    valid_until: coupon.validUntil === null ? null : DateTime.formatIso(coupon.validUntil),
    applicable_categories: coupon.applicableCategories,
    user_specific_email: coupon.ownerEmail,
    is_active: coupon.isActive
  }))
