import { assert, describe, it } from "@effect/vitest"
import { ProductId } from "../../src/Ids.ts"
import { type Choosable, chooseVariant } from "../../src/rules/VariantChoice.ts"
import { UserText } from "../../src/tools/UserText.ts"

const idOf = (n: number) => ProductId.make(`dddddddd-0000-4000-8000-00000000000${n}`)

const variant = (n: number, quantity: number, options: Readonly<Record<string, string>>): Choosable => ({
  product_id: idOf(n),
  quantity,
  options: Object.entries(options).map(([name, value]) => ({
    name: UserText.make(name),
    value: UserText.make(value),
    folded_name: name.toLowerCase(),
    folded_value: value.toLowerCase()
  }))
})

const boots = [
  variant(1, 3, { Size: "42", Colour: "Black", Sole: "Rubber" }),
  variant(2, 0, { Size: "42", Colour: "Red", Sole: "Rubber" }),
  variant(3, 5, { Size: "9", Colour: "Black", Sole: "Rubber" })
]

const value = (value: string, name: string | null = null) => ({ name, value })

describe("a variant", () => {
  it("is chosen when it is the only one left, with or without the names of its options", () => {
    assert.deepStrictEqual(chooseVariant(boots, [value("9")]), { chosen: idOf(3) })
    assert.deepStrictEqual(chooseVariant(boots, [value("42", "size"), value("red")]), { chosen: idOf(2) })
    assert.deepStrictEqual(chooseVariant(boots.slice(2), []), { chosen: idOf(3) })
    assert.deepStrictEqual(chooseVariant([variant(4, 1, {})], []), { chosen: idOf(4) })
  })

  it("is asked for by the values in stock that agree with those given, of the options in which those left differ", () => {
    assert.deepStrictEqual(chooseVariant(boots, []), {
      reason: "choose_option",
      choices: [
        { name: UserText.make("Size"), values: ["9", "42"].map((text) => UserText.make(text)) },
        { name: UserText.make("Colour"), values: [UserText.make("Black")] }
      ]
    })
    assert.deepStrictEqual(chooseVariant(boots, [value("42")]), {
      reason: "choose_option",
      choices: [{ name: UserText.make("Colour"), values: [UserText.make("Black")] }]
    })
    assert.deepStrictEqual(chooseVariant([boots[1]!, variant(5, 0, { Size: "43" })], []), {
      reason: "choose_option",
      choices: [{ name: UserText.make("Size"), values: [] }]
    })
    assert.deepStrictEqual(
      chooseVariant(boots, [value("42")], () => true),
      {
        reason: "choose_option",
        choices: [{ name: UserText.make("Colour"), values: ["Black", "Red"].map((text) => UserText.make(text)) }]
      }
    )
  })

  it("stays open when a value without a name fits two options", () => {
    const trousers = [variant(1, 1, { Waist: "32", Length: "34" }), variant(2, 1, { Waist: "34", Length: "32" })]
    const open = chooseVariant(trousers, [value("32")])
    assert.deepStrictEqual("reason" in open && open.reason, "choose_option")
    assert.deepStrictEqual(chooseVariant(trousers, [value("32", "waist")]), { chosen: idOf(1) })
  })

  it("does not exist with values that none has together, and those near it are told", () => {
    assert.deepStrictEqual(chooseVariant(boots, [value("41"), value("black")]), {
      reason: "no_such_variant",
      choices: [
        { name: UserText.make("Size"), values: ["9", "42"].map((text) => UserText.make(text)) },
        { name: UserText.make("Sole"), values: [UserText.make("Rubber")] }
      ]
    })
    assert.deepStrictEqual(chooseVariant(boots, [value("9"), value("red")]), {
      reason: "no_such_variant",
      choices: [
        { name: UserText.make("Size"), values: ["9", "42"].map((text) => UserText.make(text)) },
        { name: UserText.make("Colour"), values: [UserText.make("Black")] },
        { name: UserText.make("Sole"), values: [UserText.make("Rubber")] }
      ]
    })
    assert.deepStrictEqual(chooseVariant(boots, [value("black", "size")]), {
      reason: "no_such_variant",
      choices: [
        { name: UserText.make("Size"), values: ["9", "42"].map((text) => UserText.make(text)) },
        { name: UserText.make("Colour"), values: [UserText.make("Black")] },
        { name: UserText.make("Sole"), values: [UserText.make("Rubber")] }
      ]
    })
    assert.deepStrictEqual(chooseVariant([variant(4, 1, {})], [value("red")]), {
      reason: "no_such_variant",
      choices: []
    })
  })
})
