import { assert, describe, it } from "@effect/vitest"
import { findAddresses, mergeAddresses } from "../../../src/planner/text/Address.ts"
import { noAddress, type StatedAddress } from "../../../src/planner/Wish.ts"

const rows: ReadonlyArray<readonly [said: string, expected: Partial<StatedAddress>]> = [
  [
    "ship it to 12 Rose Street, Boston, MA 02118",
    { street: "12 Rose Street", city: "Boston", state: "MA", zip: "02118" }
  ],
  [
    "send my order to 5 oak avenue, portland, or 97201 instead please",
    { street: "5 oak avenue", city: "portland", state: "OR", zip: "97201" }
  ],
  [
    "my address is Jane Doe, 44 Elm St Apt 5b, Austin Texas 78701",
    {
      recipient: "Jane Doe",
      street: "44 Elm St Apt 5b",
      city: "Austin",
      state: "TX",
      zip: "78701"
    }
  ],
  [
    "ship to Jane Doe at 9 hill road, denver co 80202",
    { recipient: "Jane Doe", street: "9 hill road", city: "denver", state: "CO", zip: "80202" }
  ],
  ["350 Broadway, New York, NY 10013", { street: "350 Broadway", city: "New York", state: "NY", zip: "10013" }],
  ["10 Downing Street, London SW1A 2AA, UK", { street: "10 Downing Street" }],
  [
    "1600 Pennsylvania Ave NW, Washington, DC 20500, USA",
    { street: "1600 Pennsylvania Ave NW", city: "Washington", state: "DC", zip: "20500" }
  ],
  [
    "Bill Harper, 44 Elm St, Austin, TX 78701",
    { recipient: "Bill Harper", street: "44 Elm St", city: "Austin", state: "TX", zip: "78701" }
  ],
  ["Bill 44 Elm St, Austin, TX 78701", { street: "44 Elm St", city: "Austin", state: "TX", zip: "78701" }],
  ["ship it to 12 Rose Street", { street: "12 Rose Street" }],
  [
    "ship it to Hauptstraße 5, 10115 Berlin, Germany",
    { street: "Hauptstraße 5", city: "Berlin", state: "", zip: "10115", country: "DE" }
  ],
  [
    "send it to Anna Maria Vogt, Am Markt 12a, 60311 Frankfurt am Main please",
    { recipient: "Anna Maria Vogt", street: "Am Markt 12a", city: "Frankfurt am Main", state: "", zip: "60311" }
  ],
  [
    "my address is 12 rue de Rivoli, 75001 Paris, France and I am home today",
    { street: "12 rue de Rivoli", city: "Paris", state: "", zip: "75001", country: "FR" }
  ],
  [
    "Keizersgracht 174, 1016 DW Amsterdam, the Netherlands",
    { street: "Keizersgracht 174", city: "Amsterdam", state: "", zip: "1016 DW", country: "NL" }
  ]
]

const none = [
  "add 2 kettles by the way",
  "add 2 waterproof trail shoes in red",
  "between 50 and 80 dollars and ship to texas",
  "i need 3 tents in Portland, OR",
  "2 Ridge Runner Trail Shoes, and a lamp",
  "order 4 for my wife",
  "do you have the Kettle 3, 2024 edition",
  "2 of the Ember Lamp 5, 1200 lumens"
]

describe("addresses", () => {
  for (const [said, expected] of rows) {
    it(`are read: ${said}`, () => {
      assert.deepStrictEqual(
        findAddresses(said).map(({ address }) => address),
        [{ ...noAddress, ...expected }]
      )
    })
  }

  for (const said of none) {
    it(`are not seen in: ${said}`, () => {
      assert.deepStrictEqual(findAddresses(said), [])
    })
  }

  it("are told apart", () => {
    const found = findAddresses("bill 8 Mill Lane, Salem, OR 97301 and ship to 12 Rose Street, Boston, MA 02118")
    assert.deepStrictEqual(
      found.map(({ address }) => address.street),
      ["8 Mill Lane", "12 Rose Street"]
    )
  })

  it("are completed by what is said later", () => {
    const earlier = { ...noAddress, street: "12 Rose Street" }
    assert.deepStrictEqual(mergeAddresses(earlier, { ...noAddress, city: "Boston" }), { ...earlier, city: "Boston" })
  })

  it("cost little to look for, whatever is said", () => {
    // At a cost that grows faster than the text, this would outlast the time limit of a test.
    for (const text of ["12 rose elm oak ", "1 a ", "Aa Bb, ", "12 a street, b, "]) {
      assert.isDefined(findAddresses(text.repeat(3_000 / text.length)))
    }
  })
})
