import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { shopIdentity } from "../../../src/platform/config/ShopIdentityConfig.ts"
import { settings } from "../../../src/testing/Settings.ts"

const secret = "b7d0c2a94e15f86370c9e1b2d4a8f653"
const jwksUrl = "https://shop.example/keys"

const read = (variables: Readonly<Record<string, string>>) => Effect.provide(shopIdentity, settings(variables))

describe("the shop's keys", () => {
  it.effect("are a secret, an address, both or none", () =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone(yield* read({})))
      for (const [variables, expected] of [
        [{ SHOP_IDENTITY_SECRET: secret }, [secret, null]],
        [{ SHOP_IDENTITY_JWKS_URL: jwksUrl }, [null, jwksUrl]],
        [{ SHOP_IDENTITY_SECRET: secret, SHOP_IDENTITY_JWKS_URL: jwksUrl }, [secret, jwksUrl]]
      ] as const) {
        const keys = Option.getOrThrow(yield* read(variables))
        const given = Option.getOrNull(Option.map(keys.secret, Redacted.value))
        assert.deepStrictEqual([given, Option.getOrNull(keys.jwksUrl)], [...expected])
      }
    })
  )

  it.effect("must be usable, and not ours", () =>
    Effect.gen(function* () {
      for (const [variables, rule] of [
        [{ SHOP_IDENTITY_SECRET: secret.slice(1) }, "must be at least 32 random bytes"],
        [{ SHOP_IDENTITY_SECRET: "x".repeat(40) }, "must be at least 32 random bytes"],
        [{ SHOP_IDENTITY_SECRET: secret, JWT_SECRET: secret }, "must be another secret than JWT_SECRET"],
        [{ SHOP_IDENTITY_JWKS_URL: "ftp://shop.example/keys" }, "must be a web address"]
      ] as const) {
        const text = String(yield* Effect.flip(read(variables)))
        assert.include(text, rule)
        assert.notInclude(text, secret)
      }
    })
  )
})
