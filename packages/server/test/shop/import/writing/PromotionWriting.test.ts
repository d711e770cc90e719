import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { PromotionRules } from "@storefront/domain/Pricing"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Schema } from "effect"
import { verify } from "../../../../src/assistant/usage/Verification.ts"
import * as PromotionWriting from "../../../../src/shop/import/writing/PromotionWriting.ts"
import { importProducts, importText, told } from "../support/Importing.ts"

const goods = [
  "external_id,name,price,category,group,options,sku,gtin,is_active",
  "rr-41,Ridge Runner,119.90,Shoes,rr,Size=41,RR41,,",
  "rr-42,Ridge Runner,109.90,Shoes,rr,Size=42,RR42,,",
  "mug,Mug,5.00,Home,,,TWIN,4006381333931,",
  "jug,Jug,9.00,Home,,,TWIN,,",
  "vase,Vase,9.00,Garden,,,,,false"
]

const promotion = (name: string, rules: object, changes: object = {}) =>
  JSON.stringify({ name, rules, start_date: "2026-03-01", end_date: "2026-03-08T12:00:00+02:00", ...changes })

const boots = { type: "bundle", product_ids: ["rr", "4006381333931"], discount_pct: 7.5 }
const pairs = { type: "buy_x_get_y", product_ids: ["rr41"], buy_quantity: 2, free_quantity: 1 }
const week = { type: "flash_sale", categories: ["Shoes", "Home"], discount_pct: 10 }

const file = [
  promotion("Boots", boots),
  promotion("Pairs", pairs, { is_active: false }),
  promotion("Week", week),
  promotion("Group", { type: "buy_x_get_y", product_ids: ["rr"], buy_quantity: 1, free_quantity: 1 })
]

const importPromotions = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const writing = yield* PromotionWriting.make("shop")
  return yield* importText(writing, lines.join("\n"))
})

const Promotion = Schema.Struct({
  name: Schema.String,
  rules: PromotionRules,
  period: Schema.String,
  isActive: Schema.Boolean
})

/** The promotions by name. */
const stored = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.flatMap(
    sql`
      SELECT name, rules, to_char(start_date AT TIME ZONE 'UTC', 'MM-DD HH24:MI') || ' to ' || to_char(end_date AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS period,
        is_active AS "isActive"
      FROM promotions ORDER BY name`,
    Schema.decodeUnknown(Schema.Array(Promotion))
  )
)

const versions = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT xmin, id FROM promotions ORDER BY id`)

/** Id of the product with a key; a group's comes before that of its variants. */
const idOf = (key: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly id: string }>`SELECT id FROM products WHERE external_id = ${key} ORDER BY kind LIMIT 1`,
      (rows) => rows[0]!.id
    )
  )

const nothingBroken = Effect.map(verify, (results) =>
  assert.deepStrictEqual(
    results.filter(({ ok }) => !ok),
    []
  )
)

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`promotions written on ${engine.name}`, (it) => {
    it.effect("stores their rules with products by id, and the same file again writes nothing", () =>
      Effect.gen(function* () {
        yield* importProducts(goods)
        const report = yield* importPromotions(file)
        assert.deepStrictEqual(report.refusals, [])
        assert.strictEqual(report.written, 4)
        const [group, mug, variant] = yield* Effect.all([idOf("rr"), idOf("mug"), idOf("rr-41")])
        const period = "03-01 00:00 to 03-08 10:00"
        assert.deepStrictEqual<unknown>(yield* stored, [
          { name: "Boots", rules: { ...boots, product_ids: [group, mug] }, period, isActive: true },
          {
            name: "Group",
            rules: { type: "buy_x_get_y", product_ids: [group], buy_quantity: 1, free_quantity: 1 },
            period,
            isActive: true
          },
          { name: "Pairs", rules: { ...pairs, product_ids: [variant] }, period, isActive: false },
          { name: "Week", rules: week, period, isActive: true }
        ])
        yield* nothingBroken
        const before = yield* versions
        assert.deepInclude(yield* importPromotions(file), { written: 0, refused: 0 })
        assert.deepStrictEqual(yield* versions, before)
      })
    )

    it.effect("changes rules, dates and activity, and leaves the activity that a line lacks", () =>
      Effect.gen(function* () {
        const before = yield* versions
        const report = yield* importPromotions([
          promotion("Boots", boots, { is_active: false }),
          promotion("Pairs", { ...pairs, free_quantity: 2 }, { is_active: null }),
          promotion("Week", week, { end_date: "2026-03-09" }),
          file[3]!
        ])
        assert.deepInclude(report, { written: 3, refused: 0 })
        assert.deepStrictEqual(
          (yield* stored).map(({ isActive, name, period }) => `${name} ${period}${isActive ? "" : ", off"}`),
          [
            "Boots 03-01 00:00 to 03-08 10:00, off",
            "Group 03-01 00:00 to 03-08 10:00",
            "Pairs 03-01 00:00 to 03-08 10:00, off",
            "Week 03-01 00:00 to 03-09 00:00"
          ]
        )
        assert.deepStrictEqual(
          (yield* versions).map(({ id }) => id),
          before.map(({ id }) => id)
        )
        yield* nothingBroken
      })
    )

    it.effect("refuses unknown and ambiguous names, names that mean one thing, and what nobody could buy", () =>
      Effect.gen(function* () {
        const before = yield* versions
        const bundle = (...product_ids: ReadonlyArray<string>) => ({ type: "bundle", product_ids, discount_pct: 10 })
        const report = yield* importPromotions([
          promotion("A", bundle("rr", "none")),
          promotion("B", bundle("rr", "twin")),
          promotion("C", bundle("mug", "4006381333931")),
          promotion("D", { type: "bundle", categories: ["Home", "Home"], discount_pct: 10 }),
          promotion("E", { type: "flash_sale", categories: ["Toys"], discount_pct: 10 }),
          promotion("F", { type: "buy_x_get_y", category: "Garden", buy_quantity: 1, free_quantity: 1 }),
          promotion("G", { ...bundle("vase"), type: "buy_x_get_y" }),
          promotion(
            "H",
            { type: "buy_x_get_y", product_ids: ["vase"], buy_quantity: 1, free_quantity: 1 },
            { is_active: false }
          )
        ])
        assert.deepStrictEqual(report.refusals.map(told).toSorted(), [
          '1: rules "none" is not a product of the shop',
          '2: rules "twin" fits 2 products',
          '3: rules name "mug", which is "4006381333931", twice',
          '4: rules name "Home" twice',
          '5: rules "Toys" is not a category of the shop',
          "6: rules name nothing that is sold",
          "7: rules are not the rules of a promotion",
          "8: rules name nothing that is sold"
        ])
        assert.strictEqual(report.written, 0)
        assert.deepStrictEqual(yield* versions, before)
      })
    )

    it.effect("switches a promotion off although its goods are gone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE products SET is_active = false WHERE external_id LIKE 'rr%'`
        const [, , , group] = file
        assert.deepStrictEqual((yield* importPromotions([group!])).refusals.map(told), [
          "1: rules name nothing that is sold"
        ])
        const off = promotion("Group", JSON.parse(group!).rules, { is_active: false })
        assert.deepInclude(yield* importPromotions([off]), { written: 1, refused: 0 })
        assert.isFalse((yield* stored).find(({ name }) => name === "Group")?.isActive)
      })
    )
  })
}
