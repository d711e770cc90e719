import { assert, describe, it } from "@effect/vitest"
import { chooses, refundMethods, speeds } from "../../../src/rules/consent/Choices.ts"

const wishes: ReadonlyArray<readonly [words: string, isCredit: boolean]> = [
  ["Please return my last delivered order. I want the money back on my card.", false],
  ["Return my last order", false],
  ["Return it for store credit", true],
  ["send it back, store credit is fine", true],
  ["return it, I'd rather have a voucher", true],
  ["return it, a gift card will do", true],
  ["return it and give me credit", true],
  ["return it, shop credit, not on my card", true],
  ["return it, not on my card but as store credit", true],
  ["return it, no refund to my card, store credit please", true],
  ["return it without store credit", false],
  ["Return it. I do not want store credit.", false],
  ["return it. no store credit, i want my money back", false],
  ["return it to my credit card", false],
  ["return it and credit it to my account", false],
  ["return it, credit my card please", false],
  ["return it to my credit/debit card", false],
  ["Bitte zurückschicken, als Gutschein", true],
  ["Schick es zurück, das Geld auf meine Karte", false],
  ["renvoyez-la, je veux un bon d'achat", true],
  ["devuélvelo con una tarjeta regalo", true],
  ["vale, devuélvelo", false],
  ["верните заказ, ваучером", true],
  ["退货，换成购物金", true]
]

const told = (words: string) => [{ told: words, asked: "" }, [words]] as const
const agreed = (asked: string, message: string) => [{ told: "", asked }, [message]] as const

describe("the way of a refund", () => {
  for (const [words, isCredit] of wishes) {
    it(`is ${isCredit ? "" : "not "}store credit for: ${words}`, () => {
      assert.strictEqual(chooses(refundMethods, "store_credit", ...told(words)), isCredit)
      assert.strictEqual(chooses(refundMethods, "original_payment", ...told(words)), !isCredit)
    })
  }

  it("is either where both are spoken of, and neither where the only one named is refused", () => {
    for (const way of ["store_credit", "original_payment"] as const) {
      assert.isTrue(chooses(refundMethods, way, ...told("return it, on my card or as store credit")), way)
      assert.isFalse(chooses(refundMethods, way, ...told("return it, but not to my card")), way)
    }
  })

  it("is neither where the customer had spoken of store credit before, but not of a gift card to buy or to pay with", () => {
    const after = (earlier: string) =>
      chooses(refundMethods, "original_payment", { told: "return it", asked: "" }, [earlier, "return it"])
    assert.isFalse(after("I'd rather have store credit"))
    assert.isFalse(after("I want it back as a voucher"))
    for (const other of [
      "I have a gift card from my aunt",
      "I'm looking for a gift card",
      "store credit? No, to my card"
    ]) {
      assert.isTrue(after(other), other)
    }
  })

  it("is the one that a question of ours names, if the customer agrees to it and names no other", () => {
    const isCredit = (asked: string, message: string) =>
      chooses(refundMethods, "store_credit", ...agreed(asked, message))
    assert.isTrue(isCredit("Shall I return the order as store credit?", "yes"))
    assert.isTrue(isCredit("You would get $50 as store credit. Shall I return the order?", "Yes please"))
    assert.isTrue(isCredit("Shall I return the order as store credit rather than to your card?", "yes"))
    assert.isFalse(isCredit("Shall I return the order as store credit?", "yes, but to my card"))
    assert.isFalse(isCredit("Shall I return the order?", "yes"))
    assert.isTrue(isCredit("Shall I return the order?", "yes, as store credit"))
    assert.isFalse(isCredit("Shall I return the order to your card?", "yes"))
    assert.isFalse(isCredit("The money goes to your card or to store credit. Shall I return the order?", "yes"))
    assert.isFalse(isCredit("Store credit is there at once. Shall I return the order to your card?", "yes"))
    const isCard = (asked: string, message: string) =>
      chooses(refundMethods, "original_payment", ...agreed(asked, message))
    assert.isFalse(isCard("Shall I return the order as store credit?", "yes"))
    assert.isTrue(isCard("Shall I return the order as store credit?", "yes, but to my card"))
    assert.isTrue(isCard("Shall I return the order?", "yes"))
    assert.isFalse(isCard("Shall I return the order?", "yes, as store credit"))
    assert.isTrue(isCard("The money goes to your card or to store credit. Shall I return the order?", "yes"))
  })
})

describe("the speed of an order", () => {
  it("is spoken of by the customer, where it costs something", () => {
    assert.isTrue(chooses(speeds, "express", ...told("check out with express shipping")))
    assert.isFalse(chooses(speeds, "overnight", ...told("check out with express shipping")))
    assert.isFalse(chooses(speeds, "standard", ...told("check out with express shipping")))
    assert.isTrue(chooses(speeds, "standard", ...told("check out, no express please")))
    assert.isTrue(chooses(speeds, "standard", ...told("check out without express or overnight shipping")))
    assert.isFalse(chooses(speeds, "overnight", ...told("check out without express or overnight shipping")))
    assert.isTrue(chooses(speeds, "overnight", ...told("check out, not with express but overnight")))
    assert.isFalse(chooses(speeds, "express", ...told("check out, no express please")))
    assert.isTrue(chooses(speeds, "standard", ...told("check out")))
    assert.isFalse(chooses(speeds, "express", ...told("check out")))
  })

  it("is neither the usual one nor another where the customer had spoken of another before", () => {
    const given = { told: "yes order it", asked: "" }
    const after = (earlier: string, speed: "standard" | "express") =>
      chooses(speeds, speed, given, [earlier, "Mike Torres, 4 Elm St", "yes order it"])
    assert.isFalse(after("great, express then", "standard"))
    assert.isFalse(after("great, express then", "express"))
    assert.isTrue(after("how much is express?", "standard"))
    assert.isTrue(after("no express please", "standard"))
    assert.isTrue(after("express? Standard is fine.", "standard"))
    assert.isFalse(after("I'll take the fastest shipping", "standard"))
    assert.isTrue(
      chooses(speeds, "express", { told: "", asked: "Shall I send it by express?" }, ["express then", "yes"])
    )
  })

  it.each([
    "Quick question.",
    "show me fast chargers",
    "I'm looking for a present for tomorrow",
    "I pay with American Express",
    "where are the espresso machines",
    "guten Morgen"
  ])("is not spoken of in: %s", (earlier) => {
    assert.isTrue(chooses(speeds, "standard", { told: "check out", asked: "" }, [earlier, "check out"]))
  })

  it("is the one that the customer takes of those that we name", () => {
    const all = "Standard is free, express is $14.95, overnight $29.95. Shall I place the order for $50.00?"
    for (const [message, speed] of [
      ["yes, standard please", "standard"],
      ["yes, with express", "express"],
      ["yes, overnight", "overnight"],
      ["yes", "standard"]
    ] as const) {
      for (const way of ["standard", "express", "overnight"] as const) {
        assert.strictEqual(chooses(speeds, way, ...agreed(all, message)), way === speed, `${message}: ${way}`)
      }
    }
    const express = "Shall I place the order for $50.00 plus express shipping?"
    assert.isTrue(chooses(speeds, "express", ...agreed(express, "yes")))
    assert.isFalse(chooses(speeds, "overnight", ...agreed(express, "yes")))
    assert.isFalse(chooses(speeds, "standard", ...agreed(express, "yes")))
    assert.isFalse(chooses(speeds, "express", ...agreed(express, "yes, with standard shipping")))
  })
})

describe("what is said of ways", () => {
  it.each(["'a", "1.", "'кредит", "credit on my card ", "not a ", "no ", "don't ", "kart ", "'standard"])(
    "is read to its end, however much it is: %s",
    (part) => {
      const text = part.repeat(Math.floor(80_000 / part.length))
      assert.isFalse(chooses(refundMethods, "store_credit", ...told(text)))
      assert.isFalse(chooses(speeds, "express", ...told(text)))
    }
  )
})
