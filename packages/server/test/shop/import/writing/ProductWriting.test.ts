import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { defaultSettings, settleScoped } from "@storefront/domain/ShopSettings"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Fiber, Ref, Schedule } from "effect"
import { endLeases, importProducts, productLines, told, tracesOf } from "../support/Importing.ts"
import { assertInvariants } from "../../../../src/testing/OrderFixtures.ts"
import { killedAfter } from "../support/killedAfter.ts"

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

const traces = tracesOf("catalogue_changes", "product_changes", "products", "warehouse_inventory")

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`products written on ${engine.name}`, (it) => {
    it.effect("is refused at once to a user who may not stage lines, or not change what products are searched by", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const refusalTo = (rights: string) =>
          sql
            .unsafe(
              `CREATE ROLE clerk; GRANT ALL ON ALL TABLES IN SCHEMA public TO clerk; ${rights}; SET LOCAL ROLE clerk`
            )
            .raw.pipe(
              Effect.zipRight(importProducts([heading, ...boots])),
              sql.withTransaction,
              Effect.flip,
              Effect.map(String)
            )
        assert.include(
          yield* refusalTo("SELECT 1"),
          "an import keeps its lines in a table of its own, and the user may not create tables in the schema public. Import"
        )
        yield* settleScoped({ ...defaultSettings, language: "de" })
        assert.include(yield* refusalTo("GRANT CREATE ON SCHEMA public TO clerk"), "only the owner of the table")
        assert.isEmpty(yield* sql`SELECT FROM imports`)
      }).pipe(Effect.scoped)
    )

    it.effect("stores groups, variants, singles and stock; the same file again writes nothing and leaves no mark", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const report = yield* importProducts([heading, ...boots])
        assert.deepStrictEqual(report.refusals, [])
        assert.deepStrictEqual(report.tiers.toSorted(), ["bronze", "gold", "silver"])
        assert.deepStrictEqual(yield* productLines(), stored)
        const before = yield* traces
        const again = yield* importProducts([heading, ...boots])
        assert.deepInclude(again, { written: 0, refused: 0, tiers: [] })
        const full = yield* importProducts([heading, ...boots], { isFull: true })
        assert.deepInclude(full, { written: 0, withdrawn: 0 })
        assert.deepStrictEqual(yield* traces, before)
        assert.deepStrictEqual(
          (yield* sql`SELECT state, lines, written FROM imports ORDER BY started_at`).map((row) => ({ ...row })),
          [9, 0, 0].map((written) => ({ state: "done", lines: 4, written }))
        )
        assert.isEmpty(yield* sql`SELECT FROM pg_class WHERE relname LIKE 'staged%' AND relkind = 'r'`)
        assert.deepStrictEqual(
          (yield* sql`SELECT discount_pct FROM loyalty_tiers`).map((row) => ({ ...row })),
          Array.from({ length: 3 }, () => ({ discount_pct: "0.00" }))
        )
        assert.isEmpty(yield* sql`SELECT FROM shop WHERE is_demonstration`)
      })
    )

    it.effect("takes the lines of a group in any order", () =>
      Effect.gen(function* () {
        for (const [at, order] of [
          [3, 2, 1, 0],
          [1, 3, 0, 2],
          [2, 0, 3, 1]
        ].entries()) {
          const source = `order-${at}`
          yield* importProducts([heading, ...order.map((line) => boots[line]!)], { source })
          assert.deepStrictEqual(yield* productLines(source), stored)
        }
      })
    )

    it.effect("refuses all lines of a repeated key, and goods of warehouses that do not exist", () =>
      Effect.gen(function* () {
        const source = "wrong"
        const report = yield* importProducts(
          [
            `${heading},warehouse`,
            "a,Mug,5.00,Home,,,1,,,",
            "b,Plate,6.00,Home,,,1,,,Nowhere",
            "a,Cup,5.00,Home,,,1,,,",
            "c,Bowl,7.00,Home,,,1,,,"
          ],
          { source }
        )
        assert.deepStrictEqual(report.refusals.map(told), [
          "2: external_id stands in line 4 too",
          "4: external_id stands in line 2 too",
          '3: "Nowhere" is not a warehouse of the shop'
        ])
        assert.deepStrictEqual(yield* productLines(source), ["single c: Bowl, 7.00, 1 units"])
      })
    )

    it.effect("changes what a later file states, and follows the prices and activity of variants", () =>
      Effect.gen(function* () {
        const source = "later"
        yield* importProducts([heading, ...boots], { source })
        const report = yield* importProducts(
          [
            "external_id,name,price,group,options,is_active",
            "rr-42-black,Ridge Runner,99.00,rr,Size=42|Colour=Black,",
            "rr-41-black,Ridge Runner,119.90,rr,Size=41|Colour=Black,false"
          ],
          { source }
        )
        assert.deepStrictEqual(report.refusals, [])
        assert.deepStrictEqual(yield* productLines(source), [
          stored[0],
          "group rr: Ridge Runner, 99.00",
          `${stored[2]}, inactive`,
          "variant rr-42-black of rr: Ridge Runner, 42, Black, 99.00, 0 units",
          stored[4]
        ])
      })
    )

    it.effect("withdraws what a full file lacks, but not the goods of refused lines, and asks before a third", () =>
      Effect.gen(function* () {
        const source = "full"
        yield* importProducts([heading, ...boots], { source })
        const questions: Array<readonly [number, number]> = []
        const half = [heading, boots[3]!, "rr-41-black,Ridge Runner,free,Shoes,rr,Size=41,3,,"]
        const refused = yield* importProducts(half, {
          source,
          isFull: true,
          confirmWithdrawal: (...question) => {
            questions.push(question)
            return Effect.fail("no")
          }
        }).pipe(Effect.flip)
        assert.strictEqual(refused, "no")
        assert.deepStrictEqual(questions, [[2, 4]])
        assert.deepStrictEqual(yield* productLines(source), stored)
        const report = yield* importProducts(half, { source, isFull: true })
        assert.deepInclude(report, { withdrawn: 2, refused: 1 })
        assert.deepStrictEqual(yield* productLines(source), [
          stored[0],
          "group rr: Ridge Runner, 119.90",
          stored[2],
          `${stored[3]}, inactive`,
          `${stored[4]}, inactive`
        ])
        const unclosed = yield* importProducts([heading, 'lamp,"Desk Lamp,35.00'], { source, isFull: true })
        assert.strictEqual(unclosed.withdrawn, 0)
      })
    )

    it.effect("makes a group of a single, and hands the reviews of a single that becomes a variant to its group", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = "roles"
        yield* importProducts([heading, "rr,Ridge Runner,99.00,Shoes,,,4,,", "old,Runner,98.00,Shoes,,,5,,"], {
          source
        })
        yield* sql`
          INSERT INTO users (id, email, password_hash, name) VALUES
            ('aaaaaaaa-0000-4000-8000-0000000000a1', 'one@example.com', 'x', 'One'),
            ('aaaaaaaa-0000-4000-8000-0000000000a2', 'two@example.com', 'x', 'Two'),
            ('aaaaaaaa-0000-4000-8000-0000000000a3', 'three@example.com', 'x', 'Three')`
        yield* sql`
          INSERT INTO reviews (product_id, user_id, rating, body, created_at)
          SELECT p.id, u.id, v.rating, v.body, v.at::timestamptz
          FROM (VALUES ('rr', 'one', 5, 'group, newer', '2026-02-02'), ('old', 'one', 1, 'variant, older', '2026-02-01'),
            ('rr', 'two', 1, 'group, older', '2026-02-01'), ('old', 'two', 4, 'variant, newer', '2026-02-02'),
            ('old', 'three', 3, 'variant', '2026-02-01')) v (product, person, rating, body, at)
          JOIN products p ON p.external_id = v.product AND p.source = ${source}
          JOIN users u ON u.email = v.person || '@example.com'`
        yield* importProducts(
          [heading, "old,Ridge Runner,98.00,Shoes,rr,Size=41,5,,", "new,Ridge Runner,99.00,Shoes,rr,Size=42,4,,"],
          { source }
        )
        assert.deepStrictEqual(yield* productLines(source), [
          "variant new of rr: Ridge Runner, 42, 99.00, 4 units",
          "variant old of rr: Ridge Runner, 41, 98.00, 5 units",
          "group rr: Ridge Runner, 98.00"
        ])
        const reviews = yield* sql`
          SELECT p.external_id AS product, r.body, r.is_flagged FROM reviews r JOIN products p ON p.id = r.product_id
          WHERE p.source = ${source} ORDER BY r.body`
        assert.deepStrictEqual(
          reviews.map(({ body, is_flagged, product }) => `${product}: ${body}${is_flagged ? ", flagged" : ""}`),
          [
            "rr: group, newer",
            "old: group, older, flagged",
            "rr: variant",
            "rr: variant, newer",
            "old: variant, older, flagged"
          ]
        )
        assert.deepStrictEqual(
          (yield* sql`SELECT DISTINCT rating, review_count FROM products WHERE source = ${source}`).map((row) => ({
            ...row
          })),
          [{ rating: "4.00", review_count: 3 }]
        )
        yield* assertInvariants
      })
    )

    it.effect("ends as one run would, wherever it is killed", () =>
      Effect.gen(function* () {
        let kills = 0
        for (let statements = 0, isKilled = true; isKilled; statements += 2) {
          const source = `killed-${statements}`
          const away = { left: statements }
          yield* importProducts([heading, ...boots], { source }).pipe(
            Effect.provide(killedAfter(away)),
            Effect.sandbox,
            Effect.either
          )
          isKilled = away.left < 0
          kills += isKilled ? 1 : 0
          yield* endLeases
          const again = yield* importProducts([heading, ...boots], { source })
          assert.deepStrictEqual(again.refusals, [])
          assert.deepStrictEqual(yield* productLines(source), stored)
        }
        assert.isAbove(kills, 10)
      })
    )

    it.effect("refuses a second import of the kind while one renews its lease, and waits for a dead one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO imports (kind, source, lease_until)
          VALUES ('products', 'other', clock_timestamp() + interval '1 minute')`
        const waits = yield* Ref.make(0)
        const renewing = yield* Effect.fork(
          Effect.repeat(
            sql`UPDATE imports SET lease_until = lease_until + interval '1 second' WHERE source = 'other'`,
            Schedule.spaced("100 millis")
          )
        )
        const failure = yield* Effect.flip(
          importProducts([heading, ...boots], { source: "second" }, { waiting: Ref.update(waits, (n) => n + 1) })
        )
        assert.propertyVal(failure, "_tag", "ImportRunning")
        yield* Fiber.interrupt(renewing)
        assert.strictEqual(yield* Ref.get(waits), 1)
        yield* endLeases
        const report = yield* importProducts([heading, ...boots], { source: "second" })
        assert.strictEqual(report.written, 9)
        assert.deepStrictEqual(
          (yield* sql`SELECT state FROM imports WHERE source = 'other'`).map((row) => ({ ...row })),
          [{ state: "broken_off" }]
        )
      })
    )

    it.effect("writes nothing in a dry run", () =>
      Effect.gen(function* () {
        const report = yield* importProducts([heading, ...boots, "x,Thing,1.00,,,,1,,"], {
          source: "dry",
          isDryRun: true
        })
        assert.deepStrictEqual(report.refusals.map(told), ["6: has no category"])
        assert.isEmpty(yield* productLines("dry"))
      })
    )
  })
}
