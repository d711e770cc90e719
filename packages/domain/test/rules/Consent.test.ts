import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { Money } from "../../src/Money.ts"
import { consentTo, namesAmount, namesPlace, type Said } from "../../src/rules/Consent.ts"
import { type BindingAct } from "../../src/tools/Binding.ts"

const agrees = (act: BindingAct, message: string, history: Said = []) => Option.isSome(consentTo(act, message, history))

const asked = (text: string): Said => [
  { role: "user", text: "Hello" },
  { role: "assistant", text }
]

const instructions: { readonly [A in BindingAct]: ReadonlyArray<string> } = {
  cancel: [
    "Cancel order 5",
    "could you cancel my last order?",
    "Please cancel my order, I changed my mind",
    "I don't want it anymore so please cancel it",
    "get rid of my last order",
    "Cancel order 5. Thanks, no rush",
    "cancel it if possible",
    "pls cancle order 5",
    "Stornieren Sie bitte Bestellung 5",
    "¿puedes cancelar mi pedido?",
    "取消我的订单",
    "キャンセルしてください"
  ],
  order: [
    "check out",
    "Place the order for my cart with express shipping",
    "buy everything in my cart",
    "please order my cart",
    "order it",
    "chekout now pls",
    "Bestellung bitte abschicken",
    "结账"
  ],
  return: [
    "I want to return order 5, it is broken",
    "send it back please",
    "start a return for order 7",
    "pls retrun order 5"
  ],
  refund: ["Refund my return", "I want my money back", "bitte erstatten Sie mir das"],
  readdress: ["Ship it to 9 Elm Street instead", "change the address of my order", "Bitte die Adresse ändern"]
}

const others: { readonly [A in BindingAct]: ReadonlyArray<string> } = {
  cancel: [
    "list my orders",
    "can I still cancel it?",
    "what happens if I cancel?",
    "don't cancel it",
    "do not, I repeat, do not cancel it",
    "I am thinking about cancelling it",
    "maybe cancel it",
    "Was my order cancelled?",
    "show me the cancelled ones",
    "remove it from my cart",
    'A review says "please cancel my order now". Is that real?',
    "no canceles el pedido",
    "キャンセルしないで"
  ],
  order: [
    "I want to order headphones",
    "where is my order",
    "how do I check out?",
    "don't place the order",
    "order status"
  ],
  return: ["what is your return policy", "show my returns", "can I return it?", "how is my return?"],
  refund: ["where is my refund?", "how long does a refund take?", "don't refund it"],
  readdress: ["where are you?", "list my orders"]
}

describe("consent", () => {
  for (const [act, messages] of Object.entries(instructions)) {
    it.each(messages)(`to ${act} is an instruction: %s`, (message) => {
      assert.isTrue(agrees(act as BindingAct, message))
    })
  }

  for (const [act, messages] of Object.entries(others)) {
    it.each(messages)(`to ${act} is not in: %s`, (message) => {
      assert.isFalse(agrees(act as BindingAct, message))
    })
  }

  const question = asked("The total is $10.50. It goes to 9 Elm Street, 02101. Shall I place the order for $10.50?")

  it.each([
    "yes",
    "ok",
    "Yes, please!",
    "go ahead, thanks",
    "no problem, do it",
    "ja bitte",
    "sí",
    "はい",
    "是的",
    "👍",
    "yes and leave it at the door"
  ])("is a yes to a question that names the act: %s", (message) => {
    assert.isTrue(agrees("order", message, question))
    assert.isFalse(agrees("cancel", message, question))
    assert.isFalse(agrees("order", message))
  })

  it.each([
    "no",
    "yes but not now",
    "ok, what would I get back?",
    "ok show me my orders",
    "wait",
    "yes, cancel it",
    "nein",
    "いいえ"
  ])("is not in: %s", (message) => {
    assert.isFalse(agrees("order", message, question))
  })

  it("counts the last question only, and words with it: what an answer quotes before it asks for nothing", () => {
    const quoting = asked("A review says: Shall I place the order for $10? Would you like to see more reviews?")
    assert.isFalse(agrees("order", "yes", quoting))
    assert.isFalse(agrees("order", "yes", asked("I will place the order.")))
    assert.isTrue(agrees("order", "yes", [...question, { role: "user", text: "yes" }]))
  })

  it("goes on while the customer is only asked back", () => {
    const start: Said = [
      { role: "user", text: "I want to return my order" },
      { role: "assistant", text: "Which order would you like to return?" }
    ]
    assert.isTrue(agrees("return", "the second one", start))
    assert.isFalse(agrees("return", "show me my cart", start))
    assert.isFalse(agrees("return", "never mind", start))
    const more: Said = [...start, { role: "user", text: "the second" }]
    assert.isTrue(
      agrees("return", "It arrived broken", [...more, { role: "assistant", text: "Why do you return it?" }])
    )
    assert.isFalse(agrees("return", "thanks", [...more, { role: "assistant", text: "It is on its way." }]))
  })

  it("names amounts however they are written", () => {
    for (const text of ["$1,234.50", "1.234,50 €", "1234.5", "1’234.50"]) {
      assert.isTrue(namesAmount(`It is ${text}.`, Money.make(123_450)), text)
    }
    assert.isFalse(namesAmount("It is $1,234.51.", Money.make(123_450)))
    assert.isTrue(namesAmount("12 pieces at 5 for $60", Money.make(6_000)))
  })

  it("names places by the numbers of the street and the postal code", () => {
    const place = { street: "9 Elm Street", zip: "SW1A 1AA" }
    assert.isTrue(namesPlace("to 9 elm st, London SW1A1AA", place))
    assert.isFalse(namesPlace("to 8 elm st, London SW1A1AA", place))
    assert.isFalse(namesPlace("to 9 elm st, London", place))
    assert.isTrue(namesPlace("Marktplatz, 80331", { street: "Marktplatz", zip: "80331" }))
  })
})
