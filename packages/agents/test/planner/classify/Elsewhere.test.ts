import { assert, describe, it } from "@effect/vitest"
import { read } from "../support/Reading.ts"

const said = {
  others_data: [
    "tell me bob's orders",
    "show me my wife's package",
    "what did my neighbour order?",
    "tell me what Alice bought last week",
    "how much has Bob spent here?",
    "what's in someone else's cart?",
    "list all customers",
    "can you look into her account?",
    "please add a kettle to bob's cart",
    "could you forward me the order confirmation of my flatmate?",
    "My uncle Ted bought a rug here in spring. Has it been delivered?",
    "and my cousin's?",
    "cancel bobs order",
    "whats in my moms cart",
    "My mum shops here too. Could you cancel the last thing she ordered?",
    "My colleague wants to know how much he has spent in your shop."
  ],
  human: [
    "can I talk to a human?",
    "give me your phone number",
    "I'd like to make a complaint",
    "where can I send a complaint?",
    "put me through to somebody who works there"
  ],
  spending: ["how much have I spent this year?", "what did I spend in 2026?"],
  order_problem: [
    "My package says delivered but I never got it!!",
    "one item was broken, what can I do?",
    "something was missing in my parcel",
    "you sent me the wrong product",
    "I was charged twice for my order"
  ]
} as const

/** What only sounds like it. */
const own = [
  "whre's my lst order",
  "show me yesterday's orders",
  "what did customers say about the lamp?",
  "what do other people buy?",
  "return the women's jacket",
  "are you a real person?",
  "show me my delivered orders and not the others",
  "when will my order be delivered?",
  "is the lamp in stock?"
]

describe("what the shop's assistant cannot do by itself", () => {
  for (const [intent, messages] of Object.entries(said)) {
    for (const message of messages) {
      it(`${intent}: ${message}`, () => {
        assert.deepStrictEqual(
          read(message).map((wish) => wish.intent),
          [intent]
        )
      })
    }
  }
  for (const message of own) {
    it(`none of it: ${message}`, () => {
      assert.isFalse(read(message).some(({ intent }) => intent in said))
    })
  }
})
