import { assert, describe, it } from "@effect/vitest"
import { type OrderReference } from "../../../src/planner/Wish.ts"
import { about, listOf, order, priced } from "../support/Kept.ts"
import { type Exchange, read, readOne } from "../support/Reading.ts"

const [id, other] = ["#2B7D-8EAA", "#2B7D-8EBB"]
const two = listOf(order(id, 147.45), order(other, 65))
const shown: Exchange = ["show my orders", two]
const which: Exchange = ["cancel my order", { ...two, asked: "order" }]
const proposed: Exchange = ["cancel my newest order", { orders: [id] }]

const byId = (id: string): OrderReference => ({ kind: "id", id })

describe("the order that is meant", () => {
  const cases: ReadonlyArray<
    readonly [message: string, order: OrderReference | null, ...earlier: ReadonlyArray<Exchange>]
  > = [
    ["the last one on that list", byId(other), which],
    ["where is the last one on the list", byId(other), shown],
    ["cancel the other one", { kind: "other", than: id }, proposed],
    ["cancel my last two orders", null],
    ["cancel the lamp order or the tent order", null],
    ["cancel the order that does not contain the lamp", null],
    ["which of them gets here first?", null, shown],
    ["can I still cancel the jacket I ordered this morning", { kind: "product", name: "jacket" }]
  ]
  for (const [message, meant, ...earlier] of cases) {
    it(`is told by what is said of it: ${message}`, () => {
      assert.deepStrictEqual(read(message, ...earlier).at(-1)?.order, meant)
    })
  }

  it("is any but the one that was spoken of", () => {
    const asked: Exchange = ["can I change the address of 1?", { orders: [id], asked: "address" }]
    const said = "change the address of the other one to 12 Oak Street, Denver, CO 80203"
    assert.deepStrictEqual(readOne(said, shown, asked).order, { kind: "other", than: id })
  })

  it("is none of those that are spared", () => {
    assert.isNull(readOne("cancel all but the first", shown).order)
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
      readOne("22 Cedar Court, Boston, MA 02108", ["what is in my last order?", { orders: [id] }]).intent,
      "change_address"
    )
  })
})

it("an address that is said behind it is not asked for", () => {
  const said = "ok put it in n ship to mum: Rosa Moss, 12 Elm St, Austin TX 78701"
  const sent = read(said, ["how much is the Ember Lamp?", about(priced("Ember Lamp", 49.9))]).filter(
    ({ intent }) => intent === "shipping_address"
  )
  assert.deepStrictEqual(
    sent.map(({ address }) => address?.zip),
    ["78701"]
  )
})

describe("a street", () => {
  it("gets another number", () => {
    const { address, intent } = readOne("sry its number 15 not 5", [
      "ship my cart to Ada Moss, 5 Elm Court, Denver, CO 80203"
    ])
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
