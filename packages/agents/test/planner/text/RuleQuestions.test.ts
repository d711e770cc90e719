import { assert, it } from "@effect/vitest"
import { asksForRule } from "../../../src/planner/text/RuleQuestions.ts"

it("a question about the shop's rules is one only when it asks for nothing else", () => {
  const rules = [
    "What is your return policy?",
    "How long does delivery take?",
    "Do you ship to Canada?",
    "Do you offer gift wrap?",
    "hi, what's your refund policy please"
  ]
  const others = [
    "Can I still return my last order?",
    "How long does shipping the K87 keyboard to California take?",
    "Do you ship to Vermont?",
    "do you ship overnight?",
    "Can you wrap it as a gift? And where is my order?",
    "Find gift wrap under $10",
    "What is in my cart?"
  ]
  assert.deepStrictEqual([...rules, ...others].filter(asksForRule), rules)
})
