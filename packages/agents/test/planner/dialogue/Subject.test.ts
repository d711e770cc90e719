import { assert, describe, it } from "@effect/vitest"
import { read } from "../support/Reading.ts"
import { type Intent, writing } from "../../../src/planner/Intents.ts"

const orderId = "#90E0-588B"

/** What was asked last, and what we answered. */
const topics = {
  cart: [
    "show my cart",
    "Your cart holds 3 products:\n1. Voltarra K87 Mechanical Keyboard, $89.00\n2. Voltarra Drift Wireless Mouse, $39.90\n3. Nimbrix ClearDesk 1080 Webcam, $54.90\nGoods $183.80, you save $29.98 (Desk Duo $12.89 and gold member discount $17.09): $153.82 in total, without shipping."
  ],
  added: ["add the K87 to my cart", "Put into your cart: 1 × Voltarra K87 Mechanical Keyboard, now 1 article, $89.00."],
  order: [
    "my latest order please",
    `Order ${orderId} of November 20, 2026 is placed. It holds:\n1. Voltarra K87 Mechanical Keyboard, $89.00`
  ],
  memory: ["please note that I only wear merino", "Remembered: “I only wear merino”."]
} as const

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
  ["added", "no, I meant the mouse", ["remove_from_cart!", "add_to_cart!"]],
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
      const found = read(said, ...topics[topic])
      assert.deepStrictEqual(
        found.map(({ intent }) => `${intent}${writing.has(intent) ? "!" : ""}`),
        [...wishes]
      )
    })
  }

  it("asks again with what is new, and keeps the rest", () => {
    const asked = ["K87 to Texas?", "Delivery of the Voltarra K87 Mechanical Keyboard to the Central region: $5.95"]
    const [wish] = read("make that 3", ...asked)
    assert.deepInclude(wish, { intent: "shipping_estimate", region: "central", quantity: 3 })
  })

  it("takes no question for the answer to one of ours", () => {
    const asked = `Which order shall I cancel? These are placed:\n1. Order ${orderId}, November 20, 2026, $89.00, placed`
    assert.isFalse(read("what's in the first one?", "cancel my order", asked).some(({ intent }) => writing.has(intent)))
  })

  it("names the order, the product and the number of before", () => {
    const [cancelled] = read("scrap it", ...topics.order)
    assert.deepStrictEqual(cancelled?.order, { kind: "id", id: orderId })
    const [more] = read("make it two", ...topics.added)
    assert.deepInclude(more, { quantity: 2, product: { name: "Voltarra K87 Mechanical Keyboard", source: "history" } })
  })
})
