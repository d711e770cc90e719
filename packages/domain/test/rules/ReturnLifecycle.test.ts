import { assert, describe, it } from "@effect/vitest"
import { Money } from "../../src/Money.ts"
import { ReturnStatus } from "../../src/Returns.ts"
import {
  canBecome,
  returnedStatuses,
  goodsReceived,
  isOpen,
  refundableFrom,
  statusesBefore,
  transitions
} from "../../src/rules/ReturnLifecycle.ts"
import { Schema } from "effect"

const table = [
  "requested > approved",
  "requested > denied",
  "requested > withdrawn",
  "approved > shipped_back",
  "approved > received",
  "approved > refunded",
  "approved > withdrawn",
  "shipped_back > received",
  "shipped_back > refunded",
  "received > refunded"
]

describe("the way of a return", () => {
  it("goes only along the table of transitions", () => {
    const allowed = ReturnStatus.literals.flatMap((from) =>
      ReturnStatus.literals.filter((to) => canBecome(from, to)).map((to) => `${from} > ${to}`)
    )
    assert.sameMembers(allowed, table)
  })

  it.prop(
    "never leaves the table, whatever is tried, and never comes back to a status",
    { start: Schema.Literal("requested", "approved"), tried: Schema.Array(ReturnStatus) },
    ({ start, tried }) => {
      const way: Array<ReturnStatus> = [start]
      for (const to of tried) {
        if (canBecome(way.at(-1)!, to)) {
          way.push(to)
        }
      }
      assert.strictEqual(new Set(way).size, way.length)
      for (const [index, to] of way.slice(1).entries()) {
        assert.include(table, `${way[index]} > ${to}`)
      }
    }
  )

  it("ends refunded, denied or withdrawn, and reaches every status from requested", () => {
    assert.deepStrictEqual(
      ReturnStatus.literals.filter((status) => transitions[status].length === 0),
      ["refunded", "denied", "withdrawn"]
    )
    const reached = (from: ReturnStatus): ReadonlyArray<ReturnStatus> => [from, ...transitions[from].flatMap(reached)]
    assert.sameMembers([...new Set(reached("requested"))], [...ReturnStatus.literals])
  })

  it("is paid back when the goods are here, and before that only up to the limit", () => {
    const from = (cents: number, limit: number) => [...refundableFrom(Money.make(cents), Money.make(limit))]
    assert.deepStrictEqual(from(1, 0), [goodsReceived])
    assert.deepStrictEqual(from(2_001, 2_000), ["received"])
    assert.deepStrictEqual(from(2_000, 2_000), ["approved", "shipped_back", "received"])
  })

  it("is open until it ends, and its units count as returned from the approval on", () => {
    assert.deepStrictEqual(ReturnStatus.literals.filter(isOpen), ["requested", "approved", "shipped_back", "received"])
    assert.deepStrictEqual([...returnedStatuses], ["approved", "shipped_back", "received", "refunded"])
  })

  it("is received and refunded only once", () => {
    assert.deepStrictEqual([...statusesBefore("received")], ["approved", "shipped_back"])
    assert.deepStrictEqual([...statusesBefore("requested")], [])
  })
})
