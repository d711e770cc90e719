import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile, told } from "../support/Reading.ts"

const older = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Barcode,Image Src,Image Position,Gift Card,Variant Image,Cost per item,Price / International,Status,Material (product.metafields.custom.material)
runner,Ridge Runner,<p>Light <b>trail</b> shoe</p><p>250&nbsp;g</p>,Ridge,Apparel & Accessories > Shoes,Trail,"trail, shoe",true,Size,42,Colour,Black,RR42,250,shopify,7,119.90,139.90,true,4006381333931,https://cdn.shop.example/a.jpg,1,false,,50.00,,active,Mesh
runner,,,,,,,,,43,,Black,RR43,250,shopify,-2,119.90,0.00,true,not-a-barcode,https://cdn.shop.example/b.jpg,2,,https://cdn.shop.example/43.jpg,,,,
runner,,,,,,,,,,,,,,,,,,,,https://cdn.shop.example/c.jpg,3,,,,,,
mug,Mug,,Clay,,Kitchen,,true,Title,Default Title,,,MUG,,,0,9.5,,true,,,,false,,,,draft,
card,Gift Card,,Clay,,Gift,,true,Title,Default Title,,,,,,0,10,,false,,,,true,,,,active,
ebook,E-book,,Clay,,Books,,true,Title,Default Title,,,,,,0,10,,false,,,,false,,,,active,
`

/** The first rows of the same products, as Shopify names the columns since 2025. */
const newer = `Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Price,Compare-at price,Inventory tracker,Inventory quantity,Requires shipping,Product image URL,Gift card,Variant ID
Ridge Runner,runner,Light,Ridge,Apparel > Shoes,Trail,trail,TRUE,Active,RR42,,Size,42,,119.90,,shopify,7,TRUE,https://cdn.shop.example/a.jpg,FALSE,40123
,runner,,,,,,,,RR43,,,43,,119.90,,shopify,3,TRUE,,,40124
`

describe("Shopify's export", () => {
  it.effect("is a product a handle, with a variant a row, in its older form", () =>
    Effect.gen(function* () {
      const { end, outcomes, taken } = yield* readFile(kinds.products, older)
      assert.deepStrictEqual(outcomes.map(told), [
        "2 taken",
        '3 taken; Variant Barcode "not-a-barcode" is not a GTIN, and became a keyword; Variant Inventory Qty is negative, and was taken as 0',
        "5 taken",
        "6 refused: is a gift card — only goods that are shipped can be imported: leave it out",
        "7 refused: is not shipped: a download or a service — only goods that are shipped can be imported: leave it out"
      ])
      const [first, second, mug] = taken
      assert.deepStrictEqual<unknown>(first, {
        externalId: "runner/42/Black",
        role: "variant",
        group: "runner",
        options: [
          ["Size", "42"],
          ["Colour", "Black"]
        ],
        areOptionsCandidates: false,
        choices: [],
        inherits: true,
        name: "Ridge Runner",
        price: 11_990,
        originalPrice: 13_990,
        category: undefined,
        taxonomies: ["Apparel & Accessories > Shoes", "Trail"],
        productType: "Apparel & Accessories > Shoes",
        description: "Light trail shoe\n\n250 g",
        brand: "Ridge",
        vendor: "Ridge",
        sku: "RR42",
        gtin: "4006381333931",
        pictureUrl: "https://cdn.shop.example/a.jpg",
        pageUrl: undefined,
        checkoutKey: undefined,
        keywords: "trail, shoe",
        specs: { Material: "Mesh" },
        stock: { _tag: "Counted", units: 7 },
        warehouse: undefined,
        restockDate: undefined,
        createdAt: undefined,
        isActive: true
      })
      assert.deepStrictEqual(
        [
          second!.externalId,
          second!.name,
          second!.options,
          second!.originalPrice,
          second!.pictureUrl,
          second!.keywords,
          second!.isActive
        ],
        [
          "runner/43/Black",
          undefined,
          [
            ["Size", "43"],
            ["Colour", "Black"]
          ],
          11_990,
          "https://cdn.shop.example/43.jpg",
          "not-a-barcode",
          undefined
        ]
      )
      assert.deepStrictEqual(
        [mug!.externalId, mug!.role, mug!.group, mug!.options, mug!.stock, mug!.isActive],
        ["mug", "single", null, [], { _tag: "InStock" }, false]
      )
      assert.strictEqual(end.format, "shopify-csv")
      assert.deepStrictEqual(end.unknownColumns, [])
      assert.deepStrictEqual(end.notMapped, [
        { name: "weight", lines: 2 },
        { name: "cost", lines: 1 },
        { name: "further pictures", lines: 2 }
      ])
      assert.deepStrictEqual(end.categories, ["Apparel & Accessories", "Kitchen", "Trail"])
    })
  )

  it.effect("is read alike in its newer form, with the till's key", () =>
    Effect.gen(function* () {
      const { end, taken } = yield* readFile(kinds.products, newer)
      assert.strictEqual(end.format, "shopify-csv")
      assert.deepStrictEqual(
        taken.map(({ brand, checkoutKey, externalId, isActive, options, sku, stock }) => [
          externalId,
          options,
          sku,
          checkoutKey,
          stock,
          brand,
          isActive
        ]),
        [
          ["runner/42", [["Size", "42"]], "RR42", "40123", { _tag: "Counted", units: 7 }, "Ridge", true],
          ["runner/43", [["Size", "43"]], "RR43", "40124", { _tag: "Counted", units: 3 }, undefined, undefined]
        ]
      )
    })
  )
})
