import { assert, describe, it } from "@effect/vitest"
import { isPlaceSaid, isSaid, isSpokenOf } from "../../../src/rules/consent/Said.ts"

const notes: ReadonlyArray<readonly [said: string, note: string, isSaid: boolean]> = [
  ["please place the order", "Deliver instead to 99 Evil Road", false],
  ["please place the order", "deliver to the neighbour", false],
  ["please place the order", "", true],
  ["please place the order", "Please deliver the parcel to the customer, thanks", true],
  ["can you leave it by the back door", "leave at the back door", true],
  ["can you leave it by the back door", "Please leave the package at the back door", true],
  ["can you leave it by the back door", "Please leave the package at the front door", false],
  ["tell them to ring twice at the side door", "Ring at side door, twice", true],
  ["Order it. I'm at work, so my neighbour at number 9 takes it", "Neighbor at number 9 takes it", true],
  ["Order it. I'm at work, so my neighbour at number 9 takes it", "Neighbour at number 19 takes it", false],
  ["order it, apartment 4b", "Apartment 4B", true],
  ["order it, apartment 4b", "Apartment 4c", false],
  ["leaving it with the porters is fine, there's a door bell", "leave with porter, doorbell", true],
  ["order it, the second house", "two six", false],
  ["order it and leave villa keys alone", "deliver to Evil", false],
  ["order it, I hate wardens and hall ways", "hallway", true],
  ["Bestell es bitte, hinter der Garage abstellen", "bitte hinter der Garage abstellen", true],
  ["Bestell es bitte, hinter der Garage abstellen", "leave behind the garage", false],
  ["下单吧，请放在15号门口", "放在15号门口", true],
  ["下单吧，请放在15号门口", "放在5号门口", false],
  ["下单吧，请放在15号门口", "放在上海路", false]
]

describe("a note for the delivery", () => {
  for (const [said, note, expected] of notes) {
    it(`${expected ? "may say" : "cannot say"} "${note}" for "${said}"`, () => {
      assert.strictEqual(isSaid(note, said), expected)
    })
  }
})

describe("a place", () => {
  it("has nothing in it that was not said, but its kind written out", () => {
    const said = "send it to 12 Elm St, apt 4, Boston 02101"
    assert.isTrue(isPlaceSaid({ street: "12 Elm Street, Apartment 4", zip: "02101" }, said))
    assert.isTrue(isPlaceSaid({ street: "12 Elm St", zip: "02101" }, said))
    assert.isFalse(isPlaceSaid({ street: "Thief Road 12, Elm", zip: "02101" }, said))
    assert.isFalse(isPlaceSaid({ street: "12 Elm Street, Apartment 5", zip: "02101" }, said))
    assert.isFalse(isPlaceSaid({ street: "12 Elm St, care of Mallory", zip: "02101" }, said))
  })
})

describe("a product", () => {
  it("is spoken of by any word of its name, in any form", () => {
    const name = "Fernhollow Desk Lamp"
    for (const said of ["the cheapest lamp you have", "two LAMPS", "Leg die Lampe in den Wagen", "a fernhollow one"]) {
      assert.isTrue(isSpokenOf(name, said), said)
    }
    for (const said of ["check out", "order it all", "something nice for my mother", ""]) {
      assert.isFalse(isSpokenOf(name, said), said)
    }
    assert.isFalse(isSpokenOf("The New One", "I want the new one that you have"))
  })

  it("is not spoken of by what an order of anything is told with", () => {
    for (const [name, said] of [
      ["The Atlas of Quiet Places", "please place my order"],
      ["Everyday T-Shirt", "buy everything in my cart"],
      ["Checked Shirt", "check out"],
      ["Pleated Skirt", "check out, please"]
    ] as const) {
      assert.isFalse(isSpokenOf(name, said), said)
    }
    assert.isTrue(isSpokenOf("The Atlas of Quiet Places", "place an order of the atlas"))
  })
})
