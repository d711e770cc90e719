import { assert, it } from "@effect/vitest"
import { Account, type LogIn, Session } from "@storefront/domain/api/AuthApi"
import { Email } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { LogInAttempts } from "../../../src/shop/accounts/LogInAttempts.ts"
import { Sessions } from "../../../src/shop/accounts/Sessions.ts"
import { RateLimits } from "../../../src/platform/limits/RateLimits.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ada } from "../../../src/testing/SmallShop.ts"

const form = (email: string): LogIn => ({ email, password: Redacted.make("secret") })

const session = new Session({
  access_token: "a",
  refresh_token: "r",
  user: new Account({ ...ada, role: "customer", loyalty_tier: "bronze", total_spend: Money.make(0) })
})

/** Passwords of Ada are checked when `isChecked` says so, those of others at once. */
const layerOf = (isChecked: Deferred.Deferred<void>, counts: { checks: number }) =>
  LogInAttempts.layer.pipe(
    Layer.provide([
      Layer.mock(Sessions, {
        signUp: () =>
          Effect.sync(() => counts.checks++).pipe(Effect.zipRight(Deferred.await(isChecked)), Effect.as(session)),
        logIn: ({ email }) =>
          Effect.sync(() => counts.checks++).pipe(
            Effect.zipRight(email === "ada@example.com" ? Deferred.await(isChecked) : Effect.void),
            Effect.as(session)
          )
      }),
      Layer.mock(RateLimits, { check: () => Effect.void, hit: () => Effect.void })
    ]),
    Layer.provide(settings({}))
  )

it.effect("many log-ins of one account at once are checked a few at a time, and hold up nobody else", () =>
  Effect.gen(function* () {
    const isChecked = yield* Deferred.make<void>()
    const counts = { checks: 0 }
    yield* Effect.gen(function* () {
      const { logIn } = yield* LogInAttempts
      const attempts = yield* Effect.replicateEffect(Effect.fork(logIn("203.0.113.1", form("ada@example.com"))), 140)
      yield* Effect.yieldNow({ priority: 1 })
      assert.strictEqual(counts.checks, 2)
      assert.strictEqual(yield* logIn("203.0.113.1", form("bob@example.com")), session)
      yield* Deferred.succeed(isChecked, undefined)
      const exits = yield* Effect.forEach(attempts, Fiber.await)
      assert.lengthOf(exits.filter(Exit.isSuccess), 34)
      const refusals = yield* Effect.forEach(exits.filter(Exit.isFailure), (exit) => Effect.flip(exit))
      assert.isTrue(refusals.every(({ _tag }) => _tag === "TooManyRequests"))
      // What waited is gone: the next one is checked.
      assert.strictEqual(yield* logIn("203.0.113.1", form("ada@example.com")), session)
    }).pipe(Effect.provide(layerOf(isChecked, counts)))
  })
)

it.effect("sign-ups of one address wait behind its log-ins, and hold up nobody else", () =>
  Effect.gen(function* () {
    const isChecked = yield* Deferred.make<void>()
    const counts = { checks: 0 }
    yield* Effect.gen(function* () {
      const { logIn, signUp } = yield* LogInAttempts
      const newcomer = { ...form("new@example.com"), email: Email.make("new@example.com"), name: "New" }
      const attempts = yield* Effect.replicateEffect(Effect.fork(signUp("203.0.113.1", newcomer)), 20)
      yield* Effect.yieldNow({ priority: 1 })
      assert.strictEqual(counts.checks, 8)
      assert.strictEqual(yield* logIn("203.0.113.2", form("bob@example.com")), session)
      yield* Deferred.succeed(isChecked, undefined)
      const exits = yield* Effect.forEach(attempts, Fiber.await)
      assert.isTrue(exits.every(Exit.isSuccess))
    }).pipe(Effect.provide(layerOf(isChecked, counts)))
  })
)
