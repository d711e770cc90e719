import { assert, describe, it } from "@effect/vitest"
import { Email } from "../../src/Identity.ts"
import { Money } from "../../src/Money.ts"
import { type Coupon, CouponCode, DiscountType } from "../../src/Pricing.ts"
import { appliesTo, type CouponUse, discount, findCouponProblem } from "../../src/rules/CouponRules.ts"
import { DateTime, Schema } from "effect"
import { books, home } from "../support/names.ts"
import { propInEachCurrency } from "../support/currencies.ts"

const now = DateTime.unsafeMake("2026-03-01T10:00:00Z")
const alice = Email.make("alice@example.com")

const coupon: Coupon = {
  code: CouponCode.make("HELLO10"),
  description: "",
  discountType: "percentage",
  discountValue: 1_000,
  minSpend: Money.make(2_500),
  maxDiscount: Money.make(5_000),
  usageLimit: 3,
  timesUsed: 2,
  validFrom: DateTime.subtract(now, { days: 1 }),
  validUntil: DateTime.add(now, { days: 1 }),
  applicableCategories: null,
  ownerEmail: null,
  isActive: true
}
const use: CouponUse = { now, email: alice, eligibleGross: Money.make(2_500) }

describe("coupon validity", () => {
  /** Each change breaks one rule; they are in the order of the rules. */
  const broken = [
    ["unknown", { ownerEmail: Email.make("bob@example.com") }, {}],
    ["inactive", { isActive: false }, {}],
    ["not_started", { validFrom: DateTime.add(now, { millis: 1 }) }, {}],
    ["expired", { validUntil: now }, {}],
    ["usage_limit", { timesUsed: 3 }, {}],
    ["category", {}, { eligibleGross: null }],
    ["min_spend", { minSpend: Money.make(2_501) }, {}]
  ] as const

  it("accepts at its borders: starts now, ends a moment later, last use, exact minimum", () => {
    assert.isNull(findCouponProblem({ ...coupon, validFrom: now, validUntil: DateTime.add(now, { millis: 1 }) }, use))
    assert.isNull(findCouponProblem({ ...coupon, ownerEmail: alice, usageLimit: null, validUntil: null }, use))
  })

  it("does not know a code that does not exist", () => {
    assert.strictEqual(findCouponProblem(null, use), "unknown")
  })

  it("refuses a limit of 0 from the start", () => {
    assert.strictEqual(findCouponProblem({ ...coupon, usageLimit: 0, timesUsed: 0 }, use), "usage_limit")
  })

  for (const [index, [reason, change, circumstance]] of broken.entries()) {
    it(`says ${reason}, whatever else is wrong that is checked later`, () => {
      assert.strictEqual(findCouponProblem({ ...coupon, ...change }, { ...use, ...circumstance }), reason)
      // A lower minimum that is missed by a smaller basket stands for min_spend beside a missing category.
      const rest = broken.slice(index)
      const all = Object.assign({}, ...rest.map(([, change]) => change))
      const worst = Object.assign({}, ...rest.map(([, , circumstance]) => circumstance))
      assert.strictEqual(findCouponProblem({ ...coupon, ...all }, { ...use, ...worst }), reason)
    })
  }

  it("applies to its categories, or to all without any", () => {
    assert.isTrue(appliesTo(coupon, books))
    assert.isTrue(appliesTo({ ...coupon, applicableCategories: [home, books] }, books))
    assert.isFalse(appliesTo({ ...coupon, applicableCategories: [home] }, books))
  })
})

describe("coupon discount", () => {
  it("rounds a percentage half-up to cents and caps it", () => {
    assert.strictEqual(discount(coupon, Money.make(1_005)), 101)
    assert.strictEqual(discount(coupon, Money.make(1_004)), 100)
    assert.strictEqual(discount(coupon, Money.make(90_000)), 5_000)
    assert.strictEqual(discount({ ...coupon, maxDiscount: null }, Money.make(90_000)), 9_000)
  })

  it("takes a fixed amount, but not more than there is", () => {
    const fixed: Coupon = { ...coupon, discountType: "fixed", discountValue: 2_500, maxDiscount: null }
    assert.strictEqual(discount(fixed, Money.make(9_999)), 2_500)
    assert.strictEqual(discount(fixed, Money.make(1_000)), 1_000)
  })

  propInEachCurrency(
    "is never negative, above the eligible amount or above the cap",
    {
      discountType: DiscountType,
      discountValue: Schema.Int.pipe(Schema.between(1, 10_000)),
      cap: Schema.NullOr(Schema.Int.pipe(Schema.between(1, 20_000))),
      net: Schema.Int.pipe(Schema.between(0, 100_000_000))
    },
    ({ cap, discountType, discountValue, net }) => {
      const maxDiscount = cap === null || discountType === "fixed" ? null : Money.make(cap)
      const off = discount({ ...coupon, discountType, discountValue, maxDiscount }, Money.make(net))
      assert.isAtLeast(off, 0)
      assert.isAtMost(off, Math.min(net, maxDiscount ?? Infinity))
    }
  )
})
