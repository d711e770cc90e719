import { assert, describe, it } from "@effect/vitest"
import { type OrderReference } from "../../../src/planner/Wish.ts"
import { read, readOne } from "../support/Reading.ts"

const [id, other] = ["#2B7D-8EAA", "#2B7D-8EBB"]
const two = `1. Order ${id}, March 9, 2026, $147.45, placed\n2. Order ${other}, March 8, 2026, $65.00, confirmed`
const which = `Which order shall I cancel? These are placed or confirmed:\n${two}`
const cancelled = `Order ${id} with Luma Lamp is cancelled. You get $35.00 back to your original payment method.`

const byId = (id: string): OrderReference => ({ kind: "id", id })

describe("the order that is meant", () => {
  const cases: ReadonlyArray<
    readonly [message: string, order: OrderReference | null, ...history: ReadonlyArray<string>]
  > = [
    ["the last one on that list", byId(other), "cancel my order", which],
    ["where is the last one on the list", byId(other), "show my orders", two],
    ["cancel the bottom one", byId(other), "show my orders", two],
    ["the older one", byId(other), "cancel my order", which],
    ["the 65 one", byId(other), "cancel my order", which],
    ["cancel the other one", { kind: "other", than: id }, "cancel my newest order", cancelled],
    ["how is the other one doing?", { kind: "other", than: id }, "cancel my newest order", cancelled],
    ["cancel my last two orders", null],
    ["cancel the lamp order or the tent order", null],
    ["cancel the order that does not contain the lamp", { kind: "product", name: "lamp", isWithout: true }],
    ["which of them gets here first?", null, "show my orders", two],
    ["can I still cancel the jacket I ordered this morning", { kind: "product", name: "jacket" }]
  ]
  for (const [message, order, ...history] of cases) {
    it(`is told by what is said of it: ${message}`, () => {
      assert.deepStrictEqual(read(message, ...history).at(-1)?.order, order)
    })
  }

  it("is the other one of a list of two", () => {
    const told = `Where shall I send order ${id}? I still need the street and number, city, state and ZIP code.`
    const said = "change the address of the other one to 12 Oak Street, Denver, CO 80203"
    assert.deepStrictEqual(
      readOne(said, "show my orders", two, "can I change the address of 1?", told).order,
      byId(other)
    )
  })

  it("is the corrected one", () => {
    for (const [said, ...earlier] of [["number 1. no, 2"], ["no wait the second", "1", ""]] as const) {
      const { intent, order } = readOne(said, "cancel my order", which, ...earlier)
      assert.deepStrictEqual([intent, order], ["cancel_order", byId(other)], said)
    }
  })

  it("is none of those that are spared", () => {
    assert.isNull(readOne("cancel all but the first", "show my orders", two).order)
  })
})

describe("an address", () => {
  it("is that of an order where an order is spoken of, rather than of the cart", () => {
    for (const said of [
      "New address is 77 Maple Avenue, Portland, OR 97201. Please update my orders",
      "send the gardening guide to 8 Hill Road, Austin, TX 78704"
    ]) {
      assert.deepStrictEqual(
        read(said)
          .filter(({ address }) => address !== null)
          .map(({ intent }) => intent),
        ["change_address"],
        said
      )
    }
    assert.strictEqual(
      readOne("22 Cedar Court, Boston, MA 02108", "what is in my last order?", `Order ${id} is placed.`).intent,
      "change_address"
    )
  })
})

it("an address that is said behind it is not asked for", () => {
  const said = "ok put it in n ship to mum: Rosa Moss, 12 Elm St, Austin TX 78701"
  const sent = read(said, "how much is the Ember Lamp?", "Ember Lamp: $49.90.").filter(
    ({ intent }) => intent === "shipping_address"
  )
  assert.deepStrictEqual(
    sent.map(({ address }) => address?.zip),
    ["78701"]
  )
})

describe("a street", () => {
  const sent = [
    "ship my cart to Ada Moss, 5 Elm Court, Denver, CO 80203",
    "Delivery address of your cart: Ada Moss, 5 Elm Court, Denver, CO 80203, US."
  ]
  it("gets another number", () => {
    const { address, intent } = readOne("sry its number 15 not 5", ...sent)
    assert.deepStrictEqual(
      [intent, address?.street, address?.recipient, address?.zip],
      ["shipping_address", "15 Elm Court", "Ada Moss", "80203"]
    )
  })
})

describe("what is one's own", () => {
  for (const message of ["when does my lamp arrive?", "when will my jacket arrive?"]) {
    it(`is nobody else's: ${message}`, () => {
      assert.notInclude(
        read(message).map(({ intent }) => intent),
        "others_data"
      )
    })
  }
})
