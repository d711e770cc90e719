import { assert, describe, it } from "@effect/vitest"
import { isSameTitle } from "../../../src/planner/plan/ProductResolution.ts"

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
