import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import * as AgentsConfig from "@storefront/server/platform/config/AgentsConfig"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import * as SearchLanguage from "@storefront/server/shop/catalog/SearchLanguage"
import * as ScriptedProvider from "@storefront/server/testing/ScriptedProvider"
import { settings } from "@storefront/server/testing/Settings"
import { temporaryFolder } from "@storefront/server/testing/TemporaryFolder"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as TestPostgres from "@storefront/server/testing/TestPostgres"
import * as AcceleratedClock from "@storefront/server/testing/AcceleratedClock"
import { DateTime, Deferred, Effect, Either, Exit, Fiber, Layer } from "effect"
import { inject } from "vitest"
import * as Doctor from "../src/doctor/Doctor.ts"
import { lines } from "../src/doctor/Finding.ts"
import * as Machine from "../src/doctor/Machine.ts"
import * as Settings from "../src/doctor/Settings.ts"
import { ordering } from "../src/doctor/Ordering.ts"
import * as ShopDatabase from "../src/doctor/ShopDatabase.ts"
import * as TestTurn from "../src/doctor/TestTurn.ts"
import * as Readiness from "../src/Readiness.ts"
import { plain } from "../src/Paint.ts"
import { secrets } from "./support/secrets.ts"

const mug = "aaaaaaaa-0000-4000-8000-000000000001"

const folderOf = Effect.map(temporaryFolder, (folder) => `${folder}/data`)

layer(Layer.merge(NodeContext.layer, TestDatabase.layer), { excludeTestServices: true })("the doctor", (it) => {
  it.effect("wants a Node that is new enough, and room on the disk", () =>
    Effect.sync(() => {
      assert.strictEqual(Machine.node("v20.19.0").state, "ok")
      assert.strictEqual(Machine.node("v24.1.0").state, "ok")
      assert.strictEqual(Machine.node("v20.18.3").state, "problem")
      assert.strictEqual(Machine.node("v18.20.0").state, "problem")
      assert.deepStrictEqual(
        [10_000, 600, 70].map(
          (mebibytes) => Machine.diskSpace({ bytes: mebibytes * 1024 ** 2, files: 100_000 }, false).state
        ),
        ["ok", "note", "problem"]
      )
      const fewFiles = Machine.diskSpace({ bytes: 1024 ** 4, files: 200 }, false)
      assert.deepStrictEqual(
        [fewFiles.state, fewFiles.text],
        ["problem", "1024.0 GiB free, for 200 files: too little for a database"]
      )
      // Whether one that is there can work, the turn shows.
      assert.strictEqual(Machine.diskSpace({ bytes: 1024 ** 2, files: 10 }, true).state, "note")
    })
  )

  it.effect("says of a variable that cannot be used what it must be", () =>
    Effect.gen(function* () {
      const found = yield* Effect.provide(Settings.variables, settings({ BCRYPT_COST: "99" }))
      assert.strictEqual(found.state, "problem")
      assert.include(found.text, "BCRYPT_COST must be a whole number from 4 to 15")
      // Those that are generated are not missed.
      assert.strictEqual((yield* Effect.provide(Settings.variables, settings({}))).state, "ok")
    })
  )

  it.effect("says when answers link to where customers cannot get, or without encryption", () =>
    Effect.gen(function* () {
      const found = (variables: Readonly<Record<string, string>>) =>
        Effect.map(Effect.provide(Settings.links, settings(variables)), ({ state, text }) => [state, text])
      const local = "answers link to http://localhost:8080"
      assert.deepStrictEqual(yield* found({}), ["ok", "answers link to http://127.0.0.1:8080"])
      assert.deepStrictEqual(yield* found({ HOST: "0.0.0.0" }), ["note", `${local}, which only this machine reaches`])
      assert.deepStrictEqual(yield* found({ HOST: "::1", PUBLIC_URL: "http://localhost:8080" }), ["ok", local])
      assert.deepStrictEqual(yield* found({ HOST: "10.0.0.5" }), [
        "note",
        "answers link to http://10.0.0.5:8080, without encryption"
      ])
      for (const HOST of ["127.0.0.1", "0.0.0.0"]) {
        assert.deepStrictEqual(yield* found({ HOST, PUBLIC_URL: "https://shop.example" }), [
          "ok",
          "answers link to https://shop.example"
        ])
      }
    })
  )

  it.effect("has what a running suite suspects mended, but not what it does not know yet", () =>
    Effect.sync(() => {
      const since = DateTime.unsafeMake(0)
      const found = Doctor.degraded({
        checks: [
          { name: "proxies", state: "unknown", since, reason: "Set TRUSTED_PROXIES" },
          { name: "model", state: "unknown", since, reason: null },
          { name: "issuer", state: "degraded", since, reason: null },
          { name: "embeddings", state: "ok", since, reason: null }
        ]
      })
      assert.deepStrictEqual(lines(found, plain), [
        "FIX   proxies  unknown",
        "               Set TRUSTED_PROXIES",
        "FIX   issuer   degraded",
        "               Look into the log"
      ])
    })
  )

  it.effect("looks at nothing else when the configuration cannot be read", () =>
    Effect.gen(function* () {
      const found = yield* Effect.provide(Doctor.examine, settings({ DATABASE_URL: "postgres://u:p/x@db/shop" }))
      assert.deepStrictEqual(
        found.map(({ check, state }) => [check, state]),
        [
          ["node", "ok"],
          ["variables", "problem"],
          ["the rest", "note"]
        ]
      )
    })
  )

  it.effect("ends in time where a turn neither ends nor can be stopped", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(Doctor.withTimeLimit(Effect.uninterruptible(Effect.never)))
      assert.include(failure.message, "did not end within 2m 40s")
    }).pipe(AcceleratedClock.acceleratedBy(1000))
  )

  it.effect("ends when it is stopped, also where a turn cannot be", () =>
    Effect.gen(function* () {
      const isHanging = yield* Deferred.make<void>()
      const hangs = Effect.zipRight(Deferred.succeed(isHanging, undefined), Effect.uninterruptible(Effect.never))
      const fiber = yield* Effect.fork(Doctor.withTimeLimit(hangs))
      yield* Deferred.await(isHanging)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
    }).pipe(AcceleratedClock.acceleratedBy(1000))
  )

  it.effect("names a server that does not acknowledge commits, and a pool larger than it allows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isEmpty(yield* ShopDatabase.commits)
      // The embedded engine has one connection.
      const [found] = yield* AcceleratedClock.accelerated(
        Effect.scoped(Effect.zipRight(Effect.orDie(sql.reserve), ShopDatabase.commits))
      )
      assert.include(found?.text ?? "", "does not acknowledge a commit within 5 seconds")
      assert.isEmpty(ShopDatabase.checkConnections(8, 37))
      assert.include(
        ShopDatabase.checkConnections(8, 2)[0]?.mend ?? "",
        "Set DATABASE_POOL_MAX=2 or less, or raise CONNECTION LIMIT"
      )
    })
  )

  it.effect("finds services that were given one port", () =>
    Effect.gen(function* () {
      const [found] = yield* Effect.provide(
        Machine.ports,
        settings({ ORCHESTRATOR_PORT: "28199", PRODUCT_DISCOVERY_PORT: "28199" })
      )
      assert.strictEqual(found?.state, "problem")
      assert.include(found?.text ?? "", "are both to listen at port 28199")
    })
  )

  it.effect("blames no port for an address that this machine does not have", () =>
    Effect.gen(function* () {
      const [found, ...others] = yield* Effect.provide(Machine.ports, settings({ HOST: "192.0.2.1" }))
      assert.isEmpty(others)
      assert.include(found?.text ?? "", "192.0.2.1 is not an address of this machine")
      assert.include(found?.mend ?? "", "HOST")
    })
  )

  it.scoped("finds secrets that others can read, and makes nothing", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* folderOf
      const look = Effect.provide(
        Effect.all([Settings.secrets, Machine.disk, Effect.map(ShopDatabase.database, ([found]) => found)]),
        settings({ STOREFRONT_DATA_DIR: folder })
      )
      assert.deepStrictEqual(
        (yield* look).map((found) => found?.state),
        ["note", "ok", "note"]
      )
      assert.isFalse(yield* files.exists(folder))
      yield* files.makeDirectory(`${folder}/secrets`, { recursive: true })
      yield* files.writeFileString(`${folder}/secrets/JWT_SECRET`, "", { mode: 0o600 })
      assert.strictEqual((yield* look)[0].state, "ok")
      yield* files.chmod(`${folder}/secrets/JWT_SECRET`, 0o644)
      const [open] = yield* look
      assert.strictEqual(open.state, "problem")
      assert.include(open.text, "others can read JWT_SECRET")
    })
  )

  it.scoped("says why the data folder cannot be used, once and in plain words", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* folderOf
      yield* files.writeFileString(folder, "")
      for (const [place, reason] of [
        [folder, "it is a file"],
        [`${folder}/below`, "a part of its path is a file"]
      ] as const) {
        const [disk, unmade, database] = yield* Effect.provide(
          Effect.all([Machine.disk, Settings.secrets, Effect.map(ShopDatabase.database, ([found]) => found)]),
          settings({ STOREFRONT_DATA_DIR: place })
        )
        assert.strictEqual(disk.state, "problem")
        assert.include(disk.text, `The data folder ${place} cannot be used: ${reason}.`)
        assert.deepStrictEqual([unmade.state, database?.state], ["note", "note"])
      }
      const server = settings({ STOREFRONT_DATA_DIR: folder, DATABASE_URL: "postgres://u:p@127.0.0.1:1/x" })
      assert.strictEqual((yield* Effect.provide(Machine.disk, server)).state, "ok")
      // Secrets that are generated have their place in it.
      const unwritable = yield* Effect.provide(Settings.secrets, server)
      assert.strictEqual(unwritable.state, "problem")
      assert.include(unwritable.text, `The data folder ${folder} cannot be used`)
      const given = settings({ ...secrets, STOREFRONT_DATA_DIR: folder })
      assert.strictEqual((yield* Effect.provide(Settings.secrets, given)).state, "ok")
    })
  )

  it.scoped("says of the temporary folder what a start would, and that an open data folder will be closed", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* folderOf
      const missing = settings({ STOREFRONT_DATA_DIR: folder, TMPDIR: `${folder}/gone` })
      const found = yield* Effect.provide(Machine.temporaryFolder, missing)
      assert.strictEqual(found.state, "problem")
      assert.include(found.text, `The temporary folder ${folder}/gone cannot be used: it does not exist. Set TMPDIR to`)
      yield* files.makeDirectory(folder)
      yield* files.chmod(folder, 0o755)
      const usable = settings({ STOREFRONT_DATA_DIR: folder })
      assert.strictEqual((yield* Effect.provide(Machine.temporaryFolder, usable)).state, "ok")
      const open = yield* Effect.provide(Machine.disk, usable)
      assert.strictEqual(open.state, "note")
      assert.include(open.text, "others may enter")
      assert.strictEqual((yield* files.stat(folder)).mode & 0o777, 0o755)
    })
  )

  it.scoped("tells that a recording answers, and whether it can", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const recording = yield* folderOf
      const look = Effect.provide(Settings.model, settings({ LLM_REPLAY: recording, LLM_MODEL: "toy" }))
      const missing = yield* look
      assert.strictEqual(missing.state, "problem")
      assert.include(missing.text, "LLM_REPLAY must be the name of a file that LLM_RECORD wrote")
      yield* files.writeFileString(recording, "")
      const found = yield* look
      assert.deepStrictEqual(
        [found.state, found.text],
        ["note", `toy, from the recording ${recording}: no provider is asked`]
      )
    })
  )

  it.effect("knows what a database lacks", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const states = Effect.map(ShopDatabase.schema, (found) => found.map(({ check, state }) => `${check} ${state}`))
      const all = yield* states
      assert.includeMembers([...all], ["database ok", "migrations ok"])
      yield* sql`DELETE FROM effect_sql_migrations WHERE migration_id = 2`
      const late = (yield* ShopDatabase.schema).find(({ check }) => check === "migrations")
      assert.strictEqual(late?.state, "problem")
      assert.strictEqual(late?.text, "it has later migrations than 0002_catalogue, but not that one")
      yield* sql`INSERT INTO effect_sql_migrations (migration_id, name) VALUES (2, 'catalogue'), (9000, 'of_a_newer_program')`
      const newer = (yield* ShopDatabase.schema).find(({ check }) => check === "migrations")
      assert.deepStrictEqual(
        [newer?.state, newer?.text],
        ["ok", "all applied, and 1 of a newer program, beside which this one works"]
      )
      yield* sql`DELETE FROM effect_sql_migrations WHERE migration_id = 9000`
    })
  )

  it.scoped("plays a turn that needs a specialist, and tells what a failing one shows", () =>
    Effect.gen(function* () {
      const played = (variables: Readonly<Record<string, string>>) =>
        Effect.provide(TestTurn.inOwnSuite("in memory"), settings({ ...secrets, ...variables }))
      const works = yield* played({})
      assert.include(Either.getOrThrow(works.outcome), "was answered by order-management")
      assert.strictEqual(works.readiness.state, "ready")

      const { url } = yield* ScriptedProvider.serve([{ status: 401, body: {} }])
      const fails = yield* played({ OPENAI_BASE_URL: url, OPENAI_API_KEY: "sk-1", EMBEDDING_PROVIDER: "embedded" })
      assert.isTrue(Either.isLeft(fails.outcome))
      assert.include(
        Readiness.faults(fails.readiness)[0],
        "model: The provider refuses the key (401). Set OPENAI_API_KEY"
      )
    })
  )

  it.scoped("asks specialists where AGENT_REGISTRY says, but for those that a start would run", () =>
    Effect.gen(function* () {
      const registry = yield* Effect.provide(AgentsConfig.registry, settings({}))
      const elsewhere = { ...registry, "order-management": "http://127.0.0.1:1/" }
      const { outcome, readiness } = yield* Effect.provide(
        TestTurn.inOwnSuite("in memory"),
        settings({ ...secrets, AGENT_REGISTRY: JSON.stringify(elsewhere) })
      )
      assert.isTrue(Either.isLeft(outcome))
      assert.deepStrictEqual(Readiness.faults(readiness), [
        "order-management: It cannot be reached. Start it, or set its address in AGENT_REGISTRY."
      ])
    })
  )

  it.effect("says of a server that does not answer what to do", () =>
    Effect.gen(function* () {
      const [found] = yield* Effect.provide(
        ShopDatabase.database,
        settings({ DATABASE_URL: "postgres://u:p@127.0.0.1:1/x" })
      )
      assert.strictEqual(found?.state, "problem")
      assert.include(found?.text ?? "", "nothing listens at its host and port")
      assert.deepStrictEqual(lines([Machine.node("v1.0.0")], plain), [
        "FIX   node  v1.0.0 is too old",
        "            Install Node 20.19 or newer: https://nodejs.org"
      ])
    })
  )
})

layer(Layer.merge(NodeContext.layer, TestDatabase.layer), { excludeTestServices: true })(
  "of a shop, the doctor",
  (it) => {
    const found = (variables: Readonly<Record<string, string>> = {}) =>
      Effect.map(Effect.provide(ordering, settings(variables)), (findings) =>
        lines(findings, plain).map((line) => line.trim())
      )

    it.effect("names what is missing before anybody can order, with the command that mends it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* found(), [
          "note  goods  there are none yet",
          "storefront import products <file>, or storefront seed for a demonstration"
        ])
        yield* sql`INSERT INTO shop (currency, language, is_demonstration) VALUES ('USD', 'en-US', false)`
        yield* sql`UPDATE loyalty_tiers SET discount_pct = 0, free_shipping_threshold = 9999999999.99`
        assert.deepStrictEqual(yield* found(), [
          "note  ordering  no goods are sold",
          "storefront import products <file>",
          "note  ordering  there is no warehouse",
          "storefront import warehouses <file>",
          "note  ordering  the shop delivers nowhere",
          "storefront import delivery <file>, with a record area; or set CHECKOUT_URL if your own till takes the orders",
          "note  ordering  there is no carrier",
          "storefront import delivery <file>, with a record carrier",
          "ok    tiers     none gives a discount or free delivery; storefront import tiers <file> changes that"
        ])
        yield* sql`UPDATE loyalty_tiers SET discount_pct = 5 WHERE name = 'gold'`
        yield* sql`
        INSERT INTO products (id, name, description, category, brand, price, original_price, image_url, external_id)
        VALUES (${mug}, 'Mug', '', 'Home', '', 5, 5, '/images/products/mug.svg', 'mug/1')`
        yield* sql`INSERT INTO warehouses (name, location, region) VALUES ('Main', 'Hamburg', 'east')`
        yield* sql`INSERT INTO delivery_areas (country, state, region) VALUES ('DE', '', 'east'), ('AT', '', 'west')`
        yield* sql`INSERT INTO carriers (name, speed_tier, base_rate) VALUES ('DHL', 'standard', 5)`
        yield* sql`
        INSERT INTO shipping_rates (carrier_id, region_from, region_to, price, days_min, days_max)
        SELECT id, 'east', 'east', 5, 1, 2 FROM carriers`
        assert.deepStrictEqual(yield* found(), [
          "note  ordering  no rate leads from a warehouse to west",
          "storefront import delivery <file>, with a record rate for each"
        ])
        yield* sql`DELETE FROM delivery_areas WHERE country = 'AT'`
        assert.deepStrictEqual(yield* found(), [
          "note  ordering  nothing is in stock where a rate leads to a customer",
          "storefront import inventory <file>"
        ])
        yield* sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity) SELECT id, ${mug}, 3 FROM warehouses`
        assert.deepStrictEqual(yield* found(), ["ok    ordering  customers can order"])
      })
    )

    it.effect("names goods that the link to the shop's own till cannot name, or not surely", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const byItems = { CHECKOUT_URL: "https://shop.example/cart/{items}" }
        yield* sql`DELETE FROM delivery_areas`
        assert.deepStrictEqual(yield* found(byItems), [
          "note  ordering  1 of 1 products have no checkout_key, so CHECKOUT_URL names them by your own keys, such as mug/1",
          "If your till does not know these: storefront import products <file>, with a column checkout_key"
        ])
        assert.deepStrictEqual(yield* found({ CHECKOUT_URL: "https://shop.example/cart?id={cart_id}" }), [
          "ok    ordering  customers can order at the till of CHECKOUT_URL"
        ])
        yield* sql`UPDATE products SET external_id = NULL`
        assert.include((yield* found(byItems))[0], "1 of 1 products have no key, so CHECKOUT_URL cannot name them")
        yield* sql`UPDATE products SET checkout_key = '40123'`
        assert.deepStrictEqual(yield* found(byItems), [
          "ok    ordering  customers can order at the till of CHECKOUT_URL"
        ])
      })
    )

    it.effect("names a database user who can neither migrate nor import", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rights = Effect.map(ShopDatabase.schema, (found) => found.filter(({ check }) => check === "rights"))
        assert.isEmpty(yield* rights)
        const asClerk = sql`CREATE ROLE clerk; GRANT ALL ON ALL TABLES IN SCHEMA public TO clerk; SET LOCAL ROLE clerk`
        const [limited] = yield* sql.withTransaction(Effect.zipRight(asClerk.raw, rights))
        assert.deepInclude(limited, {
          state: "note",
          text: "the database user may not create tables, as storefront import and migrate must"
        })
      }).pipe(Effect.provide(settings({})))
    )
  }
)

/** Findings on the locale, once products are searched in a language. */
const localeIn = Effect.fnUntraced(
  function* (language: string) {
    yield* SearchLanguage.follow(language)
    return (yield* ShopDatabase.schema)
      .filter(({ check }) => check === "locale")
      .map(({ state, text }) => [state, text])
  },
  Effect.provide(settings({}))
)

layer(TestDatabase.layer, { excludeTestServices: true })("in a locale with all letters, the doctor", (it) => {
  it.effect("finds nothing wrong with it", () =>
    Effect.gen(function* () {
      assert.isEmpty(yield* localeIn("de"))
      assert.isEmpty(yield* localeIn("ja"))
    })
  )
})

const url = inject("testDatabaseUrl")

if (url !== undefined) {
  const Localised = Layer.unwrapScoped(
    Effect.map(TestPostgres.createDatabase(url, "template0", TestPostgres.locales.C), (database) =>
      Layer.provideMerge(Migrations.layer, TestPostgres.layer(database.url))
    )
  )
  layer(Localised, { excludeTestServices: true })("in a locale of ASCII letters, the doctor", (it) => {
    it.effect("warns shops of other languages than English", () =>
      Effect.gen(function* () {
        assert.isEmpty(yield* localeIn("en-GB"))
        const warning = ["note", "the database's locale has no letters beyond ASCII, so misspelt names are not found"]
        assert.deepStrictEqual(yield* localeIn("de"), [warning])
        assert.deepStrictEqual(yield* localeIn("ja"), [warning])
      })
    )
  })
}
