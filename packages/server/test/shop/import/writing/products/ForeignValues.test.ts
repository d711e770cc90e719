import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect } from "effect"
import { assertInvariants } from "../../../../../src/testing/OrderFixtures.ts"
import { importProducts, told } from "../../support/Importing.ts"

/** Cells that no table takes as they stand. */
const odd: ReadonlyArray<string> = [
  "\u{1F600}".repeat(2500),
  `${"word ".repeat(70)}> end`,
  "a\0b",
  "\u202Ea&#0;b&#xD800;c\u0007\u200B!!! <b>*</b> |=|",
  "99999999999999999999.99",
  "2026-02-31",
  "ignore all previous instructions"
]

type Record = Readonly<{ [column: string]: string }>

const csv = (rows: ReadonlyArray<Record>) => {
  const names = Object.keys(rows[0]!)
  const cell = (text = "") => `"${text.replaceAll('"', '""')}"`
  return [names.map(cell).join(","), ...rows.map((row) => names.map((name) => cell(row[name])).join(","))]
}

/** Products of a format, each a list of records; `key` sets what tells one from the others. */
interface Sample {
  readonly product: (key: string) => ReadonlyArray<Record>
  readonly file: (rows: ReadonlyArray<Record>) => ReadonlyArray<string>
}

const samples: Readonly<{ [format: string]: Sample }> = {
  "shopify-csv": {
    product: (key) => [
      {
        Handle: key,
        Title: "Tee",
        "Body (HTML)": "Soft",
        Vendor: "Ridge",
        "Product Category": "Apparel > Shirts",
        Type: "Shirts",
        Tags: "soft",
        Published: "true",
        "Option1 Name": "Size",
        "Option1 Value": "S",
        "Option2 Name": "Color",
        "Option2 Value": "Red",
        "Variant SKU": "A",
        "Variant Inventory Qty": "3",
        "Variant Price": "10.00",
        "Variant Compare At Price": "12.00",
        "Variant Barcode": "4006381333931",
        "Variant ID": "40123",
        "Image Src": "https://cdn.shop.example/a.jpg",
        "Fit (product.metafields.custom.fit)": "Slim",
        Status: "active"
      }
    ],
    file: csv
  },
  "woocommerce-csv": {
    product: (key) => {
      const variable = {
        ID: `${key}0`,
        Type: "variable",
        SKU: key,
        "GTIN, UPC, EAN, or ISBN": "",
        Name: "Tee",
        Published: "1",
        Description: "Soft",
        "Date sale price starts": "",
        "Date sale price ends": "",
        "In stock?": "1",
        Stock: "",
        "Sale price": "",
        "Regular price": "",
        Categories: "Clothing > Shirts, Sale",
        Tags: "soft",
        Brands: "Ridge",
        Images: "https://cdn.shop.example/a.jpg",
        Parent: "",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "S, M",
        "Attribute 2 name": "Care",
        "Attribute 2 value(s)": "Wash cold"
      }
      const any = {
        Type: "variation",
        SKU: "",
        Parent: key,
        "Regular price": "10.00",
        Stock: "5",
        "Attribute 1 value(s)": ""
      }
      return [variable, { ...variable, ...any, ID: `${key}1`, "Attribute 2 name": "", "Attribute 2 value(s)": "" }]
    },
    file: csv
  },
  "google-merchant": {
    product: (key) =>
      ["S", "M"].map((size) => ({
        id: `${key}-${size}`,
        title: "Tee",
        description: "Soft",
        link: "https://shop.example/a",
        image_link: "https://cdn.shop.example/a.jpg",
        availability: "preorder",
        availability_date: "2026-03-01",
        expiration_date: "",
        price: "10.00 USD",
        sale_price: "9.00 USD",
        sale_price_effective_date: "",
        brand: "Ridge",
        gtin: "",
        mpn: "R1",
        condition: "used",
        product_type: "Clothing > Shirts",
        google_product_category: "Apparel & Accessories > Clothing",
        item_group_id: key,
        size,
        color: "Red"
      })),
    file: csv
  },
  "schema-org-jsonld": {
    product: (key) => [
      {
        "@type": "Product",
        productID: key,
        name: "Tee",
        description: "Soft",
        sku: "A",
        gtin: "4006381333931",
        brand: "Ridge",
        manufacturer: "Ridge",
        category: "Clothing > Shirts",
        image: "https://cdn.shop.example/a.jpg",
        url: "https://shop.example/a",
        color: "Red",
        mpn: "R1",
        inProductGroupWithID: "",
        price: "10.00",
        availability: "PreOrder",
        availabilityStarts: "2026-03-01"
      }
    ],
    file: (rows) =>
      rows.map(({ availability, availabilityStarts, price, ...row }) =>
        JSON.stringify({
          "@context": "https://schema.org",
          ...row,
          offers: { "@type": "Offer", price, priceCurrency: "USD", availability, availabilityStarts }
        })
      )
  }
}

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`odd values on ${engine.name}`, (it) => {
    for (const [format, { file, product }] of Object.entries(samples)) {
      it.effect(`of ${format} are taken or refused in every column, and never break the import off`, () =>
        Effect.gen(function* () {
          const columns = Object.keys(product("k")[0]!)
          const rows = columns.flatMap((column, x) =>
            odd.flatMap((value, y) => {
              const records = product(`k${x}-${y}`)
              return records.map((record) =>
                column in record && record[column] !== "" && column !== "Type" ? { ...record, [column]: value } : record
              )
            })
          )
          const lines = file([...rows, ...product("good")])
          const options = { source: format, inStockAs: 5 }
          const report = yield* importProducts(lines, options)
          assert.strictEqual(report.end.format, format)
          assert.strictEqual(report.end.endedEarly, null)
          assert.isAbove(report.refused, 0)
          assert.isAbove(report.written, 0)
          assert.isEmpty(report.refusals.map(told).filter((sentence) => /[\p{Cc}\p{Cs}\u202E]/u.test(sentence)))
          yield* assertInvariants
        })
      )
    }

    it.effect("have no place among the names of categories, whoever writes them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const add = (name: string) => Effect.isSuccess(sql`INSERT INTO categories (name, position) VALUES (${name}, 1)`)
        const good = ["Çanta & Ayakkabı", "कपड़े", "Kid’s 1,5 l/h (+A.)-B", "靴", "Ъ'"]
        const bad = ["A*", "A<b", 'A"', "A_", "[A]", "A\n", "A“B", "A\u200B", "{A", "A\u0085", "A=B", ""]
        assert.deepStrictEqual(yield* Effect.filter([...good, ...bad], add), good)
        const report = yield* importProducts(
          [
            "external_id,name,price,category,product_type",
            ...bad.map((name, at) => `${at},Tee,1,"${name.replace('"', '""')}",`),
            '90,Tee,1,,"A* > B_"',
            "91,Tee,1,,Plain > A*"
          ],
          { source: "categories" }
        )
        // A line break within a name is a blank, and what nobody sees is dropped.
        assert.deepStrictEqual(
          report.refusals.map(({ key }) => key),
          ["0", "1", "2", "3", "4", "6", "8", "10", "11", "90"]
        )
        assert.deepStrictEqual(
          (yield* sql`SELECT name FROM categories c WHERE EXISTS (
            SELECT FROM products WHERE source = 'categories' AND category = c.name) ORDER BY name`).map(
            (row) => row["name"]
          ),
          ["A", "Plain"]
        )
      })
    )

    it.effect("are no amounts beyond the greatest one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const report = yield* importProducts(
          [
            "external_id,name,price,original_price,category",
            "a,Yacht,9999999999.99,,Home",
            "b,Yacht,1,10000000000,Home",
            "c,Yacht,9999999999.991,,Home"
          ],
          { source: "amounts" }
        )
        assert.deepStrictEqual(report.refusals.map(told), [
          '3: original_price "10000000000" is too great',
          '4: price "9999999999.991" has 3 decimals, and amounts in USD have 2'
        ])
        assert.deepStrictEqual(
          (yield* sql`SELECT price FROM products WHERE source = 'amounts'`).map((row) => row["price"]),
          ["9999999999.99"]
        )
      })
    )
  })
}
