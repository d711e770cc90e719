import { assert, describe, it } from "@effect/vitest"
import { type GroupLine, groupOf, type Settlement } from "../../../../src/shop/import/groups/Group.ts"
import { type Option, type TakenProduct } from "../../../../src/shop/import/kinds/TakenProduct.ts"
import { bareProduct } from "../support/Products.ts"

const variant = (line: number, options: ReadonlyArray<Option>, changes: Partial<TakenProduct> = {}): GroupLine => ({
  line,
  value: { ...bareProduct, role: "variant", group: "G", externalId: `V${line}`, options, ...changes }
})

const size = (value: string): Option => ["Size", value]
const colour = (value: string): Option => ["Colour", value]

const told = ({ group, lines, refused }: Settlement) => ({
  group: group === null ? null : `${group.externalId}: ${group.name} (${group.keywords})`,
  lines: lines.map(({ line, product }) => `${line} ${product.role} ${product.externalId}: ${product.name}`),
  refused: refused.map(({ column, fault, key, line }) => `${line} ${key} ${column}: ${fault}`)
})

describe("a group", () => {
  it("has its first line's name, texts and keywords; variants are named with theirs", () => {
    const settlement = groupOf([
      variant(2, [size("42"), colour("Black")], { description: "Light.", keywords: "trail" }),
      variant(5, [size("43"), colour("Black")], { description: "Other." })
    ])
    assert.deepStrictEqual(told(settlement), {
      group: "G: Ridge Runner (trail)",
      lines: ["2 variant V2: Ridge Runner, 42, Black", "5 variant V5: Ridge Runner, 43, Black"],
      refused: []
    })
    assert.strictEqual(settlement.group?.description, "Light.")
    assert.deepStrictEqual(
      settlement.lines.map(({ product }) => product.description),
      ["Light.", "Other."]
    )
  })

  it("loses the values from its name where its lines are named with them", () => {
    const named = (line: number, name: string, options: ReadonlyArray<Option>) => variant(line, options, { name })
    const nameOf = (...lines: [GroupLine, ...Array<GroupLine>]) => groupOf(lines).group?.name
    assert.deepStrictEqual(
      [
        nameOf(
          named(1, "Tee - Red / M", [size("M"), colour("Red")]),
          named(2, "Tee - Red / L", [size("L"), colour("Red")])
        ),
        nameOf(
          named(1, "Black Diamond Jacket (Black)", [colour("Black")]),
          named(2, "Black Diamond Jacket (Blue)", [colour("Blue")])
        ),
        nameOf(
          named(1, "Tee (3/4) X-Large", [size("X-Large"), colour("(3/4)")]),
          named(2, "Tee (3/4) S", [size("S"), colour("(3/4)")])
        ),
        nameOf(named(1, "Red", [colour("Red")]), named(2, "Blue", [colour("Blue")])),
        nameOf(named(1, "Black Tent", [colour("Black")]), named(2, "Black Tent", [colour("Blue")]))
      ],
      ["Tee", "Black Diamond Jacket", "Tee", "Red", "Black Tent"]
    )
  })

  it("refuses a variant without options", () => {
    assert.deepStrictEqual(told(groupOf([variant(2, [size("42"), colour("Black")]), variant(4, [])])), {
      group: "G: Ridge Runner (undefined)",
      lines: ["2 variant V2: Ridge Runner, 42, Black"],
      refused: ["4 V4 options: has no options that tell it from the others of its group"]
    })
  })

  it("gives its variants what they inherit, and is refused where no line has a name", () => {
    const lines = (name: string | undefined) =>
      [
        variant(2, [size("42")], { name, inherits: true, brand: "Ridge", isActive: false, taxonomies: ["Shoes"] }),
        variant(3, [size("43")], { name: undefined, inherits: true, brand: "Own" }),
        variant(4, [size("44")], { name: undefined, inherits: true })
      ] as const
    assert.deepStrictEqual(
      groupOf(lines("Runner")).lines.map(({ product }) => [
        product.name,
        product.brand,
        product.isActive,
        product.taxonomies
      ]),
      [
        ["Runner, 42", "Ridge", false, ["Shoes"]],
        ["Runner, 43", "Own", false, ["Shoes"]],
        ["Runner, 44", "Ridge", false, ["Shoes"]]
      ]
    )
    assert.deepStrictEqual(told(groupOf(lines(undefined))).refused, [
      "2 V2 name: is empty in all lines of the group",
      "3 V3 name: is empty in all lines of the group",
      "4 V4 name: is empty in all lines of the group"
    ])
  })

  it("makes a variant for each value that a line leaves open, which share its units", () => {
    const head: GroupLine = {
      line: 2,
      value: {
        ...bareProduct,
        externalId: "G",
        role: "group",
        group: "G",
        name: "Hoodie",
        price: undefined,
        choices: [
          ["Size", ["S", "M", "L"]],
          ["Colour", ["Red", "Blue"]]
        ]
      }
    }
    const settlement = groupOf([
      variant(3, [colour("Red")], { choices: [["Size", []]], stock: { _tag: "Counted", units: 5 } }),
      variant(4, [size("M"), colour("Red")], { stock: { _tag: "Counted", units: 9 } }),
      head
    ])
    assert.deepStrictEqual(
      settlement.lines.map(({ product: { externalId, name, stock } }) => [
        externalId,
        name,
        stock?._tag === "Counted" && stock.units
      ]),
      [
        ["V3/S", "Hoodie, S, Red", 3],
        ["V3/L", "Hoodie, L, Red", 2],
        ["V4", "Hoodie, M, Red", 9]
      ]
    )
  })

  it("has a variant of two lines that stand for it by the one that leaves less open", () => {
    const head = { role: "group", options: [], price: undefined } as const
    const choices = [
      ["Size", ["S", "M"]],
      ["Colour", ["Red", "Blue"]]
    ] as const
    const { lines, refused } = groupOf([
      variant(2, [], { ...head, choices }),
      variant(3, [], {
        choices: [
          ["Size", []],
          ["Colour", []]
        ]
      }),
      variant(4, [size("S")], { choices: [["Colour", []]] })
    ])
    assert.deepStrictEqual(refused, [])
    assert.deepStrictEqual(
      lines.map(({ product: { externalId } }) => externalId),
      ["V3/M/Red", "V3/M/Blue", "V4/Red", "V4/Blue"]
    )
  })

  it("refuses a line that leaves open what its product does not offer, or stands for too much", () => {
    const faults = (choices: TakenProduct["choices"], open: ReadonlyArray<string>, key = "V") =>
      groupOf([
        variant(2, [], { role: "group", price: undefined, choices }),
        variant(3, [], { externalId: key, choices: open.map((name) => [name, []] as const) })
      ]).refused.flatMap(({ fault, line }) => (line === 3 ? [fault] : []))
    const many = (name: string) => [name, Array.from({ length: 11 }, (_, at) => `${name} ${at}`)] as const
    assert.deepStrictEqual(
      [
        faults([], ["Size"]),
        faults([["Size", []]], ["Size"]),
        faults([many("Size"), many("Colour")], ["Size", "Colour"]),
        faults([["Size", ["S"]]], ["Size"], "V".repeat(299)),
        faults([["Size", ["S"]]], ["Size"], "V".repeat(298))
      ],
      [
        ['leaves "Size" open, and the line of its product has no values for it that can be options'],
        ['leaves "Size" open, and the line of its product has no values for it that can be options'],
        ["stands for more than 100 variants"],
        [`becomes "${"V".repeat(60)}…", a key of more than 300 characters`],
        []
      ]
    )
  })

  it("is no group where its lines do not differ; what does not differ becomes a spec", () => {
    const candidate = (line: number, options: ReadonlyArray<Option>) =>
      variant(line, options, { areOptionsCandidates: true })
    assert.deepStrictEqual(told(groupOf([candidate(2, [colour("Red")]), candidate(3, [colour("Red")])])), {
      group: null,
      lines: ["2 single V2: Ridge Runner", "3 single V3: Ridge Runner"],
      refused: []
    })
    const differing = groupOf([candidate(2, [size("M"), colour("Red")]), candidate(3, [size("L"), colour("Red")])])
    assert.deepStrictEqual(
      differing.lines.map(({ product: { options, specs } }) => [options, specs]),
      [
        [[["Size", "M"]], { Colour: "Red" }],
        [[["Size", "L"]], { Colour: "Red" }]
      ]
    )
  })

  it("keeps the options, and the name without them, that tell a line from variants that stay without one", () => {
    const red = variant(2, [size("M"), colour("Red")], { name: "Tee - Red", areOptionsCandidates: true })
    const remainder = { name: "Tee", options: ["Colour"] }
    const { group, lines } = groupOf([red], remainder)
    assert.deepStrictEqual(
      [group?.name, ...lines.map(({ product: { name, options, specs } }) => [name, options, specs])],
      ["Tee", ["Tee, Red", [["Colour", "Red"]], { Size: "M" }]]
    )
    assert.strictEqual(groupOf([red], { ...remainder, name: "Shirt" }).group?.name, "Tee - Red")
    assert.deepStrictEqual(told(groupOf([red])).lines, ["2 single V2: Tee - Red"])
  })

  it("is told by the first of several lines that describe it; the others are noted", () => {
    const head = (line: number, name: string, value: string) =>
      variant(line, [], { role: "group", name, price: undefined, choices: [["Size", [value]]] })
    const { group, lines, notes, refused } = groupOf([
      head(2, "Hoodie", "S"),
      head(3, "Jumper", "M"),
      variant(4, [], { choices: [["Size", []]] })
    ])
    assert.deepStrictEqual(
      [group?.name, ...lines.map(({ product }) => product.name), ...refused],
      ["Hoodie", "Hoodie, S"]
    )
    assert.deepStrictEqual(notes, [
      {
        line: 3,
        column: null,
        text: "describes a product that line 2 describes, whose texts and options count: remove one of the two lines"
      }
    ])
  })

  it("that nothing is sold of is refused", () => {
    assert.deepStrictEqual(told(groupOf([{ line: 7, value: { ...bareProduct, role: "group", group: "A" } }])), {
      group: null,
      lines: [],
      refused: ["7 A null: is a group without variants"]
    })
  })
})
