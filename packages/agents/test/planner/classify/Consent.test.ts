import { assert, describe, it } from "@effect/vitest"
import { binding, cartChanges, type Intent, writing } from "../../../src/planner/Intents.ts"
import { ordersSurely } from "../../../src/planner/classify/Consent.ts"
import { read, tokensOf } from "../support/Reading.ts"

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

  for (const said of leftOpen) {
    it(`to what the cart holds is not given by: ${said}`, () => {
      assert.deepStrictEqual(
        read(said).filter(({ intent, isExplicit }) => cartChanges.has(intent) && isExplicit),
        []
      )
    })
  }

  for (const said of ["what if I add three more?", "how do I remove something from my cart?", "did you add it?"]) {
    it(`to a change is not given by: ${said}`, () => {
      assert.isFalse(read(said).some(({ intent }) => writing.has(intent)))
    })
  }
})

/** Orders of what cannot be undone. */
const plain = [
  "check out",
  "checkout please",
  "place the order",
  "I'd like to check out now",
  "could you place the order for me?",
  "go ahead and place my order",
  "buy everything in my cart",
  "pay now",
  "yes, place the order please",
  "I'm ready to check out",
  "let's check out",
  "chekout pls",
  "order it with express shipping",
  "send it back please, it's broken",
  "I want to return my last order",
  "return order 0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90",
  "start a return for my latest order",
  "could you please start a return for me",
  "I'm returning the shoes",
  "kindly take back my last order",
  "i'd like to send back my last order, it was damaged",
  "get my last order returned",
  "the jacket is too small, I need to send it back",
  "process the refund for my return",
  "refund me please",
  "I want my money back",
  "could you process my refund",
  "give me my refund",
  "refund please",
  "i'd like my refund please",
  "backorder 5 vacuums",
  "place a backorder for 10 tents",
  "I'd like to place a backorder for the Glide",
  "put 10 tents on backorder",
  "can you backorder 3 vacuums for me",
  "send my latest order to 12 Rose Street instead"
]

/** Sentences about the same that are none, whatever mood they are taken for. */
const taken = [
  "how do I check out?",
  "I think I want to check out",
  "I think I'd like to send my last order back",
  "we will probably backorder five tents",
  "if I ordered now, when would it come",
  "can I check out now?",
  "should I check out now?",
  "what happens when I check out",
  "check out?",
  "my wife says I should check out",
  "would you place the order if you were me",
  "I'm not sure whether to check out",
  "can I return it?",
  "what if I return it",
  "I might return it",
  "thinking about returning it",
  "my friend told me to return it",
  "how do I return it",
  "I wanted to return it",
  "return it?",
  "can I get a refund for the shoes",
  "where is my refund",
  "how do i get my refund",
  "if you refund me, will I lose gold",
  "can I backorder it?",
  "what happens if I backorder it",
  "is a backorder possible",
  "can I still change the address?",
  "don't check out yet",
  "don't return it",
  "I do not want to return it",
  "don't refund it",
  "don't backorder it",
  "I already checked out",
  "I returned it last week",
  "was I refunded"
]

describe("the words of an order", () => {
  for (const said of plain) {
    it(`bind: ${said}`, () => {
      assert.isTrue(ordersSurely("request", tokensOf(said)))
    })
  }

  for (const said of taken) {
    it(`are taken back by: ${said}`, () => {
      assert.isFalse(ordersSurely("request", tokensOf(said)))
    })
  }
})
