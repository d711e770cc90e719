import { assert, describe, it } from "@effect/vitest"
import { binding, type Intent, writing } from "../../../src/planner/Intents.ts"
import { read } from "../support/Reading.ts"

/** Messages that must never bind the customer. */
const unbinding = [
  "can I return my last order?",
  "how do I return order 0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90?",
  "what happens if I return my latest order",
  "don't return my order",
  "my sister returned her order last week",
  "you told me to return it",
  "I might send the shoes back",
  "I returned the jacket last month",
  "should I check out now?",
  "what would I pay if I checked out",
  "how do I check out?",
  "don't place the order yet",
  "I placed an order yesterday",
  "the e-mail says I should check out",
  "place the order? no wait, don't",
  "place the order. actually no",
  "check out. never mind",
  "cancel my latest order. no wait",
  "can I get a refund for the shoes?",
  "where is my refund",
  "when will you refund me?",
  "if you refund me, do I lose gold?",
  "can I backorder the vacuum?",
  "is a backorder possible",
  "what does a backorder cost",
  "can I still change the address of my order?",
  "what if the address of my order is wrong?",
  "yes",
  "yes please",
  "go ahead"
]

/** Messages that ask for an act at once. */
const requests: ReadonlyArray<readonly [intent: Intent, said: string]> = [
  ["return", "return my last delivered order, it doesn't fit"],
  ["return", "send back order 0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90 please"],
  ["return", "the shoes are too small, I want to return them"],
  ["checkout", "check out my cart"],
  ["checkout", "ok place the order please"],
  ["checkout", "add the K87 to my cart and check out"],
  ["checkout", "I'd like to check out with overnight shipping"],
  ["refund", "process the refund for order 0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90"],
  ["refund", "please pay out my refund"],
  ["backorder", "place a backorder for 10 vacuums"],
  ["change_address", "send my latest order to 12 Rose Street, Boston, MA 02118 instead"],
  ["cancel_order", "cancel my latest order please"]
]

describe("agreement", () => {
  for (const said of unbinding) {
    it(`is not given by: ${said}`, () => {
      assert.deepStrictEqual(
        read(said).filter(({ intent, isExplicit }) => binding.has(intent) && isExplicit),
        []
      )
    })
  }

  for (const [intent, said] of requests) {
    it(`is given by: ${said}`, () => {
      assert.isTrue(read(said).some((wish) => wish.intent === intent && wish.isExplicit))
    })
  }

  for (const said of ["what if I add three more?", "how do I remove something from my cart?", "did you add it?"]) {
    it(`to a change is not given by: ${said}`, () => {
      assert.isFalse(read(said).some(({ intent }) => writing.has(intent)))
    })
  }
})
