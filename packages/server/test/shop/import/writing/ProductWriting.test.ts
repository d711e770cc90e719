import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect } from "effect"
import { importProducts, productLines, told } from "../support/Importing.ts"

const heading = "external_id,name,price,category,group,options,quantity,sku,picture_url"

const boots = [
  "rr-41-black,Ridge Runner,119.90,Shoes,rr,Size=41|Colour=Black,3,RR41B,",
  "rr-42-black,Ridge Runner,109.90,Shoes,rr,Size=42|Colour=Black,0,RR42B,https://cdn.shop.example/rr.jpg",
  "rr-42-red,Ridge Runner,129.90,Shoes,rr,Size=42|Colour=Red,7,,",
  "lamp,Desk Lamp,35.00,Home,,,12,,"
]

const stored = [
  "single lamp: Desk Lamp, 35.00, 12 units",
  "group rr: Ridge Runner, 109.90",
  "variant rr-41-black of rr: Ridge Runner, 41, Black, 119.90, 3 units",
  "variant rr-42-black of rr: Ridge Runner, 42, Black, 109.90, 0 units",
  "variant rr-42-red of rr: Ridge Runner, 42, Red, 129.90, 7 units"
]

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`products written on ${engine.name}`, (it) => {
    it.effect("stores groups, variants, singles and stock; the same file again writes nothing and leaves no mark", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const report = yield* importProducts([heading, ...boots])
        assert.deepStrictEqual(report.refusals, [])
        assert.deepStrictEqual(yield* productLines, stored)
        const all = sql`
          SELECT (SELECT jsonb_agg(mark ORDER BY place) FROM catalogue_changes) AS marks,
            (SELECT jsonb_agg(mark ORDER BY product_id, place) FROM product_changes) AS product_marks,
            (SELECT jsonb_agg(jsonb_build_array(xmin, id, image_url) ORDER BY id) FROM products) AS products,
            (SELECT jsonb_agg(xmin::text ORDER BY product_id) FROM warehouse_inventory) AS stock`
        const before = yield* all
        const again = yield* importProducts([heading, ...boots])
        assert.deepInclude(again, { written: 0, refused: 0 })
        assert.deepStrictEqual(yield* all, before)
        const reversed = yield* importProducts([heading, ...boots.toReversed()])
        assert.strictEqual(reversed.written, 0)
        assert.deepStrictEqual(
          (yield* sql`SELECT state, lines, written FROM imports ORDER BY started_at`).map((row) => ({ ...row })),
          [
            { state: "done", lines: 4, written: 9 },
            { state: "done", lines: 4, written: 0 },
            { state: "done", lines: 4, written: 0 }
          ]
        )
        assert.isEmpty(yield* sql`SELECT FROM pg_class WHERE relname LIKE 'staged%' AND relkind = 'r'`)
      })
    )
  })
}
