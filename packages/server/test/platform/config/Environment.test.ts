import { assert, it } from "@effect/vitest"
import { Config, Effect, Option } from "effect"
import { database } from "../../../src/platform/config/DatabaseConfig.ts"
import * as Environment from "../../../src/platform/config/Environment.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { environment } from "../../../src/platform/config/AuthConfig.ts"

it.effect("a variable that is set to nothing is not set", () =>
  Effect.gen(function* () {
    const read = <A>(config: Config.Config<A>) =>
      Effect.withConfigProvider(
        config,
        Environment.fromVariables({ DATABASE_URL: "", STOREFRONT_DATA_DIR: "", NOT_THERE: undefined, HOST: "0.0.0.0" })
      )
    const { dataDirectory, url } = yield* read(database)
    assert.deepStrictEqual([dataDirectory, url], [".storefront", Option.none()])
    assert.strictEqual(yield* read(Config.string("HOST")), "0.0.0.0")
    assert.deepStrictEqual(yield* read(Config.option(Config.string("NOT_THERE"))), Option.none())
  })
)

it.effect("what a deployment is for is one of four words", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* Effect.provide(environment, settings({})), "production")
    assert.strictEqual(yield* Effect.provide(environment, settings({ ENVIRONMENT: "staging" })), "staging")
    const refused = yield* Effect.flip(Effect.provide(environment, settings({ ENVIRONMENT: "developement" })))
    assert.include(String(refused), "must be production, staging, test or development")
  })
)
