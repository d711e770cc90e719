import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { DateTime, Effect } from "effect"
import * as CouponWriting from "../../../../src/shop/import/writing/CouponWriting.ts"
import * as CustomerWriting from "../../../../src/shop/import/writing/CustomerWriting.ts"
import * as DeliveryWriting from "../../../../src/shop/import/writing/DeliveryWriting.ts"
import * as TierWriting from "../../../../src/shop/import/writing/TierWriting.ts"
import * as WarehouseWriting from "../../../../src/shop/import/writing/WarehouseWriting.ts"
import { type Writing } from "../../../../src/shop/import/writing/Writing.ts"
import { assertInvariants } from "../../../../src/testing/OrderFixtures.ts"
import { endLeases, importText, told, tracesOf } from "../support/Importing.ts"
import { killedAfter } from "../support/killedAfter.ts"

const coupons = CouponWriting.make(DateTime.unsafeMake("2026-02-01T00:00:00Z"))

const traces = tracesOf(
  "regions",
  "warehouses",
  "delivery_areas",
  "carriers",
  "shipping_rates",
  "loyalty_tiers",
  "users",
  "coupons",
  "catalogue_changes"
)

/** Imports a file, then again, which changes nothing, and tells the rows written and what was refused. */
const importTwice = Effect.fnUntraced(function* <A, E>(
  make: Effect.Effect<Writing<A>, E, SqlClient.SqlClient>,
  lines: ReadonlyArray<string>
) {
  const writing = yield* make
  const content = lines.join("\n")
  const notes: Array<string> = []
  const noted = (
    line: number,
    _: string | null,
    all: ReadonlyArray<{ readonly column: string | null; readonly text: string }>
  ) => Effect.sync(() => notes.push(...all.map(({ column, text }) => `${line}: ${column} ${text}`)))
  const { refusals, tiers, written } = yield* importText(writing, content, {}, { noted })
  const before = yield* traces
  const again = yield* importText(writing, content)
  assert.deepStrictEqual([again.written, again.refusals.length], [0, refusals.length])
  assert.deepStrictEqual(yield* traces, before)
  yield* assertInvariants
  return { written, refused: refusals.map(told), mends: refusals.map(({ mend }) => mend), notes, tiers }
})

const today = DateTime.formatIsoDateUtc(DateTime.unsafeNow())

const unstated = { refused: [], mends: [], notes: [], tiers: [] }

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`the shop's own tables, written on ${engine.name}`, (it) => {
    it.effect("open the shop with loyalty tiers, which keep what the first file gives them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tiers = sql`
          SELECT name, min_spend::text, discount_pct::text, free_shipping_threshold::text, priority_support
          FROM loyalty_tiers ORDER BY min_spend`.values
        const first = yield* importTwice(TierWriting.make, ["name,discount_pct,free_shipping_threshold", "silver,4,60"])
        assert.deepStrictEqual(first, { ...unstated, written: 1, tiers: ["bronze", "gold"] })
        assert.deepStrictEqual(yield* tiers, [
          ["bronze", "0.00", "0.00", "9999999999.99", false],
          ["silver", "1000.00", "4.00", "60.00", false],
          ["gold", "3000.00", "0.00", "9999999999.99", true]
        ])
      })
    )

    it.effect("move customers into the tiers of their spend, also when tiers trade places", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* importTwice(CustomerWriting.make, ["email,name", "frugal@example.com,Frugal"])
        const traded = yield* importTwice(TierWriting.make, [
          "name,min_spend,priority_support",
          "silver,0,",
          "gold,1000,no",
          "bronze,3000,yes"
        ])
        assert.deepStrictEqual(traded, { ...unstated, written: 3 })
        const tiers = sql`SELECT loyalty_tier FROM users WHERE email = 'frugal@example.com'`.values
        assert.deepStrictEqual(yield* tiers, [["silver"]])
        const lost = yield* importTwice(TierWriting.make, ["name,min_spend,discount_pct", "silver,10,2", "gold,,3"])
        assert.deepStrictEqual(lost, {
          ...unstated,
          written: 1,
          refused: ["2: min_spend leaves customers who have spent nothing without a tier"],
          mends: ["let one of the tiers begin at 0"]
        })
        const alike = yield* importTwice(TierWriting.make, ["name,min_spend", "gold,3000", "silver,0"])
        assert.deepStrictEqual(alike, {
          ...unstated,
          written: 0,
          refused: ["2: min_spend would be alike for two tiers", "3: min_spend would be alike for two tiers"],
          mends: Array.from({ length: 2 }, () => "let each tier begin at an amount of its own")
        })
        yield* importTwice(TierWriting.make, ["name,min_spend", "bronze,0", "silver,1000", "gold,3000"])
        assert.deepStrictEqual(yield* tiers, [["bronze"]])
      })
    )

    it.effect("put warehouses into regions, which they bring along, and move those that hold stock", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const warehouses = sql`SELECT name, location, region FROM warehouses ORDER BY name`.values
        const heading = "name,location,region"
        const first = yield* importTwice(WarehouseWriting.make, [
          heading,
          'Main,"Hamburg, DE",north',
          "Annex,Kiel,north"
        ])
        const isNew = "region is new to the shop, which gets this region"
        // Lines are written in the order of their keys.
        assert.deepStrictEqual(first, { ...unstated, written: 2, notes: [`3: ${isNew}`, `2: ${isNew}`] })
        yield* sql`
          INSERT INTO products (id, name, description, category, brand, price, original_price, image_url, external_id)
          SELECT gen_random_uuid(), 'Mug', '', min(name), '', 10, 10, '/images/products/x.svg', 'mug' FROM categories`
        yield* sql`
          INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity)
          SELECT w.id, p.id, 3 FROM warehouses w, products p WHERE w.name = 'Main'`
        const marks = sql`SELECT mark FROM catalogue_changes WHERE shown_on = 'details' ORDER BY place`.values
        const before = yield* marks
        const moved = yield* importTwice(WarehouseWriting.make, [
          heading,
          "Main,Munich,south",
          "Annex,Kiel,north",
          "Dock,Rostock,"
        ])
        assert.deepStrictEqual(moved.refused, ["4: region is empty"])
        assert.notDeepEqual(yield* marks, before)
        assert.deepStrictEqual([moved.written, moved.notes], [1, [`2: ${isNew}`]])
        assert.deepStrictEqual(yield* warehouses, [
          ["Annex", "Kiel", "north"],
          ["Main", "Munich", "south"]
        ])
        assert.deepStrictEqual(yield* sql`SELECT name FROM regions ORDER BY position DESC LIMIT 2`.values, [
          ["south"],
          ["north"]
        ])
      })
    )

    const delivery = [
      "record,country,state,region,name,speed_tier,base_rate,carrier,region_from,region_to,price,days_min,days_max",
      "rate,,,,,,,Post,north,alps,8.90,2,5",
      "rate,,,,,,,Post,north,atlantis,8.90,2,5",
      "rate,,,,,,,Hermes,north,north,4.90,1,2",
      "rate,,,,,,,Post,north,north,4.90,1,2",
      "carrier,,,,Post,standard,4.90,,,,,,",
      "area,DE,,north,,,,,,,,,",
      "area,DE,BY,alps,,,,,,,,,"
    ]

    it.effect("have delivery records in any order, and refuse rates of unknown carriers and regions", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const first = yield* importTwice(DeliveryWriting.make, delivery)
        assert.deepStrictEqual(first, {
          ...unstated,
          written: 5,
          refused: [
            '4: carrier "Hermes" is not a carrier of the shop',
            '3: region_to "atlantis" is not a region of the shop'
          ],
          mends: [
            "correct the name, or give the carrier a record of its own",
            "correct it, or import a warehouse or an area of that region"
          ],
          notes: ["8: region is new to the shop, which gets this region"]
        })
        const changed = yield* importTwice(DeliveryWriting.make, [
          delivery[0] ?? "",
          "rate,,,,,,,Post,north,alps,9.50,2,5",
          "area,DE,BY,north,,,,,,,,,",
          "carrier,,,,Post,express,4.90,,,,,,"
        ])
        assert.deepStrictEqual(changed, { ...unstated, written: 3 })
        assert.deepStrictEqual(
          yield* sql`
            SELECT c.name, c.speed_tier, r.region_from, r.region_to, r.price::text, r.days_min, r.days_max
            FROM shipping_rates r JOIN carriers c ON c.id = r.carrier_id ORDER BY r.region_to`.values,
          [
            ["Post", "express", "north", "alps", "9.50", 2, 5],
            ["Post", "express", "north", "north", "4.90", 1, 2]
          ]
        )
        assert.deepStrictEqual(yield* sql`SELECT country, state, region FROM delivery_areas ORDER BY state`.values, [
          ["DE", "", "north"],
          ["DE", "BY", "north"]
        ])
      })
    )

    it.effect("have customers by their address, without a password, and leave other people's accounts alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO users (email, name, password_hash, role) VALUES ('seller@example.com', 'Seller', 'x', 'seller'),
            ('ada@example.com', 'Ada', 'x', 'admin'), ('vip@example.com', 'Vip', 'x', 'power_user'),
            ('known@example.com', 'Known', 'x', 'customer')`
        yield* sql`
          INSERT INTO users (email, name, password_hash, is_active, deleted_at)
          VALUES ('gone@example.com', 'Gone', '-', false, now())`
        const file = [
          "email,name,created_at",
          "Anna@Example.com,Anna Berg,2024-05-01",
          "ben@example.com,Ben,",
          "known@example.com,Known Better,",
          "vip@example.com,Vip,2020-01-01",
          "seller@example.com,Buyer,",
          "ada@example.com,Buyer,",
          "gone@example.com,Back,",
          "anna@example.com,Anna Again,"
        ]
        const first = yield* importTwice(CustomerWriting.make, file.slice(0, -1))
        const left = "leave the line out"
        assert.deepStrictEqual(first, {
          ...unstated,
          written: 4,
          refused: [
            "7: email belongs to an account of the role admin, which is not a customer's",
            "8: email belongs to an account that was closed for good",
            "6: email belongs to an account of the role seller, which is not a customer's"
          ],
          mends: [left, `${left}: the person is not brought back`, left]
        })
        const twice = yield* importTwice(CustomerWriting.make, file)
        assert.deepStrictEqual(twice.refused.slice(0, 2), [
          "2: email stands in line 9 too",
          "9: email stands in line 2 too"
        ])
        assert.deepStrictEqual(
          yield* sql`
            SELECT email, name, role, password_hash, created_at::date::text, is_active FROM users
            WHERE email <> 'frugal@example.com' ORDER BY email`.values.pipe(
            Effect.map((rows) => rows.map((row) => row.map((value) => (value === today ? "today" : value))))
          ),
          [
            ["ada@example.com", "Ada", "admin", "x", "today", true],
            ["anna@example.com", "Anna Berg", "customer", "-", "2024-05-01", true],
            ["ben@example.com", "Ben", "customer", "-", "today", true],
            ["gone@example.com", "Gone", "customer", "-", "today", false],
            ["known@example.com", "Known Better", "customer", "x", "today", true],
            ["seller@example.com", "Seller", "seller", "x", "today", true],
            ["vip@example.com", "Vip", "power_user", "x", "2020-01-01", true]
          ]
        )
      })
    )

    it.effect(
      "have coupons whose missing columns stay and whose empty ones go, for accounts and categories that exist",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [category] = (yield* sql<{ readonly name: string }>`SELECT min(name) AS name FROM categories`).map(
            ({ name }) => name
          )
          const heading =
            "code,description,discount_type,discount_value,min_spend,max_discount,usage_limit,valid_from,valid_until,applicable_categories,user_specific_email,is_active"
          const full = `TEN,10 % off,percentage,12.5,50,20,5,2026-01-01,2026-12-31,${category},anna@example.com,false`
          const first = yield* importTwice(coupons, [
            heading,
            full,
            "FIVE,,fixed,5.50,,,,,,,,",
            "SHOE,,fixed,5,,,,,,Shoe,,",
            "EVE,,fixed,5,,,,,,,eve@example.com,",
            "OLD,,fixed,5,,,,,2025-12-31,,,"
          ])
          assert.deepStrictEqual(
            first.refused.map((refusal) => refusal.replace(/, 20[-0-9T:.]+Z$/, "")),
            [
              '5: user_specific_email "eve@example.com" is not the address of an account',
              "6: valid_until is not after the coupon's start",
              '4: applicable_categories "Shoe" is not a category of the shop'
            ]
          )
          assert.deepStrictEqual(first.mends, [
            "correct it, or import the customer first: storefront import customers",
            "give valid_from too, or correct the date",
            "correct the name, or import goods of that category first: storefront import products"
          ])
          const stored = sql`
          SELECT code, description, discount_type, discount_value::text, min_spend::text, max_discount::text, usage_limit,
            valid_from::date = '2026-01-01', valid_until IS NULL, applicable_categories, user_specific_email, is_active
          FROM coupons ORDER BY code`.values
          assert.deepStrictEqual(yield* stored, [
            ["FIVE", "", "fixed", "5.50", "0.00", null, null, false, true, null, null, true],
            [
              "TEN",
              "10 % off",
              "percentage",
              "12.50",
              "50.00",
              "20.00",
              5,
              true,
              false,
              [category],
              "anna@example.com",
              false
            ]
          ])
          const bare = yield* importTwice(coupons, ["code,discount_type,discount_value", "ten,percentage,12.5"])
          assert.deepStrictEqual(bare, { ...unstated, written: 0 })
          const early = yield* importTwice(coupons, [
            "code,discount_type,discount_value,valid_from",
            "TEN,fixed,1,2027-01-01"
          ])
          assert.deepStrictEqual(early.refused, [
            "2: valid_from is not before the coupon's end, 2026-12-31T00:00:00.000Z"
          ])
          const emptied = yield* importTwice(coupons, [heading, "TEN,,fixed,3,,,,,,,,"])
          assert.strictEqual(emptied.written, 1)
          assert.deepStrictEqual((yield* stored)[1], [
            "TEN",
            "",
            "fixed",
            "3.00",
            "50.00",
            null,
            null,
            true,
            true,
            null,
            null,
            false
          ])
        })
    )

    it.effect("end as one run would leave them, wherever it is killed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const reset = Effect.all([
          sql`DELETE FROM warehouse_inventory`,
          sql`DELETE FROM warehouses`,
          sql`DELETE FROM shipping_rates`,
          sql`DELETE FROM carriers`,
          sql`DELETE FROM delivery_areas`,
          sql`DELETE FROM coupons`,
          sql`DELETE FROM users`,
          sql`UPDATE loyalty_tiers SET min_spend = CASE name WHEN 'bronze' THEN 0 WHEN 'silver' THEN 10 ELSE 20 END`
        ])
        const rows = sql`
          SELECT (SELECT jsonb_agg(to_jsonb(w) - 'id' ORDER BY name) FROM warehouses w) AS warehouses,
            (SELECT jsonb_agg(to_jsonb(a) ORDER BY country, state) FROM delivery_areas a) AS areas,
            (SELECT jsonb_agg(jsonb_build_array(c.name, c.base_rate, r.region_from, r.region_to, r.price) ORDER BY r.region_to)
              FROM shipping_rates r JOIN carriers c ON c.id = r.carrier_id) AS rates,
            (SELECT jsonb_agg(to_jsonb(u) - 'id' ORDER BY email) FROM users u) AS users,
            (SELECT jsonb_agg(to_jsonb(c) - 'id' ORDER BY code) FROM coupons c) AS coupons,
            (SELECT jsonb_agg(to_jsonb(t) ORDER BY name) FROM loyalty_tiers t) AS tiers`
        const killEverywhere = Effect.fnUntraced(function* <A, E>(
          make: Effect.Effect<Writing<A>, E, SqlClient.SqlClient>,
          lines: ReadonlyArray<string>
        ) {
          const content = lines.join("\n")
          const run = Effect.flatMap(make, (writing) => importText(writing, content))
          yield* reset
          const once = yield* run
          const expected = yield* rows
          let kills = 0
          for (let statements = 2, isKilled = true; isKilled; statements += 5) {
            const away = { left: statements }
            yield* reset
            yield* run.pipe(Effect.provide(killedAfter(away)), Effect.sandbox, Effect.either)
            isKilled = away.left < 0
            kills += isKilled ? 1 : 0
            yield* endLeases
            const again = yield* run
            assert.deepStrictEqual(again.refusals, once.refusals)
            assert.deepStrictEqual(yield* rows, expected)
          }
          assert.isAbove(kills, 3)
        })
        yield* killEverywhere(WarehouseWriting.make, ["name,location,region", "Main,Munich,south", "Annex,Kiel,north"])
        yield* killEverywhere(DeliveryWriting.make, delivery)
        yield* killEverywhere(TierWriting.make, ["name,min_spend", "silver,20", "gold,10"])
        yield* killEverywhere(CustomerWriting.make, ["email,name,created_at", "a@example.com,Anna,2024-05-01"])
        yield* killEverywhere(coupons, ["code,discount_type,discount_value,valid_from", "TEN,percentage,10,2026-01-01"])
      })
    )
  })
}
