import { assert, describe, it } from "@effect/vitest"
import { askedFor } from "../../../src/planner/dialogue/Agreeing.ts"
import { read, readOne } from "../support/Reading.ts"

const id = "0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90"
const other = "0198f2bb-4c1d-7e3b-9a55-0f6c2b7d8e90"

const mayReturn = `Order ${id} can be sent back until May 4. Shall I return order ${id}? Nothing is changed yet.`
const mayOrder = "You would order:\n1. Luma Lamp, $30.00\nShall I place the order for your cart with standard shipping?"
const mayBackorder = "There is not enough. Shall I place a backorder for 5 × Kestrelon Glide 300 Cordless Vacuum?"

describe("a number", () => {
  const which = `Which order shall I cancel? These are placed or confirmed:\n1. Order ${id}, placed\n2. Order ${other}, confirmed`

  it("is a place of the list that was asked about, and no quantity", () => {
    for (const said of ["2", "2 please", "number 2"]) {
      const wish = readOne(said, "cancel my order", which)
      assert.deepStrictEqual([wish.intent, wish.order], ["cancel_order", { kind: "id", id: other }], said)
    }
  })
})

describe("the question an answer ends with", () => {
  it("becomes an instruction in the customer's words", () => {
    assert.strictEqual(
      askedFor("Shall I refund your return of order 7? Nothing is paid yet."),
      "refund my return of order 7"
    )
  })

  it("is not one that was asked long before the end", () => {
    assert.isNull(askedFor(`Shall I place the order for your cart? ${"More to read. ".repeat(30)}`))
  })

  it("is missing in an answer that only asks for something", () => {
    assert.isNull(askedFor("Which order shall I cancel?"))
  })
})

describe("a yes", () => {
  for (const yes of ["yes", "yes please", "ok", "Sure!", "go ahead", "do it", "yep do it", "yes, return it"]) {
    it(`agrees to what was asked: ${yes}`, () => {
      const wish = readOne(yes, "can I return my last order?", mayReturn)
      assert.deepStrictEqual([wish.intent, wish.order, wish.isExplicit], ["return", { kind: "id", id }, true])
    })
  }

  it("is none with a hesitation behind it", () => {
    for (const said of ["ok, I'll sleep on it", "yes, no wait", "ok, let me think about it"]) {
      assert.isFalse(
        read(said, "can I return my last order?", mayReturn).some(({ isExplicit }) => isExplicit),
        said
      )
    }
  })

  it("is one with its reason in the same breath", () => {
    const wish = readOne("yes it doesn't fit", "can I return my last order?", mayReturn)
    assert.deepStrictEqual([wish.intent, wish.isExplicit, wish.reason], ["return", true, "it doesn't fit"])
  })

  it("keeps what was said before the question", () => {
    const wish = readOne("yes", "the shoes are too small, can I return them for store credit?", mayReturn)
    assert.strictEqual(wish.refundMethod, "store_credit")
  })

  it("takes a reason and a way of paying along", () => {
    assert.strictEqual(readOne("yes please, it's broken", "can I return it?", mayReturn).reason, "it's broken")
    assert.strictEqual(readOne("yes, store credit please", "can I return it?", mayReturn).refundMethod, "store_credit")
  })

  it("agrees to an order after its total was asked for first, with nothing shown behind the question", () => {
    for (const said of ["check out, but tell me the total first", "order my cart but first tell me what it costs"]) {
      const wishes = read(said)
      assert.deepStrictEqual(
        wishes.map(({ intent, isExplicit }) => [intent, isExplicit]),
        [["checkout", false]],
        said
      )
    }
  })

  it("takes a speed along", () => {
    const wish = readOne("do it, but with overnight shipping", "how do I check out?", mayOrder)
    assert.deepStrictEqual([wish.intent, wish.speed, wish.isExplicit], ["checkout", "overnight", true])
  })

  it("knows product and quantity from the question", () => {
    const wish = readOne("yes", "can I backorder 5 vacuums?", mayBackorder)
    assert.deepStrictEqual(
      [wish.intent, wish.product?.name, wish.quantity, wish.isExplicit],
      ["backorder", "Kestrelon Glide 300 Cordless Vacuum", 5, true]
    )
  })

  it("agrees to a new address", () => {
    const asked = `Shall I send order ${id} to 12 Rose Street, Boston, MA 02118, US? Nothing is changed yet.`
    const wish = readOne("yes", "can my order go to 12 Rose Street, Boston, MA 02118?", asked)
    assert.deepStrictEqual(
      [wish.intent, wish.order, wish.address?.zip],
      ["change_address", { kind: "id", id }, "02118"]
    )
  })

  it("agrees to nothing when nothing was asked", () => {
    assert.notInclude(
      read("yes", "what is in my cart?", "Your cart holds 3 products.").map(({ isExplicit }) => isExplicit),
      true
    )
  })

  it("together with another question is no agreement", () => {
    const wishes = read("yes but what does shipping cost?", "how do I check out?", mayOrder)
    assert.isFalse(wishes.some(({ intent, isExplicit }) => intent === "checkout" && isExplicit))
  })
})

describe("a no", () => {
  for (const no of ["no", "no thanks", "nah leave it", "not yet", "no, I'll keep it", "don't do it"]) {
    it(`declines: ${no}`, () => {
      assert.deepStrictEqual(
        read(no, "can I return my last order?", mayReturn).filter(({ isExplicit }) => isExplicit),
        []
      )
    })
  }
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
