import { assert, it } from "@effect/vitest"
import { mentionsAddress, mentionedIds } from "../../src/rules/Mentions.ts"

it("a text names ids in any case, each once", () => {
  const id = "0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90"
  assert.deepStrictEqual(mentionedIds(`${id.toUpperCase()} and ${id}, not 0198f2aa`), [id])
})

it("a text says a place by the number and the name of the street and the postal code", () => {
  const rows: ReadonlyArray<readonly [said: string, street: string, zip: string, isSaid: boolean]> = [
    ["to 9 elm st, London SW1A1AA", "9 Elm Street", "SW1A 1AA", true],
    ["to 8 elm st, London SW1A1AA", "9 Elm Street", "SW1A 1AA", false],
    ["to 9 oak st, London SW1A1AA", "9 Elm Street", "SW1A 1AA", false],
    ["to 9 elm st, London", "9 Elm Street", "SW1A 1AA", false],
    ["to 9 elm st, MA 02101-1234", "9 Elm Street", "02101", true],
    ["order 00000000-0000-7000-8000-000000002101 to 9 elm st", "9 Elm Street", "02101", false],
    ["to 9 elm st, order 5021017", "9 Elm Street", "02101", false],
    ["Hauptstr. 5, 80331", "Hauptstraße 5", "80331", true],
    ["3 rue emile zola 75015", "3 Rue Émile Zola", "75015", true],
    ["Marktplatz, 80331", "Marktplatz", "80331", true],
    ["to 4 Queen's Road, Central, Hong Kong", "4 Queen's Road", "", true],
    ["to 4 Queen's Road, Kowloon", "4 Queen's Road", "", false],
    ["send it to 12 Elm St, apt 4, Boston 02101", "12 Elm Street, Apartment 4", "02101", true],
    ["send it to 12 Elm St, apt 4, Boston 02101", "12 Elm Street, Apartment 5", "02101", false],
    ["send it to 12 Elm St, apt 4, Boston 02101", "Thief Road 12, Elm", "02101", false],
    ["send it to 12 Elm St, apt 4, Boston 02101", "12 Elm St, care of Mallory", "02101", false]
  ]
  for (const [said, street, zip, expected] of rows) {
    assert.strictEqual(mentionsAddress({ street, city: "Hong Kong", zip }, said), expected, `${said}: ${street}`)
  }
})
