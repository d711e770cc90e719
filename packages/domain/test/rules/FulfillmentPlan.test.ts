import { assert, describe, it } from "@effect/vitest"
import { ProductId } from "../../src/Ids.ts"
import { Money } from "../../src/Money.ts"
import { allocate, type StockedWarehouse } from "../../src/rules/Allocation.ts"
import { planFulfillment } from "../../src/rules/FulfillmentPlan.ts"
import { Array, FastCheck, Option } from "effect"
import { central, east } from "../support/names.ts"

const products = Array.makeBy(3, (index) => ProductId.make(`00000000-0000-4000-8000-00000000000${index}`))

const warehouse = (index: number, isReached: boolean, stock: ReadonlyArray<number>): StockedWarehouse => ({
  id: `W${index}`,
  name: `W${index}`,
  region: central,
  stock: new Map(stock.map((quantity, at) => [products[at]!, quantity])),
  rates: isReached
    ? [
        {
          carrier: "Pigeon",
          speed_tier: "standard",
          price: Money.make(500 + index),
          estimated_days_min: 3,
          estimated_days_max: 5
        }
      ]
    : []
})

const lines = (...quantities: ReadonlyArray<number>) =>
  quantities.map((quantity, index) => ({ productId: products[index]!, quantity }))

describe("a plan", () => {
  it("leaves out what the stock in reach does not cover, and says how much there is", () => {
    const warehouses = [warehouse(0, true, [5, 1, 0]), warehouse(1, true, [0, 2, 0]), warehouse(2, false, [9, 9, 9])]
    const plan = planFulfillment(lines(5, 4, 1), warehouses, east)
    assert.deepStrictEqual(
      plan.unavailable.map(({ available, quantity }) => [quantity, available]),
      [
        [4, 3],
        [1, 0]
      ]
    )
    assert.deepStrictEqual(
      plan.shipments.map(({ lines, warehouse }) => [warehouse.name, lines]),
      [["W0", lines(5)]]
    )
    assert.strictEqual(plan.cost, 500)
  })

  it("is empty when nothing can be sent", () => {
    const plan = planFulfillment(lines(1), [warehouse(0, false, [9])], east)
    assert.deepStrictEqual(plan, {
      shipments: [],
      cost: Money.make(0),
      unavailable: [{ ...lines(1)[0]!, available: 0 }]
    })
  })

  it("counts the ten warehouses that can serve most", () => {
    const warehouses = Array.makeBy(11, (index) => warehouse(index, true, [1]))
    assert.deepStrictEqual(
      planFulfillment(lines(11), warehouses, east).unavailable.map(({ available }) => available),
      [10]
    )
    assert.lengthOf(planFulfillment(lines(10), warehouses, east).shipments, 10)
  })

  it.prop(
    "is the allocation of what is covered, and every product is either sent or unavailable",
    [
      FastCheck.array(
        FastCheck.tuple(FastCheck.boolean(), FastCheck.array(FastCheck.nat(6), { minLength: 3, maxLength: 3 })),
        {
          maxLength: 4
        }
      ),
      FastCheck.array(FastCheck.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 })
    ],
    ([stocks, quantities]) => {
      const warehouses = stocks.map(([isReached, stock], index) => warehouse(index, isReached, stock))
      const wanted = lines(...quantities)
      const inReach = wanted.map(({ productId }) =>
        warehouses.reduce((sum, { rates, stock }) => (rates.length === 0 ? sum : sum + stock.get(productId)!), 0)
      )
      const plan = planFulfillment(wanted, warehouses, east)
      assert.deepStrictEqual(
        plan.unavailable,
        wanted.flatMap((line, index) =>
          inReach[index]! < line.quantity ? [{ ...line, available: inReach[index]! }] : []
        )
      )
      const covered = wanted.filter(({ quantity }, index) => inReach[index]! >= quantity)
      const expected = Array.isNonEmptyArray(covered)
        ? Option.getOrNull(allocate(covered, warehouses, east, "any"))
        : null
      assert.deepStrictEqual(plan.shipments, expected === null ? [] : expected.shipments)
      assert.strictEqual(plan.cost, expected?.cost ?? 0)
    }
  )
})
