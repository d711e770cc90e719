import { assert, it } from "@effect/vitest"
import { type Tier } from "../../src/Loyalty.ts"
import { Money } from "../../src/Money.ts"
import { nextTier, isStandardShippingFree } from "../../src/rules/Loyalty.ts"
import { Option, Schema } from "effect"
import { propInEachCurrency } from "../support/currencies.ts"

const tier = (name: Tier["name"], dollars: number): Tier => ({
  name,
  minSpend: Money.make(dollars * 100),
  discountPct: 5,
  freeShippingThreshold: Money.make(0),
  prioritySupport: false
})

const tiers = [tier("gold", 3000), tier("bronze", 0), tier("silver", 1000)]

it("names the next tier exactly at its border", () => {
  const next = (cents: number) => Option.getOrNull(Option.map(nextTier(tiers, Money.make(cents)), ({ name }) => name))
  assert.strictEqual(next(0), "silver")
  assert.strictEqual(next(99_999), "silver")
  assert.strictEqual(next(100_000), "gold")
  assert.strictEqual(next(300_000), null)
})

propInEachCurrency(
  "the next tier is the nearest one above the spend",
  [Schema.Int.pipe(Schema.between(0, 500_000))],
  ([cents]) => {
    const above = tiers.map(({ minSpend }) => minSpend).filter((minSpend) => minSpend > cents)
    const next = nextTier(tiers, Money.make(cents))
    assert.strictEqual(
      Option.getOrNull(Option.map(next, ({ minSpend }) => minSpend)),
      above.length === 0 ? null : Math.min(...above)
    )
  }
)

it("ships free from the threshold of the tier on", () => {
  const silver = { ...tier("silver", 1000), freeShippingThreshold: Money.make(7_500) }
  assert.isFalse(isStandardShippingFree(silver, Money.make(7_499)))
  assert.isTrue(isStandardShippingFree(silver, Money.make(7_500)))
  assert.isTrue(isStandardShippingFree(tier("gold", 3000), Money.make(0)))
})
