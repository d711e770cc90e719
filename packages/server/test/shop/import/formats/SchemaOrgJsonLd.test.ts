import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { groupOf } from "../../../../src/shop/import/groups/Group.ts"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile, told } from "../support/Reading.ts"

const documents = (...nodes: ReadonlyArray<object>) => nodes.map((node) => `${JSON.stringify(node)}\n`).join("")

const offer = (price: unknown, more: object = {}) => ({
  "@type": "Offer",
  price,
  priceCurrency: "USD",
  availability: "https://schema.org/InStock",
  ...more
})

describe("product data of web pages", () => {
  it.effect("has every form of offers", () =>
    Effect.gen(function* () {
      const product = (sku: string, offers: unknown) => ({
        "@context": "https://schema.org",
        "@type": "Product",
        sku,
        name: sku,
        offers
      })
      const { end, outcomes, taken } = yield* readFile(
        kinds.products,
        documents(
          product("one", offer("12.50")),
          product("list", [offer(30), offer(20)]),
          product("aggregate", { "@type": "AggregateOffer", lowPrice: 7, highPrice: 9, priceCurrency: "USD" }),
          product("inner", { "@type": "AggregateOffer", lowPrice: 1, offers: [offer(8)] }),
          product("specified", {
            "@type": "Offer",
            priceSpecification: [
              {
                "@type": "UnitPriceSpecification",
                price: 15,
                priceCurrency: "USD",
                priceType: "https://schema.org/ListPrice"
              },
              { "@type": "UnitPriceSpecification", price: 10, priceCurrency: "USD" }
            ]
          }),
          product("foreign", offer(5, { priceCurrency: "EUR" })),
          product("counted", offer(5, { inventoryLevel: { "@type": "QuantitativeValue", value: 4 } })),
          product("gone", offer(5, { availability: "http://schema.org/SoldOut" })),
          product("none", undefined)
        )
      )
      assert.strictEqual(end.format, "schema-org-jsonld")
      assert.deepStrictEqual(
        taken.map(({ externalId, originalPrice, price, stock }) => [
          externalId,
          price,
          originalPrice,
          stock?._tag === "Counted" ? stock.units : stock?._tag
        ]),
        [
          ["one", 1250, 1250, "InStock"],
          ["list", 2000, 2000, "InStock"],
          ["aggregate", 700, 700, "InStock"],
          ["inner", 800, 800, "InStock"],
          ["specified", 1000, 1500, "InStock"],
          ["counted", 500, 500, 4],
          ["gone", 500, 500, 0]
        ]
      )
      assert.deepStrictEqual(
        outcomes.map(told).filter((line) => line.includes("refused")),
        [
          "6 refused: price is in EUR, and the shop sells in USD — give the amount in USD: amounts are not converted",
          "9 refused: price is empty — fill it in, for example 119.90"
        ]
      )
    })
  )

  it.effect("has groups with their variants in graphs, by id, and by what variants say", () =>
    Effect.gen(function* () {
      const { end, outcomes } = yield* readFile(
        kinds.products,
        documents(
          {
            "@context": "https://schema.org",
            "@graph": [
              { "@type": "Organization", name: "Shop" },
              {
                "@type": ["ProductGroup"],
                productGroupID: "coat",
                name: "Wool coat",
                brand: { "@type": "Brand", name: "Nord" },
                category: "Clothing > Coats",
                variesBy: ["https://schema.org/size"],
                aggregateRating: { ratingValue: 5 },
                hasVariant: [
                  { "@type": "Product", sku: "coat-s", size: "S", color: "Green", offers: offer(80) },
                  { "@id": "#large" }
                ]
              },
              {
                "@id": "#large",
                "@type": "Product",
                sku: "coat-l",
                size: { "@type": "SizeSpecification", name: "L" },
                color: "Green",
                offers: offer(90)
              }
            ]
          },
          {
            "@context": "https://schema.org",
            "@type": "Product",
            sku: "coat-m",
            size: "M",
            gtin13: "4006381333931",
            isVariantOf: { "@type": "ProductGroup", productGroupID: "coat" },
            additionalProperty: [{ "@type": "PropertyValue", name: "Lining", value: true }],
            offers: offer(85)
          }
        )
      )
      assert.deepStrictEqual(outcomes.map(told), ["1 taken", "1 taken", "1 taken", "2 taken"])
      assert.deepStrictEqual(end.notMapped, [
        { name: "things that are no products", lines: 1 },
        { name: "ratings and reviews", lines: 1 }
      ])
      const lines = outcomes.flatMap((outcome) => (outcome._tag === "Taken" ? [outcome] : []))
      const settlement = groupOf([lines[0]!, ...lines.slice(1)])
      assert.deepStrictEqual(settlement.refused, [])
      assert.deepStrictEqual([settlement.group!.externalId, settlement.group!.name], ["coat", "Wool coat"])
      assert.deepStrictEqual(
        settlement.lines.map(({ product: { brand, externalId, name, specs, taxonomies } }) => [
          externalId,
          name,
          brand,
          taxonomies,
          specs
        ]),
        [
          ["coat-s", "Wool coat, S", "Nord", ["Clothing > Coats"], { Color: "Green" }],
          ["coat-l", "Wool coat, L", "Nord", ["Clothing > Coats"], { Color: "Green" }],
          ["coat-m", "Wool coat, M", "Nord", ["Clothing > Coats"], { Lining: "true" }]
        ]
      )
    })
  )
})
