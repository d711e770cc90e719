import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { groupOf } from "../../../../src/shop/import/groups/Group.ts"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile, told } from "../support/Reading.ts"

const file = `\uFEFFID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","In stock?",Stock,"Weight (kg)","Sale price","Regular price",Categories,Tags,Images,Parent,Position,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 2 name","Attribute 2 value(s)"
44,variable,woo-vneck,,"V-Neck T-Shirt",1,1,Short,"Soft\\ncotton",,,taxable,1,,.5,,,"Clothing > Tshirts, Sale",,"https://shop.example/1.jpg, https://shop.example/2.jpg",,0,Color,"Blue, Green, Red",1,Size,"Large, Medium"
45,variation,'-woo-red,,"V-Neck T-Shirt - Red",1,0,,,,,taxable,1,5,,,20,,,,woo-vneck,1,Color,Red,,Size,
46,variation,woo-blue,,"V-Neck T-Shirt - Blue, Large",1,0,,,,,taxable,1,parent,,,21,,,,woo-vneck,2,Color,Blue,,Size,Large
47,simple,woo-cap,,Cap,1,0,,,2026-01-01,2026-03-01,taxable,1,,,15,18,"Clothing > Accessories",,,,0,Material,"Cotton, Wool",,,
48,simple,woo-belt,,Belt,-1,0,,,2025-01-01,2025-02-01,taxable,0,,,55,65,"Hats\\, caps",,,,0,,,,,
49,"simple, downloadable, virtual",woo-album,,Album,1,0,,,,,taxable,1,,,,15,Music,,,,0,,,,,
50,grouped,woo-logo,,Logo,1,0,,,,,taxable,1,,,,,Clothing,,,,0,,,,,
51,external,wp-pennant,,Pennant,1,0,,,,,taxable,1,,,,11.05,Decor,,,,0,,,,,
52,variation,lost,,Lost,1,0,,,,,taxable,1,1,,,3,,,,,0,Color,Red,,,
`

describe("WooCommerce's export", () => {
  it.effect("is products, variables with their variations, and what is not shipped", () =>
    Effect.gen(function* () {
      const { end, outcomes, taken } = yield* readFile(kinds.products, file)
      assert.strictEqual(end.format, "woocommerce-csv")
      assert.deepStrictEqual(outcomes.map(told), [
        "2 taken",
        "3 taken",
        "4 taken",
        "5 taken",
        "6 taken; has a sale outside its dates, which does not count",
        "7 refused: Type is not shipped: a download or a service — only goods that are shipped can be imported: leave it out",
        "8 refused: Type is a group of other products — only goods that are shipped can be imported: leave it out",
        "9 refused: Type is sold elsewhere — only goods that are shipped can be imported: leave it out",
        "10 refused: Parent is empty, but the line is a variation — name the SKU or id of its product, as id:123"
      ])
      assert.deepStrictEqual(
        taken.map(({ externalId, group, isActive, originalPrice, price, role, specs, stock, taxonomies }) => [
          externalId,
          role,
          group,
          price,
          originalPrice,
          stock?._tag === "Counted" ? stock.units : stock?._tag,
          isActive,
          taxonomies,
          specs
        ]),
        [
          ["44", "group", "woo-vneck", undefined, undefined, undefined, true, ["Clothing > Tshirts", "Sale"], {}],
          ["45", "variant", "woo-vneck", 2000, 2000, 5, true, [], {}],
          ["46", "variant", "woo-vneck", 2100, 2100, "InStock", true, [], {}],
          ["47", "single", null, 1500, 1800, "InStock", true, ["Clothing > Accessories"], { Material: "Cotton, Wool" }],
          ["48", "single", null, 6500, 6500, 0, false, ["Hats, caps"], {}]
        ]
      )
      assert.deepStrictEqual([taken[0]!.description, taken[1]!.sku], ["Soft\ncotton", "-woo-red"])
      assert.deepStrictEqual(end.notMapped, [
        { name: "tax", lines: 5 },
        { name: "weight and size", lines: 1 },
        { name: "further pictures", lines: 1 }
      ])
    })
  )

  it.effect("has a variant for each value of an option that a variation leaves open", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* readFile(kinds.products, file)
      const [head, ...variations] = outcomes
        .slice(0, 3)
        .flatMap((outcome) => (outcome._tag === "Taken" ? [outcome] : []))
      const { group, lines, refused } = groupOf([head!, ...variations])
      assert.deepStrictEqual(refused, [])
      assert.deepStrictEqual([group!.externalId, group!.name, group!.keywords], ["woo-vneck", "V-Neck T-Shirt", ""])
      assert.deepStrictEqual(
        lines.map(({ line, product: { description, externalId, name, stock } }) => [
          line,
          externalId,
          name,
          stock?._tag === "Counted" ? stock.units : stock?._tag,
          description
        ]),
        [
          [3, "45/Large", "V-Neck T-Shirt, Red, Large", 3, "Soft\ncotton"],
          [3, "45/Medium", "V-Neck T-Shirt, Red, Medium", 2, "Soft\ncotton"],
          [4, "46", "V-Neck T-Shirt, Blue, Large", "InStock", "Soft\ncotton"]
        ]
      )
    })
  )

  it.effect("is recognised by its translated headings once they are renamed", () =>
    Effect.gen(function* () {
      const { end, taken } = yield* readFile(
        kinds.products,
        'ID,Typ,Artikelnummer,Name,Regulärer Preis,Lager\n1,simple,A,Tasse,"1.234,50",4\n',
        {
          decimal: "comma",
          renames: new Map([
            ["Typ", "Type"],
            ["Artikelnummer", "SKU"],
            ["Regulärer Preis", "Regular price"],
            ["Lager", "Stock"]
          ])
        }
      )
      assert.strictEqual(end.format, "woocommerce-csv")
      assert.deepStrictEqual<unknown>(
        taken.map(({ externalId, price, sku }) => [externalId, sku, price]),
        [["1", "A", 123_450]]
      )
    })
  )
})
