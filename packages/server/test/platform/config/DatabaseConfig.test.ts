import { assert, describe, it } from "@effect/vitest"
import { type Config, ConfigProvider, Effect, Option, Redacted } from "effect"
import * as DatabaseConfig from "../../../src/platform/config/DatabaseConfig.ts"

const read = <A>(config: Config.Config<A>, settings: Record<string, string>) =>
  Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(settings))))

describe("the database configuration", () => {
  it.effect("is the embedded database with eight connections by default", () =>
    Effect.gen(function* () {
      const config = yield* read(DatabaseConfig.database, {})
      assert.deepStrictEqual(config, { url: Option.none(), poolMax: 8, dataDirectory: ".storefront" })
    })
  )

  it.effect("takes an address of PostgreSQL and keeps it out of every text", () =>
    Effect.gen(function* () {
      for (const url of ["postgres://shop:s3cret@localhost:5432/shop", "postgresql:///shop?host=/run/postgresql"]) {
        const config = yield* read(DatabaseConfig.database, { DATABASE_URL: url, DATABASE_POOL_MAX: "100" })
        assert.strictEqual(Redacted.value(Option.getOrThrow(config.url)), url)
        assert.strictEqual(config.poolMax, 100)
        assert.notInclude(JSON.stringify(config), "shop")
      }
    })
  )

  it.effect("names the setting, the rule and an example, never the value", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [Config.Config<unknown>, string, string, string]> = [
        [DatabaseConfig.database, "DATABASE_URL", "mysql://shop:s3cret@localhost/shop", "for example postgres://"],
        [DatabaseConfig.database, "DATABASE_URL", "s3cret", "for example postgres://"],
        [DatabaseConfig.database, "DATABASE_URL", "postgres://shop:s3cret%@localhost/shop", "percent-encoded"],
        [DatabaseConfig.database, "DATABASE_URL", "", "for example postgres://"],
        [DatabaseConfig.database, "DATABASE_POOL_MAX", "0", "from 1 to 100, for example 8"],
        [DatabaseConfig.database, "DATABASE_POOL_MAX", "101", "from 1 to 100, for example 8"],
        [DatabaseConfig.database, "DATABASE_POOL_MAX", "s3cret", "from 1 to 100, for example 8"],
        [DatabaseConfig.database, "DATABASE_POOL_MAX", "1.5", "from 1 to 100, for example 8"],
        [DatabaseConfig.dataDirectory, "STOREFRONT_DATA_DIR", " ", "for example .storefront"],
        [DatabaseConfig.embeddingDimensions, "EMBEDDING_DIMENSIONS", "2001", "from 1 to 2000, for example 384"]
      ]
      for (const [config, name, value, rule] of cases) {
        const text = String(yield* Effect.flip(read(config, { [name]: value })))
        assert.include(text, name)
        assert.include(text, rule)
        assert.notInclude(text, "s3cret")
      }
    })
  )
})
