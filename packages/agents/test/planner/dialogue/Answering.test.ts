import { assert, describe, it } from "@effect/vitest"
import { about, listOf, order, priced } from "../support/Kept.ts"
import { type Exchange, read, readOne } from "../support/Reading.ts"

const id = "#2B7D-8EAA"
const other = "#2B7D-8EBB"
const whichOrder: Exchange = ["cancel my order", { ...listOf(order(id), order(other)), asked: "order" }]

describe("a number", () => {
  it("is a place of the list that was asked about, and no quantity", () => {
    for (const said of ["2", "2 please", "number 2"]) {
      const wish = readOne(said, whichOrder)
      assert.deepStrictEqual([wish.intent, wish.order], ["cancel_order", { kind: "id", id: other }], said)
    }
  })
})

describe("what is said of a proposal", () => {
  it("is wished anew with how an order is to be sent", () => {
    const wish = readOne("yes, but by express", ["check out with the note ring twice"])
    assert.deepStrictEqual([wish.intent, wish.speed], ["checkout", "express"])
  })

  it("is wished anew with how a return is to be paid", () => {
    const wish = readOne("as store credit please", [`return order ${id}, it is broken`, { orders: [id] }])
    assert.deepStrictEqual(
      [wish.intent, wish.order, wish.refundMethod, wish.reason],
      ["return", { kind: "id", id }, "store_credit", "it is broken"]
    )
  })

  it("keeps what was wished of it before", () => {
    const wish = readOne("return it", [`return order ${id} for store credit`, { orders: [id] }])
    assert.deepStrictEqual([wish.intent, wish.order, wish.refundMethod], ["return", { kind: "id", id }, "store_credit"])
  })

  it.each(["yes", "yes please", "ok", "go ahead", "no", "no thanks"])("is no wish by itself: %s", (said) => {
    assert.isEmpty(
      read(said, [`cancel order ${id}`, { orders: [id] }]).filter(({ intent }) => intent === "cancel_order")
    )
  })
})

describe("an answer to our question", () => {
  it("picks the order from the list", () => {
    const wish = readOne("the second one", whichOrder)
    assert.deepStrictEqual([wish.intent, wish.order], ["cancel_order", { kind: "id", id: other }])
  })

  it("gives the missing quantity", () => {
    const howMany = { ...about(priced("Kestrelon Glide 300 Cordless Vacuum", 249)), asked: "other" } as const
    assert.strictEqual(readOne("10 please", ["backorder the glide", howMany]).quantity, 10)
  })

  it("gives the missing amount", () => {
    const wish = readOne("200", ["what's my loyalty discount", { asked: "other" }])
    assert.deepStrictEqual([wish.intent, wish.amount], ["loyalty_discount", 200])
  })

  it("completes an address", () => {
    const wish = readOne("Boston, MA 02118", ["ship my cart to 12 Rose Street", { asked: "address" }])
    assert.deepStrictEqual(
      [wish.intent, wish.address?.street, wish.address?.city],
      ["shipping_address", "12 Rose Street", "Boston"]
    )
  })

  it("names the recipient", () => {
    const said = "ship my cart to 12 Rose Street, Boston, MA 02118"
    const wish = readOne("Jane Doe", [said, { asked: "address" }])
    assert.deepStrictEqual([wish.intent, wish.address?.recipient], ["shipping_address", "Jane Doe"])
  })
})
