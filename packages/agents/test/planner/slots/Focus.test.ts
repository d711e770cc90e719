import { assert, describe, it } from "@effect/vitest"
import { UserText } from "@storefront/domain/tools/UserText"
import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { type Offer } from "@storefront/server/assistant/turn/Offer"
import { focusOf } from "../../../src/planner/slots/Focus.ts"
import { about, did, listOf, order, priced, put } from "../support/Kept.ts"
import { type Exchange, historyOf } from "../support/Reading.ts"

const after = (...earlier: ReadonlyArray<Exchange>) => focusOf(historyOf(...earlier))

const added: Exchange = ["add the lamp", put("Ember Lamp")]

describe("what a conversation is about", () => {
  it("is the product spoken of last, until there is another one", () => {
    const { product, recentProducts: recent } = after(
      ...["A", "B", "C", "D", "E", "B"].map((name): Exchange => ["how much is it?", about(name)]),
      ["thanks"]
    )
    assert.deepStrictEqual([product, recent], ["B", ["B", "E", "D", "C"]])
  })

  it("is one order, or none of several", () => {
    const one: Exchange = ["where is my latest order?", { orders: ["#1"] }]
    assert.strictEqual(after(one, added).orderId, "#1")
    assert.isNull(after(one, ["my orders", listOf(order("#1"), order("#2"))]).orderId)
  })

  it("is the list that was given last, which counts as just given for one turn", () => {
    const listed: Exchange = ["show me lamps", listOf(priced("Ember Lamp", 20), priced("Dusk Lamp", 30))]
    const [now, later] = [after(listed), after(listed, ["how much is the tent?", about("Tent")])]
    assert.deepStrictEqual([now.hasCurrentList, later.hasCurrentList], [true, false])
    assert.deepStrictEqual(later.listItems, now.listItems)
    const together = after(listed, ["add the tent and the rope", put("Tent", "Rope")])
    assert.deepStrictEqual(
      together.listItems.map(({ name }) => name),
      ["Tent", "Rope"]
    )
  })

  it("is what was done last, until something else is asked for", () => {
    const { done } = put("Ember Lamp")
    assert.deepStrictEqual(after(added, ["thanks"]).done, done)
    assert.isEmpty(after(added, ["what is in my cart?", listOf("Ember Lamp")]).done)
  })

  it("is what was asked of the customer in the last answer only", () => {
    const asked: Exchange = ["ship my cart", { asked: "address" }]
    assert.deepStrictEqual([after(asked).asked, after(asked, ["thanks"]).asked], ["address", null])
  })

  it("is the coupon that the customer names, or that was recommended", () => {
    const best: Exchange = ["what is the best code for my cart?", { code: "THREADS30" }]
    assert.strictEqual(after(best, ["thanks"]).code, "THREADS30")
    assert.strictEqual(after(["does HELLO10 work?", { code: "TEN" }]).code, "HELLO10")
  })

  it("has no part of a state that another model kept", () => {
    const [said, answer] = historyOf(["add the lamp", { done: [did("add_to_cart", "Ember Lamp")] }])
    const foreign: HistoryEntry = { role: "assistant", text: "", modelStates: [{ list: "lamps" }] }
    assert.deepStrictEqual(
      focusOf([said!, answer!, foreign]),
      focusOf([said!, answer!, { role: "assistant", text: "" }])
    )
  })

  it("knows of the newest proposals whether one was confirmed", () => {
    const offering = (became: Offer["became"]): HistoryEntry => ({
      role: "assistant",
      text: "",
      offers: [{ summary: UserText.make("Order the cart"), became }]
    })
    const thanks = historyOf(["thanks"])
    assert.isTrue(focusOf([offering("confirmed"), ...thanks]).isConfirmed)
    assert.isFalse(focusOf([offering("confirmed"), offering("open")]).isConfirmed)
  })
})
