import { assert, describe, it } from "@effect/vitest"
import { Money } from "../../src/Money.ts"
import {
  anyDispatch,
  bestDispatch,
  bySpeed,
  canSplit,
  deliveryWindow,
  type Origin,
  type ShippingRate
} from "../../src/rules/Shipping.ts"
import { Array, FastCheck, Option } from "effect"
import { east } from "../support/names.ts"
import { propInEachCurrency } from "../support/currencies.ts"

const rate = (carrier: string, cents: number, daysMin: number, daysMax: number): ShippingRate => ({
  carrier,
  speed_tier: "standard",
  price: Money.make(cents),
  estimated_days_min: daysMin,
  estimated_days_max: daysMax
})

const origin = (warehouse: string, quantity: number, ...rates: ReadonlyArray<ShippingRate>): Origin => ({
  warehouse,
  region: east,
  quantity,
  isStocked: true,
  rates
})

const chosen = (origins: ReadonlyArray<Origin>, quantity: number) =>
  Option.getOrNull(
    Option.map(
      bestDispatch(origins, quantity),
      ({ options, origin }) => `${origin.warehouse}: ${options.map(({ carrier }) => carrier).join(" ")}`
    )
  )

const slow = rate("Slow", 500, 3, 5)
const fast = rate("Fast", 900, 1, 1)

describe("the best warehouse", () => {
  it("is the one with the cheapest option, whatever the others cost there", () => {
    assert.strictEqual(chosen([origin("A", 9, rate("Dear", 501, 1, 1)), origin("B", 9, fast, slow)], 1), "B: Slow Fast")
  })

  it("holds the whole quantity", () => {
    assert.strictEqual(chosen([origin("A", 4, slow), origin("B", 5, fast)], 5), "B: Fast")
    assert.isNull(chosen([origin("A", 4, slow), origin("B", 4, fast)], 5))
  })

  it("has a carrier to the destination", () => {
    assert.isNull(chosen([origin("A", 9)], 1))
  })

  it("is decided by fewer days, then the larger stock, then the name", () => {
    assert.strictEqual(chosen([origin("A", 9, slow), origin("B", 1, rate("Quick", 500, 2, 4))], 1), "B: Quick")
    assert.strictEqual(chosen([origin("A", 8, slow), origin("B", 9, slow)], 1), "B: Slow")
    assert.strictEqual(chosen([origin("B", 9, slow), origin("A", 9, slow)], 1), "A: Slow")
  })

  it("lists its options by price, days and name", () => {
    const rates = [fast, rate("B", 500, 3, 5), rate("A", 500, 3, 5), rate("C", 500, 2, 4)]
    assert.strictEqual(chosen([origin("W", 1, ...rates)], 1), "W: C A B Fast")
  })

  const origins = FastCheck.array(
    FastCheck.record({ stock: FastCheck.integer({ min: 0, max: 20 }), reached: FastCheck.boolean() }),
    { maxLength: 5 }
  ).map((all) => all.map(({ reached, stock }, index) => origin(`W${index}`, stock, ...(reached ? [slow] : []))))

  propInEachCurrency(
    "can never serve what all together cannot",
    [origins, FastCheck.integer({ min: 1, max: 40 })],
    ([all, wanted]) => {
      if (Option.isSome(bestDispatch(all, wanted))) {
        assert.isTrue(canSplit(all, wanted))
      }
    }
  )
})

it("prices a parcel of what is sold out from where it is stocked, or from anywhere", () => {
  const never = { ...origin("A", 0, slow), isStocked: false }
  const nameOf = (...origins: ReadonlyArray<Origin>) =>
    Option.getOrNull(Option.map(anyDispatch(origins), (dispatch) => dispatch.origin.warehouse))
  assert.strictEqual(nameOf(never, origin("B", 0, fast)), "B")
  assert.strictEqual(nameOf(never, origin("B", 0)), "A")
  assert.isNull(nameOf({ ...origin("A", 0), isStocked: false }))
})

it("calls that fastest which can come first, then which is sure to come sooner, then the cheapest", () => {
  const rates = [rate("A", 100, 1, 3), rate("B", 900, 1, 2), rate("C", 800, 1, 2), rate("D", 100, 2, 2)]
  assert.deepStrictEqual(
    Array.sort(rates, bySpeed).map(({ carrier }) => carrier),
    ["C", "B", "A", "D"]
  )
})

describe("several parcels", () => {
  it("count the stock of all warehouses that a carrier serves", () => {
    const origins = [origin("A", 3, slow), origin("B", 2, fast), origin("C", 100)]
    assert.isTrue(canSplit(origins, 5))
    assert.isFalse(canSplit(origins, 6))
  })
})

it("words the days of delivery", () => {
  assert.deepStrictEqual([slow, fast, rate("Two", 1, 2, 2)].map(deliveryWindow), ["3-5 days", "1 day", "2 days"])
})
