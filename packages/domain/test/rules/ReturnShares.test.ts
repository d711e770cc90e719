import { assert, describe, it } from "@effect/vitest"
import { Array, FastCheck, Option, Schema } from "effect"
import { ProductId } from "../../src/Ids.ts"
import { Money } from "../../src/Money.ts"
import { planReturn, returnableUnits, type SoldLine } from "../../src/rules/ReturnShares.ts"
import { propInEachCurrency } from "../support/currencies.ts"

const productId = (n: number) => ProductId.make(`aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`)

const line = (n: number, quantity: number, cents: number, taken = 0, denied = 0): SoldLine => ({
  productId: productId(n),
  quantity,
  paid: Money.make(cents),
  taken,
  denied
})

const plan = (lines: ReadonlyArray<SoldLine>, ...wished: ReadonlyArray<readonly [n: number, quantity: number]>) =>
  Option.map(
    planReturn(
      lines,
      wished.length === 0 ? undefined : wished.map(([n, quantity]) => ({ productId: productId(n), quantity }))
    ),
    ({ completesOrder: completes, refund, shares }) => [
      shares.map(({ quantity, refund }) => [quantity, refund]),
      refund,
      completes
    ]
  )

describe("a return", () => {
  it("takes all that is left unless units are named", () => {
    const lines = [line(1, 3, 1_000, 1), line(2, 1, 500), line(3, 2, 700, 2)]
    assert.deepStrictEqual<unknown>(
      plan(lines),
      Option.some([
        [
          [2, 667],
          [1, 500]
        ],
        1_167,
        true
      ])
    )
    assert.deepStrictEqual<unknown>(plan(lines, [2, 1]), Option.some([[[1, 500]], 500, false]))
    assert.deepStrictEqual<unknown>(
      plan(lines, [2, 1], [1, 2]),
      Option.some([
        [
          [2, 667],
          [1, 500]
        ],
        1_167,
        true
      ])
    )
  })

  it("takes no more than is left, and nothing that was not ordered", () => {
    const lines = [line(1, 3, 1_000, 1), line(2, 1, 500, 1)]
    for (const wish of [
      [1, 3],
      [2, 1],
      [9, 1]
    ] as const) {
      assert.isTrue(Option.isNone(plan(lines, wish)))
    }
    assert.isTrue(Option.isNone(plan(lines, [1, 1], [9, 1])))
    assert.isTrue(Option.isNone(plan([line(1, 1, 100, 1)])))
  })

  it("completes no order of which a unit was denied", () => {
    assert.deepStrictEqual<unknown>(plan([line(1, 2, 1_000, 1, 1)]), Option.some([[[1, 500]], 500, false]))
  })

  propInEachCurrency(
    "gives every unit and every cent back once, however the order is divided",
    {
      lines: Schema.NonEmptyArray(
        Schema.Struct({
          quantity: Schema.Int.pipe(Schema.between(1, 12)),
          cents: Schema.Int.pipe(Schema.between(0, 20_000))
        })
      ),
      choices: FastCheck.array(FastCheck.array(FastCheck.nat(3), { minLength: 1, maxLength: 6 }), { maxLength: 12 })
    },
    ({ choices, lines }) => {
      let left: ReadonlyArray<SoldLine> = lines.map(({ cents, quantity }, n) => line(n, quantity, cents))
      let paidBack = 0
      for (const chosen of [...choices, undefined]) {
        const wished =
          chosen &&
          left.flatMap(({ productId, quantity, taken }, index) => {
            const units = Math.min(chosen[index % chosen.length]!, quantity - taken)
            return units === 0 ? [] : [{ productId, quantity: units }]
          })
        const planned = planReturn(left, wished)
        if (Option.isNone(planned)) {
          assert.isTrue(wished?.length === 0 || returnableUnits(left) === 0)
          continue
        }
        const { completesOrder: completes, refund, shares } = planned.value
        for (const { line, quantity, refund } of shares) {
          const unitPrice = line.paid / line.quantity
          assert.isAtMost(Math.abs(refund - unitPrice * quantity), 1)
          assert.isAtLeast(refund, 0)
        }
        left = left.map((line) => ({
          ...line,
          taken: line.taken + (shares.find((share) => share.line === line)?.quantity ?? 0)
        }))
        paidBack += refund
        assert.strictEqual(completes, returnableUnits(left) === 0)
      }
      assert.strictEqual(
        paidBack,
        Array.reduce(lines, 0, (sum, { cents }) => sum + cents)
      )
    }
  )
})
