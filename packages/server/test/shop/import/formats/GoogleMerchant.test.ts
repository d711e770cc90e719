import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { groupOf } from "../../../../src/shop/import/groups/Group.ts"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile, told } from "../support/Reading.ts"

const item = (content: string) => `<item>\n${content}\n</item>\n`

const rss = (...items: ReadonlyArray<string>) =>
  `<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>\n${items.join("")}</channel></rss>\n`

const tee = (id: string, title: string, size: string, more = "") =>
  item(
    `<g:id>${id}</g:id><title>${title}</title><g:link>https://shop.example/${id}</g:link><g:price>15.00 USD</g:price><g:availability>in_stock</g:availability>` +
      `<g:item_group_id>TEE</g:item_group_id><g:color>Red</g:color><g:size>${size}</g:size>${more}`
  )

describe("a feed for Google", () => {
  it.effect("has groups that differ in some attributes, sales with dates, and dates of restocks", () =>
    Effect.gen(function* () {
      const { end, outcomes, taken } = yield* readFile(
        kinds.products,
        rss(
          tee("T1", "Cotton Tee Red M", "M"),
          tee(
            "T2",
            "Cotton Tee Red L",
            "L",
            "<g:shipping><g:country>US</g:country><g:price>0 USD</g:price></g:shipping>"
          ),
          item(
            "<g:id>W1</g:id><title><![CDATA[Watch & strap]]></title><description>Steel &lt;b&gt;watch&lt;/b&gt;</description><link>https://shop.example/w1</link>" +
              "<g:price>105.29 USD</g:price><g:sale_price>99.00 USD</g:sale_price><g:sale_price_effective_date>2026-01-15T00:00-0800/2026-02-28T23:59-0800</g:sale_price_effective_date>" +
              "<g:availability>preorder</g:availability><g:availability_date>2026-03-25T13:00-0700</g:availability_date><g:gtin>698615070527</g:gtin><g:mpn>DZ1437</g:mpn>" +
              "<g:google_product_category>201</g:google_product_category><g:product_type>Accessories &gt; Watches</g:product_type>" +
              "<g:product_detail><g:attribute_name>Dial</g:attribute_name><g:attribute_value>Black</g:attribute_value></g:product_detail><g:gender>male</g:gender><g:zoo>1</g:zoo>"
          ),
          item("<g:id>B1</g:id><title>Set</title><g:price>9 USD</g:price><g:is_bundle>yes</g:is_bundle>"),
          item("<g:id>E1</g:id><title>Euro</title><g:price>9.00 EUR</g:price>"),
          item("<title>No id</title><g:price>9.00 USD</g:price>")
        )
      )
      assert.strictEqual(end.format, "google-merchant")
      assert.deepStrictEqual(outcomes.map(told), [
        "3 taken",
        "6 taken",
        "9 taken",
        "12 refused: is_bundle is a bundle — only goods that are shipped can be imported: leave it out",
        "15 refused: price is in EUR, and the shop sells in USD — give the amount in USD: amounts are not converted",
        "18 refused: id is empty — fill it in, for example RR-42-BLACK"
      ])
      const watch = taken[2]!
      assert.deepStrictEqual(
        [
          watch.name,
          watch.description,
          watch.price,
          watch.originalPrice,
          watch.stock,
          watch.restockDate,
          watch.gtin,
          watch.pageUrl,
          watch.productType,
          watch.specs
        ],
        [
          "Watch & strap",
          "Steel watch",
          9900,
          10_529,
          { _tag: "Counted", units: 0 },
          "2026-03-25",
          "698615070527",
          "https://shop.example/w1",
          "Accessories > Watches",
          { MPN: "DZ1437", Gender: "male", Dial: "Black" }
        ]
      )
      assert.deepStrictEqual(end.unknownColumns, [{ name: "zoo", lines: 1 }])
      assert.deepStrictEqual(end.notMapped, [
        { name: "shipping", lines: 1 },
        { name: "numbers of Google's categories", lines: 1 }
      ])

      const [one, other] = outcomes.flatMap((outcome) => (outcome._tag === "Taken" ? [outcome] : []))
      const { group, lines } = groupOf([one!, other!])
      assert.deepStrictEqual([group!.externalId, group!.name], ["TEE", "Cotton Tee Red"])
      assert.deepStrictEqual(
        lines.map(({ product: { name, specs } }) => [name, specs]),
        [
          ["Cotton Tee Red, M", { Color: "Red" }],
          ["Cotton Tee Red, L", { Color: "Red" }]
        ]
      )
    })
  )

  it.effect("is read alike as Atom and as tab-separated values", () =>
    Effect.gen(function* () {
      const atom =
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>Shop</title><entry><g:id>A</g:id><title>Cap</title>' +
        '<link rel="alternate" href="https://shop.example/cap"/><g:price>5.00 USD</g:price><g:availability>out of stock</g:availability></entry></feed>'
      const tsv =
        "id\ttitle\tlink\tprice\tavailability\tproduct type\nA\tCap\thttps://shop.example/cap\t5.00 USD\tout of stock\t\n"
      const [fromAtom, fromTsv] = [yield* readFile(kinds.products, atom), yield* readFile(kinds.products, tsv)]
      assert.deepStrictEqual(fromAtom.taken, fromTsv.taken)
      assert.deepStrictEqual(
        fromTsv.taken.map(({ externalId, pageUrl, stock }) => [externalId, pageUrl, stock]),
        [["A", "https://shop.example/cap", { _tag: "Counted", units: 0 }]]
      )
    })
  )

  it.effect("is refused with a document type, and ends where it is not well-formed", () =>
    Effect.gen(function* () {
      const bomb = '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaa">]><rss><channel></channel></rss>'
      assert.strictEqual((yield* Effect.flip(readFile(kinds.products, bomb))).fault, "has a document type definition")
      const { end, taken } = yield* readFile(
        kinds.products,
        rss(tee("T1", "Tee", "M"), item("<g:id>X</g:id><title>A < B</title>"), tee("T2", "Tee", "L"))
      )
      assert.deepStrictEqual([taken.map(({ externalId }) => externalId), end.endedEarly?.line], [["T1"], 7])
    })
  )
})
