import { assert, describe, it } from "@effect/vitest"
import { binding, cartChanges, type Intent, writing } from "../../../src/planner/Intents.ts"
import { read } from "../support/Reading.ts"

/** Messages that ask, tell or refuse. */
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
  "can I get a refund for the shoes?",
  "where is my refund",
  "when will you refund me?",
  "if you refund me, do I lose gold?",
  "can I backorder the vacuum?",
  "is a backorder possible",
  "what does a backorder cost",
  "what happens if I backorder it",
  "don't backorder it",
  "I think I want to check out",
  "yes",
  "yes please",
  "go ahead"
]

/** What is told, wondered about or left open changes no cart. */
const leftOpen = [
  "I was going to add the lamp to my cart but then I saw the price",
  "my wife put the lamp in the cart, I think",
  "I already removed the mouse from my cart",
  "perhaps I'll add the tent later",
  "I nearly put the tent in my cart yesterday",
  "not sure I should add the tent",
  "what about the tent, buy or wait",
  "add the kettle or the blender to my cart",
  "remove the mouse or the keyboard from my cart",
  "put the lamp in my cart. let me think about it",
  "I could drop the scarf from my cart",
  "the scarf in my cart, is it wool?",
  "without the duvet, what's my total?",
  "in order to add a tent to my cart, do I need an account?",
  "is 562 Linden Street, Asheville, NC 28801 the address of my cart?",
  "how long to ship my cart to 12 Oak Street, Denver, CO 80202?",
  "my bill should have gone to 12 Oak Street, Denver, CO 80202, where did it go?",
  "say I wanted the bill sent to 12 Oak Street, Denver, CO 80202, is that possible?",
  "Petra's place is 412 Juniper Row, Boulder, CO 80302"
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
  ["backorder", "I'd like to place a backorder for the Glide"],
  ["backorder", "can you backorder 3 vacuums for me"],
  ["change_address", "send my latest order to 12 Rose Street, Boston, MA 02118 instead"],
  ["cancel_order", "cancel my latest order please"]
]

describe("an act that binds", () => {
  for (const said of unbinding) {
    it(`is not proposed for: ${said}`, () => {
      assert.deepStrictEqual(
        read(said).filter(({ intent }) => binding.has(intent)),
        []
      )
    })
  }

  for (const [intent, said] of requests) {
    it(`is proposed for: ${said}`, () => {
      assert.isTrue(read(said).some((wish) => wish.intent === intent))
    })
  }
})

describe("the cart", () => {
  for (const said of leftOpen) {
    it(`is not changed by: ${said}`, () => {
      assert.deepStrictEqual(
        read(said).filter(({ intent, product }) => cartChanges.has(intent) && product !== null),
        []
      )
    })
  }

  for (const said of ["what if I add three more?", "how do I remove something from my cart?", "did you add it?"]) {
    it(`is not changed by: ${said}`, () => {
      assert.isFalse(read(said).some(({ intent }) => writing.has(intent)))
    })
  }
})
