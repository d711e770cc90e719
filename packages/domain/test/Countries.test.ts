import { assert, describe, it } from "@effect/vitest"
import { countryCodes, countryName } from "../src/Countries.ts"

describe("countries", () => {
  it("are found by their English names, each under its present code", () => {
    assert.deepStrictEqual(
      ["germany", "united states", "netherlands", "united kingdom"].map((name) => countryCodes.get(name)),
      ["DE", "US", "NL", "GB"]
    )
    assert.isFalse(countryCodes.has("atlantis"))
  })

  it("are named as in a sentence; an unknown code stays", () => {
    assert.deepStrictEqual(["US", "DE", "NL", "QX", "AUS", ""].map(countryName), [
      "the United States",
      "Germany",
      "the Netherlands",
      "QX",
      "AUS",
      ""
    ])
  })
})
