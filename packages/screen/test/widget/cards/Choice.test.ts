import { assert, describe, it } from "vitest"
import {
  availabilityOf,
  choose,
  chosenVariant,
  initialChoice,
  optionsOf,
  type Variant
} from "../../../src/widget/cards/Choice.ts"

const variant = (id: string, values: Readonly<Record<string, string>>, stock: number | null = 1): Variant => ({
  id,
  values: new Map(Object.entries(values)),
  price: 10,
  before: 10,
  stock,
  picture: ""
})

const boots = [
  variant("one", { Size: "42", Colour: "Black" }),
  variant("two", { Size: "9.5", Colour: "Black" }, 0),
  variant("three", { Size: "41", Colour: "Red" })
]

const entries = (chosen: ReadonlyMap<string, string>) => [...chosen]

describe("the choice of a variant", () => {
  it("offers each value once, sizes by number and others as the shop lists them", () => {
    assert.deepStrictEqual(optionsOf(boots), [
      { name: "Size", values: ["9.5", "41", "42"] },
      { name: "Colour", values: ["Black", "Red"] }
    ])
    const shirts = ["S", "M", "XL"].map((size) => variant(size, { Size: size }))
    assert.deepStrictEqual(optionsOf(shirts), [{ name: "Size", values: ["S", "M", "XL"] }])
  })

  it("tells what is in stock, what is sold out, and what does not exist with the other values", () => {
    const of = (chosen: ReadonlyMap<string, string>, value: string) => availabilityOf(boots, chosen, "Size", value)
    assert.deepStrictEqual(
      ["42", "9.5", "41"].map((value) => of(new Map(), value)),
      ["in_stock", "out_of_stock", "in_stock"]
    )
    assert.deepStrictEqual(
      ["42", "9.5", "41"].map((value) => of(new Map([["Colour", "Red"]]), value)),
      ["impossible", "impossible", "in_stock"]
    )
    assert.strictEqual(availabilityOf([variant("x", { Size: "1" }, null)], new Map(), "Size", "1"), "in_stock")
  })

  it("replaces a value of the same option, and keeps the others", () => {
    const chosen = choose(
      boots,
      new Map([
        ["Size", "42"],
        ["Colour", "Black"]
      ]),
      "Size",
      "9.5"
    )
    assert.deepStrictEqual(entries(chosen), [
      ["Colour", "Black"],
      ["Size", "9.5"]
    ])
    assert.strictEqual(chosenVariant(boots, chosen)?.id, "two")
  })

  it("drops earlier values that do not exist together with the new one, the oldest first", () => {
    const chosen = choose(
      boots,
      new Map([
        ["Size", "42"],
        ["Colour", "Black"]
      ]),
      "Colour",
      "Red"
    )
    assert.deepStrictEqual(entries(chosen), [["Colour", "Red"]])
    assert.isUndefined(chosenVariant(boots, chosen))
    const lamps = [
      variant("a", { Foot: "Oak", Shade: "Linen", Cable: "Long" }),
      variant("b", { Foot: "Ash", Shade: "Linen", Cable: "Short" }),
      variant("c", { Foot: "Oak", Shade: "Paper", Cable: "Short" })
    ]
    const before = new Map([
      ["Foot", "Oak"],
      ["Shade", "Linen"]
    ])
    assert.deepStrictEqual(entries(choose(lamps, before, "Cable", "Short")), [
      ["Shade", "Linen"],
      ["Cable", "Short"]
    ])
  })

  it("is made where there is none: a value of all variants is chosen from the beginning", () => {
    assert.deepStrictEqual(entries(initialChoice(boots)), [])
    assert.deepStrictEqual(entries(initialChoice(boots.slice(0, 2))), [["Colour", "Black"]])
    assert.strictEqual(chosenVariant([boots[0]!], initialChoice([boots[0]!]))?.id, "one")
  })

  it("finds a variant that lacks an option of the others", () => {
    const mixed = [variant("plain", { Size: "1" }), variant("red", { Size: "1", Colour: "Red" })]
    assert.strictEqual(chosenVariant(mixed, new Map([["Size", "1"]]))?.id, "plain")
    assert.strictEqual(
      chosenVariant(
        mixed,
        new Map([
          ["Size", "1"],
          ["Colour", "Red"]
        ])
      )?.id,
      "red"
    )
  })
})
