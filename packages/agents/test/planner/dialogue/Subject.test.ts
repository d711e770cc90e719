import { assert, describe, it } from "@effect/vitest"
import { about, did, listOf, order, priced, put } from "../support/Kept.ts"
import { type Exchange, read } from "../support/Reading.ts"
import { type Intent, writing } from "../../../src/planner/Intents.ts"
import { Region } from "@storefront/domain/Inventory"

const orderId = "#90E0-588B"

/** What was asked last, and what the answer kept. */
const topics = {
  cart: [
    "show my cart",
    listOf(
      priced("Voltarra K87 Mechanical Keyboard", 89),
      priced("Voltarra Drift Wireless Mouse", 39.9),
      priced("Nimbrix ClearDesk 1080 Webcam", 54.9)
    )
  ],
  added: ["add the K87 to my cart", put("Voltarra K87 Mechanical Keyboard")],
  order: ["my latest order please", { orders: [orderId] }],
  memory: [
    "please note that I only wear merino",
    { done: [did("remember_preference", undefined, { memory: { category: null, content: "I only wear merino" } })] }
  ]
} as const satisfies Readonly<Record<string, Exchange>>

/** The wishes of a message about a topic; with a mark those that are done at once. */
const rows: ReadonlyArray<
  readonly [topic: keyof typeof topics, said: string, wishes: ReadonlyArray<Intent | `${Intent}!`>]
> = [
  ["cart", "get rid of the mouse", ["remove_from_cart!"]],
  ["cart", "how much is it now?", ["cart"]],
  ["cart", "great, order it", ["checkout!"]],
  ["cart", "don't get rid of the mouse", ["decline"]],
  ["cart", "don't order it", ["decline"]],
  ["added", "make it two", ["update_cart!"]],
  ["added", "no, I meant the mouse", ["unknown"]],
  ["added", "undo that", ["remove_from_cart!"]],
  ["order", "and is the Glide vacuum coming back?", ["restock"]],
  ["order", "has the K87 arrived?", ["track_order"]],
  ["order", "scrap it", ["cancel_order!"]],
  ["order", "do not scrap it", ["decline"]],
  ["order", "which courier is bringing it?", ["track_order"]],
  ["cart", "so what's left?", ["cart"]],
  ["order", "no wait, don't cancel it or anything, I just want to know when it'll arrive", ["track_order"]],
  ["memory", "forget that", ["forget_preference!"]]
]

describe("words without an object are about what is spoken of", () => {
  for (const [topic, said, wishes] of rows) {
    it(`${topic}: ${said}`, () => {
      const found = read(said, topics[topic])
      assert.deepStrictEqual(
        found.map(({ intent }) => `${intent}${writing.has(intent) ? "!" : ""}`),
        [...wishes]
      )
    })
  }

  it("asks again with what is new, and keeps the rest", () => {
    const [wish] = read("make that 3", ["K87 to Texas?", about("Voltarra K87 Mechanical Keyboard")])
    assert.deepInclude(wish, { intent: "shipping_estimate", region: Region.make("central"), quantity: 3 })
  })

  it("takes no question for the answer to one of ours", () => {
    const asked: Exchange = ["cancel my order", { ...listOf(order(orderId, 89)), asked: "order" }]
    assert.isFalse(read("what's in the first one?", asked).some(({ intent }) => writing.has(intent)))
  })

  it("names the order, the product and the number of before", () => {
    const [cancelled] = read("scrap it", topics.order)
    assert.deepStrictEqual(cancelled?.order, { kind: "id", id: orderId })
    const [more] = read("make it two", topics.added)
    assert.deepInclude(more, { quantity: 2, product: { name: "Voltarra K87 Mechanical Keyboard", source: "history" } })
  })
})
