import { assert, describe, it } from "@effect/vitest"
import { read, readOne } from "../support/Reading.ts"

describe("what is left out", () => {
  it("of a cart that is emptied is all that is named", () => {
    const { otherProducts, product, quantity } = readOne("Remove everything but the mouse and the keyboard")
    assert.deepStrictEqual(
      [product?.name, quantity, ...otherProducts.map(({ name }) => name)],
      ["mouse", null, "keyboard"]
    )
  })

  for (const message of [
    "a jacket, but not from Oskaberg",
    "any jackets that are not by Oskaberg?",
    "show me jackets other than Oskaberg"
  ]) {
    it(`of a search is not searched for: ${message}`, () => {
      const { filters } = readOne(message)
      assert.match(filters.query ?? "", /^jackets?$/u)
      assert.isNull(filters.brand)
    })
  }

  for (const message of [
    "I changed my mind about the return, keep my money",
    "keep the money, I don't want the refund"
  ]) {
    it(`is not asked for: ${message}`, () => {
      assert.isFalse(read(message).some(({ intent }) => intent === "refund" || intent === "return"))
    })
  }
})

describe("the cheapest of a kind", () => {
  it("is taken out of the cart when that is said", () => {
    assert.strictEqual(readOne("Remove the cheapest mouse").intent, "remove_from_cart")
  })
})
