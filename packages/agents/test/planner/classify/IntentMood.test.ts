import { assert, describe, it } from "@effect/vitest"
import { isSupposed, readMood } from "../../../src/planner/classify/IntentMood.ts"
import { type Mood } from "../../../src/planner/text/Mood.ts"
import { read, tokensOf } from "../support/Reading.ts"
import { binding, type Intent } from "../../../src/planner/Intents.ts"

const clauses: { readonly [M in Mood]: ReadonlyArray<readonly [intent: Intent, said: string]> } = {
  request: [
    ["checkout", "check out"],
    ["checkout", "checkout please"],
    ["checkout", "place the order"],
    ["checkout", "I'd like to check out now"],
    ["checkout", "could you place the order for me?"],
    ["checkout", "go ahead and place my order"],
    ["checkout", "buy everything in my cart"],
    ["checkout", "pay now"],
    ["checkout", "yes, place the order please"],
    ["checkout", "I'm ready to check out"],
    ["checkout", "let's check out"],
    ["checkout", "chekout pls"],
    ["checkout", "order it with express shipping"],
    ["return", "send it back please, it's broken"],
    ["return", "I want to return my last order"],
    ["return", "return order 0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90"],
    ["return", "start a return for my latest order"],
    ["return", "could you please start a return for me"],
    ["return", "I'm returning the shoes"],
    ["return", "kindly take back my last order"],
    ["return", "i'd like to send back my last order, it was damaged"],
    ["return", "get my last order returned"],
    ["return", "the jacket is too small, I need to send it back"],
    ["refund", "process the refund for my return"],
    ["refund", "refund me please"],
    ["refund", "I want my money back"],
    ["refund", "could you process my refund"],
    ["refund", "give me my refund"],
    ["refund", "refund please"],
    ["refund", "i'd like my refund please"],
    ["backorder", "backorder 5 vacuums"],
    ["backorder", "place a backorder for 10 tents"],
    ["backorder", "I'd like to place a backorder for the Glide"],
    ["backorder", "put 10 tents on backorder"],
    ["backorder", "can you backorder 3 vacuums for me"],
    ["change_address", "send my latest order to 12 Rose Street instead"],
    ["add_to_cart", "can you add it to my cart"],
    ["add_to_cart", "the K87, two of them"],
    ["apply_coupon", "use HELLO10 on my cart"]
  ],
  question: [
    ["checkout", "how do I check out?"],
    ["checkout", "I think I want to check out"],
    ["return", "I think I'd like to send my last order back"],
    ["backorder", "we will probably backorder five tents"],
    ["checkout", "if I ordered now, when would it come"],
    ["checkout", "can I check out now?"],
    ["checkout", "should I check out now?"],
    ["checkout", "what happens when I check out"],
    ["checkout", "check out?"],
    ["checkout", "my wife says I should check out"],
    ["checkout", "would you place the order if you were me"],
    ["checkout", "I'm not sure whether to check out"],
    ["return", "can I return it?"],
    ["return", "what if I return it"],
    ["return", "I might return it"],
    ["return", "thinking about returning it"],
    ["return", "my friend told me to return it"],
    ["return", "it arrived broken"],
    ["return", "how do I return it"],
    ["return", "I wanted to return it"],
    ["return", "return it?"],
    ["refund", "can I get a refund for the shoes"],
    ["refund", "where is my refund"],
    ["refund", "how do i get my refund"],
    ["refund", "if you refund me, will I lose gold"],
    ["backorder", "can I backorder it?"],
    ["backorder", "what happens if I backorder it"],
    ["backorder", "is a backorder possible"],
    ["change_address", "can I still change the address?"],
    ["add_to_cart", "what if I add 3 to my cart"]
  ],
  refusal: [
    ["checkout", "don't check out yet"],
    ["return", "don't return it"],
    ["return", "I do not want to return it"],
    ["refund", "don't refund it"],
    ["backorder", "don't backorder it"]
  ],
  report: [
    ["checkout", "I already checked out"],
    ["return", "I returned it last week"],
    ["refund", "was I refunded"]
  ]
}

describe("what a clause does with an act", () => {
  for (const mood of ["request", "question", "refusal", "report"] as const) {
    for (const [intent, said] of clauses[mood]) {
      it(`is a ${mood}: ${said}`, () => {
        assert.strictEqual(readMood(intent, tokensOf(said)), mood)
      })
    }
  }
})

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
      assert.isTrue(isSupposed(tokensOf(said)))
    })
  }
})
