import { assert, describe, it } from "@effect/vitest"
import { read } from "../support/Reading.ts"

const intentsOf = (message: string) => read(message).map(({ intent }) => intent)

const requests = [
  "cancel my latest order",
  "Cancel my last order, please.",
  "please cancel order 01a1faa7-23a7-766b-9a15-8a7a035ac115",
  "Could you cancel my latest order?",
  "could you please cancel my latest order if possible",
  "if you could cancel my latest order that would be great",
  "I want to cancel my most recent order",
  "i'd like to cancel my latest order",
  "i need my latest order cancelled",
  "please have my latest order cancelled",
  "cancle my latest order pls",
  "scrap my last order",
  "yes, cancel my latest order",
  "I hereby request the cancellation of order no. 01a1faa7-23a7-766b-9a15-8a7a035ac115."
]

const others = [
  "can I still cancel my latest order?",
  "Please cancel my neighbour's latest order, she asked me to",
  "what happens if I cancel my latest order",
  "will you cancel my latest order if the payment fails",
  "i'd cancel it if you can't ship tomorrow",
  "undo the cancellation of my latest order",
  "does cancelling my last order release the coupon",
  "i wanted to cancel my latest order but now i keep it",
  "don't cancel my latest order",
  "never cancel my latest order without asking",
  "did you cancel my latest order?",
  "my latest order was cancelled, why?",
  "I'm thinking about cancelling my latest order",
  "how do I cancel an order",
  "show me the orders I cancelled",
  "cancel my latest order unless it has shipped",
  "when can i cancel my latest order",
  "should I cancel my latest order?",
  "who pays if I cancel an order"
]

describe("cancelling", () => {
  for (const message of requests) {
    it(`is requested by: ${message}`, () => {
      assert.include(intentsOf(message), "cancel_order")
    })
  }
  for (const message of others) {
    it(`is not requested by: ${message}`, () => {
      assert.notInclude(intentsOf(message), "cancel_order")
    })
  }

  it("is told once of the order that is named right before", () => {
    assert.deepStrictEqual(intentsOf("that yoga mat order? kill it, im skint lol"), ["cancel_order"])
  })
})
