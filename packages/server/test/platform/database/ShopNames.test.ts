import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { shopNames } from "../../../src/platform/database/migrations/ShopNames.ts"
import { address, ada, orderId, shoes, shop } from "../../../src/testing/SmallShop.ts"
import { orderIn } from "../../../src/testing/OrderFixtures.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** The tables as they were before the migration, without the parts of checks that it leaves alone. */
const before = `
  DROP TABLE categories, regions CASCADE;
  DROP TRIGGER coupons_of_categories ON coupons;
  DROP TRIGGER promotions_of_categories ON promotions;
  DROP FUNCTION require_categories_of_coupon, require_categories_of_promotion, require_categories, keep_shop_name,
    limit_categories;
  ALTER TABLE products
    ADD CHECK (category IN ('Electronics', 'Clothing', 'Home', 'Sports', 'Books'));
  ALTER TABLE warehouses ADD CHECK (region IN ('east', 'central', 'west'));
  ALTER TABLE delivery_areas ADD CHECK (region IN ('east', 'central', 'west'));
  ALTER TABLE shipping_rates ADD CHECK (region_from IN ('east', 'central', 'west')),
    ADD CHECK (region_to IN ('east', 'central', 'west'));
  ALTER TABLE orders ALTER delivery_region SET NOT NULL,
    ADD CHECK (delivery_region IN ('east', 'central', 'west'));
  ALTER TABLE coupons DROP CONSTRAINT coupons_applicable_categories_check,
    ADD CHECK (applicable_categories <@ ARRAY['Electronics', 'Clothing', 'Home', 'Sports', 'Books']);
  ALTER TABLE promotions DROP CONSTRAINT promotions_rules_check,
    ADD CHECK (COALESCE(rules->'categories', '[]') <@ '["Electronics","Clothing","Home","Sports","Books"]')`

const names = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT ARRAY(SELECT name || ' ' || drawing FROM categories ORDER BY position) AS categories,
      ARRAY(SELECT name FROM regions ORDER BY position) AS regions`
)

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `a shop of an earlier version on ${engine.name}`,
    (it) => {
      it.effect("keeps its categories and regions, their order and their pictures, and all its rows", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* orderIn(1, "placed", { lines: [{ product: shoes, east: 1 }] })
          yield* sql.unsafe(before)
          yield* sql`INSERT INTO coupons (code, discount_type, discount_value, applicable_categories)
            VALUES ('BOOKS5', 'percentage', 5, '{Books}')`
          yield* sql`INSERT INTO promotions (name, start_date, end_date, rules) VALUES ('Sale', '2026-01-01', '2026-02-01',
            '{"type":"flash_sale","categories":["Home"],"discount_pct":5}')`
          yield* shopNames
          assert.deepStrictEqual(yield* names, [
            {
              categories: ["Electronics headphones", "Clothing shirt", "Home lamp", "Sports mountains", "Books book"],
              regions: ["east", "central", "west"]
            }
          ])
          assert.deepStrictEqual(
            yield* sql`SELECT (SELECT count(*)::int FROM products) AS products, (SELECT region FROM warehouses
              WHERE name = 'Eastgate') AS region, (SELECT delivery_region FROM orders WHERE id = ${orderId(1)}) AS ordered`,
            [{ products: 3, region: "east", ordered: "east" }]
          )
          yield* sql`INSERT INTO categories (name, position) VALUES ('Garden', 6)`
          yield* sql`UPDATE products SET category = 'Garden' WHERE id = ${shoes.id}`
          yield* sql`UPDATE coupons SET applicable_categories = '{Garden}'`
          yield* sql`INSERT INTO regions (name) VALUES ('north')`
          yield* sql`UPDATE warehouses SET region = 'north'`
          yield* sql`UPDATE orders SET delivery_region = NULL`
        })
      )
    }
  )

  layer(engine.layer, { excludeTestServices: true })(`a database without goods on ${engine.name}`, (it) => {
    it.effect("gets no categories and no regions", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO users ${sql.insert({ id: ada.id, email: ada.email, name: ada.name, password_hash: "-" })}`
        yield* sql`INSERT INTO carts ${sql.insert({ user_id: ada.id, shipping_address: JSON.stringify(address) })}`
        yield* sql.unsafe(before)
        yield* shopNames
        assert.deepStrictEqual(yield* names, [{ categories: [], regions: [] }])
      })
    )
  })
}
