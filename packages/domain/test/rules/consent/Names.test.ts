import { assert, describe, it } from "@effect/vitest"
import { Money } from "../../../src/Money.ts"
import { namesAmount, namesPlace } from "../../../src/rules/consent/Names.ts"

describe("words", () => {
  it("name amounts however they are written", () => {
    for (const text of ["$1,234.50", "1.234,50 €", "1234.5", "1’234.50"]) {
      assert.isTrue(namesAmount(`It is ${text}.`, Money.make(123_450)), text)
    }
    assert.isFalse(namesAmount("It is $1,234.51.", Money.make(123_450)))
    assert.isTrue(namesAmount("12 pieces at 5 for $60", Money.make(6_000)))
  })

  it("name places by the number and the name of the street and the postal code", () => {
    const place = { street: "9 Elm Street", zip: "SW1A 1AA" }
    assert.isTrue(namesPlace("to 9 elm st, London SW1A1AA", place))
    assert.isFalse(namesPlace("to 8 elm st, London SW1A1AA", place))
    assert.isFalse(namesPlace("to 9 elm st, London", place))
    const near = { street: "9 Elm Street", zip: "02101" }
    assert.isTrue(namesPlace("to 9 elm st, MA 02101-1234", near))
    assert.isFalse(namesPlace("order 00000000-0000-7000-8000-000000002101 to 9 elm st", near))
    assert.isFalse(namesPlace("to 9 elm st, 3 02 10 1", near))
    assert.isFalse(namesPlace("to 9 elm st, order 5021017", near))
    assert.isFalse(namesPlace("to 9 oak st, London SW1A1AA", place))
    assert.isTrue(namesPlace("Hauptstr. 5, 80331", { street: "Hauptstraße 5", zip: "80331" }))
    assert.isTrue(namesPlace("3 rue emile zola 75015", { street: "3 Rue Émile Zola", zip: "75015" }))
    assert.isTrue(namesPlace("Marktplatz, 80331", { street: "Marktplatz", zip: "80331" }))
  })
})
