import { assert, describe, it } from "@effect/vitest"
import { Money } from "@storefront/domain/Money"
import { keepState, runPart } from "../../../src/planner/plan/Flows.ts"
import { isSameTitle, resolverBy } from "../../../src/planner/plan/ProductResolution.ts"
import { namedNow } from "../../../src/planner/Wish.ts"

describe("parts of a name", () => {
  const title = "Salt Roads: A Short History of Inland Trade"

  it("are one thing where the name is written out", () => {
    assert.isTrue(isSameTitle(`Add ${title} to my cart`, title, ["Salt Roads", "Short History", "Inland Trade"]))
    assert.isFalse(isSameTitle("Add Salt Roads and Inland Trade to my cart", title, ["Salt Roads", "Inland Trade"]))
  })

  it("are not when one of them is named besides", () => {
    assert.isFalse(
      isSameTitle("Add the Ember Lamp and the Ember Lamp Shade", "Ember Lamp Shade", ["Ember Lamp", "Ember Lamp Shade"])
    )
    assert.isFalse(isSameTitle(`Add ${title} and ${title}`, title, ["Salt Roads", "Inland Trade"]))
  })
})

describe("a name that fits several products", () => {
  const products = ["Beanie with Logo", "Hoodie with Logo"].map((name) => ({ name, brand: "", price: Money.make(100) }))
  const resolve = resolverBy(function* () {
    yield* keepState({})
    return products
  })
  const resolved = (said?: string) =>
    runPart(
      (function* () {
        return (yield* resolve(namedNow("Logo"), said)).name
      })()
    ).next().value

  it("is the one that the message has in full, and else asked for", () => {
    assert.deepInclude(resolved("Compare the Beanie, the Beanie with Logo"), { text: "Beanie with Logo" })
    assert.deepInclude(resolved("Compare the Beanie with Logo, the Hoodie with Logo"), {
      text: "Several products could be meant. Which one?\n1. Beanie with Logo, $1.00\n2. Hoodie with Logo, $1.00"
    })
    assert.match(JSON.stringify(resolved()), /Which one/)
  })
})
