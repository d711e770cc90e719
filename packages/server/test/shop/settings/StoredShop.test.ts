import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { settleScoped, type ShopSettings } from "@storefront/domain/ShopSettings"
import { Effect, Layer, Option } from "effect"
import { CurrencyUnfit, isEmpty, seed, SeedOptions } from "../../../src/demo/Seed.ts"
import { shop as migration } from "../../../src/platform/database/migrations/Shop.ts"
import * as StoredShop from "../../../src/shop/settings/StoredShop.ts"
import { shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const dollars: ShopSettings = { currency: { code: "USD", decimals: 2 }, language: "en-US" }
const euros: ShopSettings = { currency: { code: "EUR", decimals: 2 }, language: "de" }
const yen: ShopSettings = { currency: { code: "JPY", decimals: 0 }, language: "ja" }

/** Runs an effect in a process with these settings. */
const as =
  (settings: ShopSettings) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.scoped(Effect.zipRight(settleScoped(settings), effect))

const store = (settings: ShopSettings, isDemonstration = false) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipRight(sql`DELETE FROM shop`, as(settings)(StoredShop.write(isDemonstration)))
  )

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`the shop of a database on ${engine.name}`, (it) => {
    it.effect("is none without goods, and then fits every setting", () =>
      Effect.gen(function* () {
        assert.isTrue(Option.isNone(yield* StoredShop.find))
        yield* as(yen)(StoredShop.check)
        assert.isFalse(yield* as(euros)(StoredShop.followLanguage))
      })
    )

    it.effect("refuses other settings, naming both and the mend", () =>
      Effect.gen(function* () {
        yield* store(dollars)
        yield* as(dollars)(StoredShop.check)
        const { message } = yield* Effect.flip(as(euros)(StoredShop.check))
        assert.strictEqual(
          message,
          "SHOP_CURRENCY is EUR, but this database's shop is in USD for good. Set SHOP_CURRENCY=USD, or use another " +
            "database. SHOP_LANGUAGE is de, but this database's shop is in en-US. Set SHOP_LANGUAGE=en-US, or change " +
            "the shop with: storefront migrate"
        )
      })
    )

    it.effect("follows another language, and never another currency", () =>
      Effect.gen(function* () {
        yield* store(dollars)
        const german = { ...dollars, language: "de" }
        assert.isTrue(yield* as(german)(StoredShop.followLanguage))
        assert.isFalse(yield* as(german)(StoredShop.followLanguage))
        yield* as(german)(StoredShop.check)
        assert.instanceOf(yield* Effect.flip(as(euros)(StoredShop.followLanguage)), StoredShop.ShopDiffers)
        assert.strictEqual(Option.getOrThrow(yield* StoredShop.find).currency.code, "USD")
      })
    )

    it.effect("is one row", () =>
      Effect.gen(function* () {
        yield* store(dollars)
        yield* Effect.flip(StoredShop.write(false))
      })
    )

    it.effect("keeps the demonstration out, unless it is one itself", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM shop`
        assert.isTrue(yield* isEmpty)
        yield* store(euros)
        assert.isFalse(yield* isEmpty)
        yield* store(euros, true)
        assert.isTrue(yield* isEmpty)
      })
    )

    it.effect("is not the demonstration in a currency without decimals", () =>
      Effect.gen(function* () {
        const refusal = yield* Effect.flip(as(yen)(seed(new SeedOptions({}))))
        assert.instanceOf(refusal, CurrencyUnfit)
        assert.include(refusal.message, "SHOP_CURRENCY is JPY")
      })
    )
  })

  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `a database of an earlier version on ${engine.name}`,
    (it) => {
      it.effect("is the demonstration if it has products", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`DROP TABLE shop`
          yield* migration
          assert.deepStrictEqual(Option.getOrThrow(yield* StoredShop.find), { ...dollars, isDemonstration: true })
        })
      )
    }
  )
}

layer(TestDatabase.seeded, { excludeTestServices: true })("a seeded database", (it) => {
  it.effect("has the shop that it was seeded for", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(Option.getOrThrow(yield* StoredShop.find), { ...dollars, isDemonstration: true })
    })
  )
})
