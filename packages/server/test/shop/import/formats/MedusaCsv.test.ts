import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile, told } from "../support/Reading.ts"

const file = `Product Id,Product Handle,Product Title,Product Description,Product Status,Product Thumbnail,Product Weight,Product Material,Product Tag 1,Product Tag 2,Product Category 1,Product Is Giftcard,Variant Id,Variant SKU,Variant Barcode,Variant Manage Inventory,Variant Price USD,Variant Price EUR,Variant Option 1 Name,Variant Option 1 Value,Product Image 1 Url
p1,shirt,Shirt,Soft,published,https://cdn.shop.example/s.jpg,200,Cotton,tops,summer,Tops,FALSE,v1,SH-S,,TRUE,19.50,18.00,Size,S,a.jpg
p1,shirt,Shirt,Soft,published,https://cdn.shop.example/s.jpg,200,Cotton,tops,,pcat_01J,FALSE,v2,SH-M,,FALSE,19.50,18.00,Size,M,a.jpg
p2,cap,Cap,,draft,,,,,,Hats,FALSE,v3,CAP,4006381333931,TRUE,,9.00,Option,Default value,
p3,card,Card,,published,,,,,,,TRUE,v4,GIFT,,FALSE,50.00,,,,
p4,mug,Mug,,draft,,,,,,Hats,FALSE,v5,MUG,,FALSE,9.00,,Option,Default option value,
`

/** The first generation has units, and other names for what belongs to a variant. */
const first = `Product Handle;Product Title;Product Status;Product Type;Product Tags;Variant SKU;Variant Inventory Quantity;Price EUR;Price USD;Option 1 Name;Option 1 Value;Image 1 Url
cap;Cap;published;Hats;a,b;CAP;3;9.00;10.00;Fit;Wide;a.jpg
`

describe("Medusa's export", () => {
  it.effect("is a variant a row, and refuses gift cards", () =>
    Effect.gen(function* () {
      const { end, outcomes, taken } = yield* readFile(kinds.products, file)
      assert.strictEqual(end.format, "medusa-csv")
      assert.deepStrictEqual(outcomes.map(told), [
        "2 taken",
        "3 taken",
        "4 refused: price is empty — fill it in, for example 119.90",
        "5 refused: Product Is Giftcard is a gift card — only goods that are shipped can be imported: leave it out",
        "6 taken"
      ])
      const shown = taken.map(({ checkoutKey, externalId, group, isActive, keywords, price, stock, taxonomies }) =>
        [externalId, group, price, isActive, stock?._tag, checkoutKey, keywords, taxonomies].join("; ")
      )
      assert.deepStrictEqual(shown, [
        "shirt/S; shirt; 1950; true; ; v1; tops, summer; Tops",
        "shirt/M; shirt; 1950; true; InStock; v2; tops; ",
        "mug; ; 900; false; InStock; v5; ; Hats"
      ])
      assert.deepStrictEqual(taken[1]?.options, [["Size", "M"]])
      assert.deepStrictEqual([taken[0]?.specs, end.unknownColumns], [{ Material: "Cotton" }, []])
    })
  )

  it.effect("of its first generation has units", () =>
    Effect.gen(function* () {
      const { end, taken } = yield* readFile(kinds.products, first)
      assert.deepStrictEqual<unknown>(
        taken.map(({ externalId, price, stock, taxonomies }) => [externalId, price, stock, taxonomies]),
        [["cap/Wide", 1000, { _tag: "Counted", units: 3 }, ["Hats"]]]
      )
      assert.deepStrictEqual(end.unknownColumns, [])
    })
  )
})
