import { assert, describe, it } from "@effect/vitest"
import { read, readOne } from "../support/Reading.ts"

const id = "#2B7D-8EAA"
const other = "#2B7D-8EBB"

describe("a number", () => {
  const which = `Which order shall I cancel? These are placed or confirmed:\n1. Order ${id}, placed\n2. Order ${other}, confirmed`

  it("is a place of the list that was asked about, and no quantity", () => {
    for (const said of ["2", "2 please", "number 2"]) {
      const wish = readOne(said, "cancel my order", which)
      assert.deepStrictEqual([wish.intent, wish.order], ["cancel_order", { kind: "id", id: other }], said)
    }
  })
})

describe("what is said of a proposal", () => {
  it("is wished anew with how an order is to be sent", () => {
    const wish = readOne("yes, but by express", "check out with the note ring twice", "")
    assert.deepStrictEqual([wish.intent, wish.speed], ["checkout", "express"])
  })

  it("is wished anew with how a return is to be paid", () => {
    const wish = readOne("as store credit please", `return order ${id}, it is broken`, "")
    assert.deepStrictEqual(
      [wish.intent, wish.order, wish.refundMethod, wish.reason],
      ["return", { kind: "id", id }, "store_credit", "it is broken"]
    )
  })

  it("keeps what was wished of it before", () => {
    const wish = readOne("return it", `return order ${id} for store credit`, "")
    assert.deepStrictEqual([wish.intent, wish.order, wish.refundMethod], ["return", { kind: "id", id }, "store_credit"])
  })

  it.each(["yes", "yes please", "ok", "go ahead", "no", "no thanks"])("is no wish by itself: %s", (said) => {
    assert.isEmpty(read(said, `cancel order ${id}`, "").filter(({ intent }) => intent === "cancel_order"))
  })
})

describe("an answer to our question", () => {
  it("picks the order from the list", () => {
    const asked = `Which order shall I cancel?\n1. Order ${id}, placed, $20.00\n2. Order ${other}, placed, $30.00`
    const wish = readOne("the second one", "cancel my order", asked)
    assert.deepStrictEqual([wish.intent, wish.order], ["cancel_order", { kind: "id", id: other }])
  })

  it("gives the missing quantity", () => {
    const asked = "How many units of the Kestrelon Glide 300 Cordless Vacuum shall I put on backorder?"
    assert.strictEqual(readOne("10 please", "backorder the glide", asked).quantity, 10)
  })

  it("gives the missing amount", () => {
    const asked = "On which amount shall I work out your loyalty discount?"
    const wish = readOne("200", "what's my loyalty discount", asked)
    assert.deepStrictEqual([wish.intent, wish.amount], ["loyalty_discount", 200])
  })

  it("completes an address", () => {
    const wish = readOne("Boston, MA 02118", "ship my cart to 12 Rose Street", "Which city, state and ZIP code?")
    assert.deepStrictEqual(
      [wish.intent, wish.address?.street, wish.address?.city],
      ["shipping_address", "12 Rose Street", "Boston"]
    )
  })

  it("names the recipient", () => {
    const said = "ship my cart to 12 Rose Street, Boston, MA 02118"
    const wish = readOne("Jane Doe", said, "What is the name of the recipient?")
    assert.deepStrictEqual([wish.intent, wish.address?.recipient], ["shipping_address", "Jane Doe"])
  })
})
