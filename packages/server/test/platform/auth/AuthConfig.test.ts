import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { authMode, bcryptCost, jwtSecret } from "../../../src/platform/config/AuthConfig.ts"
import { settings } from "../../../src/testing/Settings.ts"

const good = "3f9a1c07d2e84b56a0c9f7e1d4b82635"

const secretOf = (variables: Readonly<Record<string, string>>) =>
  Effect.map(jwtSecret, Redacted.value).pipe(Effect.provide(settings(variables)))

it.effect("takes a secret of 32 bytes", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* secretOf({ JWT_SECRET: good }), good)
    assert.strictEqual(yield* secretOf({ JWT_SECRET: good, AUTH_MODE: "local", AGENT_SHARED_SECRET: `${good}!` }), good)
  })
)

it.effect("refuses to start without a secret that is worth its name", () =>
  Effect.gen(function* () {
    const cases: ReadonlyArray<Readonly<Record<string, string>>> = [
      {},
      { JWT_SECRET: "" },
      { JWT_SECRET: good.slice(1) },
      { JWT_SECRET: "changeme-changeme-changeme-changeme" },
      { JWT_SECRET: "x".repeat(64) },
      { JWT_SECRET: good, AGENT_SHARED_SECRET: good }
    ]
    for (const variables of cases) {
      const text = String(yield* Effect.flip(secretOf(variables)))
      assert.include(text, "JWT_SECRET")
      for (const value of Object.values(variables).filter((each) => each !== "")) {
        assert.notInclude(text, value)
      }
    }
  })
)

it.effect("takes a simple secret on a developer's machine, but not none", () =>
  Effect.gen(function* () {
    const development = { ENVIRONMENT: "development" }
    assert.strictEqual(yield* secretOf({ ...development, JWT_SECRET: "secret" }), "secret")
    assert.include(String(yield* Effect.flip(secretOf(development))), "JWT_SECRET")
    assert.include(String(yield* Effect.flip(secretOf({ ...development, JWT_SECRET: "" }))), "JWT_SECRET")
  })
)

it.effect("knows two modes, and explains a third", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* authMode.pipe(Effect.provide(settings({}))), "local")
    assert.strictEqual(yield* authMode.pipe(Effect.provide(settings({ AUTH_MODE: "oauth" }))), "oauth")
    const error = yield* Effect.flip(authMode).pipe(Effect.provide(settings({ AUTH_MODE: "saml" })))
    assert.include(String(error), "must be local or oauth, for example local")
  })
)

it.effect("explains a cost that is none", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* bcryptCost.pipe(Effect.provide(settings({}))), 10)
    for (const BCRYPT_COST of ["3", "16", "ten", "10.5"]) {
      const error = yield* Effect.flip(bcryptCost).pipe(Effect.provide(settings({ BCRYPT_COST })))
      assert.include(String(error), "must be a whole number from 4 to 15, for example 10")
    }
  })
)
