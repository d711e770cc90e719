import { assert, it } from "@effect/vitest"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { Array, Cause, Deferred, Effect, Exit, Fiber, FiberId, Ref, Scope } from "effect"
import * as SingleFlight from "../../../src/platform/limits/SingleFlight.ts"

/** Work that ends with the outcome of the test, how often it was begun, and some who wait for it. */
const flight = Effect.gen(function* () {
  const shared = yield* SingleFlight.make<string, string | DatabaseUnavailable>()
  const begun = yield* Ref.make(0)
  const started = yield* Effect.makeLatch()
  const outcome = yield* Deferred.make<string, string | DatabaseUnavailable>()
  const work = Effect.zipRight(
    Effect.zipRight(
      Ref.update(begun, (n) => n + 1),
      started.open
    ),
    Deferred.await(outcome)
  )
  const first = yield* Effect.fork(shared.share("key", work))
  yield* started.await
  const fall = Ref.updateAndGet(begun, (n) => n + 1).pipe(Effect.map((n) => `attempt ${n}`))
  const others = yield* Effect.forEach(Array.range(1, 5), () => Effect.fork(shared.share("key", fall)))
  yield* Effect.yieldNow()
  return { shared, begun, outcome, first, others }
})

it.scoped("an outcome is shared, and the next who asks begins anew", () =>
  Effect.gen(function* () {
    const { begun, first, others, outcome, shared } = yield* flight
    assert.strictEqual(yield* shared.share("other key", Effect.succeed("other")), "other")
    yield* Deferred.succeed(outcome, "done")
    assert.deepStrictEqual(
      yield* Effect.forEach([first, ...others], Fiber.join),
      Array.makeBy(6, () => "done")
    )
    assert.strictEqual(yield* begun, 1)
    assert.strictEqual(yield* shared.share("key", Effect.succeed("anew")), "anew")
  })
)

it.scoped("a failure is an outcome, too", () =>
  Effect.gen(function* () {
    const { begun, first, others, outcome } = yield* flight
    yield* Deferred.fail(outcome, "not found")
    const failures = yield* Effect.forEach([first, ...others], (fiber) => Effect.flip(Fiber.join(fiber)))
    assert.deepStrictEqual(
      failures,
      Array.makeBy(6, () => "not found")
    )
    assert.strictEqual(yield* begun, 1)
  })
)

for (const [end, cause] of [
  ["dies", Cause.die("lost")],
  ["loses the database", Cause.fail(new DatabaseUnavailable())],
  ["is interrupted", Cause.interrupt(FiberId.none)]
] as const) {
  it.scoped(`those who waited for work that ${end} try once more, together`, () =>
    Effect.gen(function* () {
      const { begun, first, others, outcome } = yield* flight
      yield* Deferred.failCause(outcome, cause)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(first)))
      assert.deepStrictEqual(
        yield* Effect.forEach(others, Fiber.join),
        Array.makeBy(5, () => "attempt 2")
      )
      assert.strictEqual(yield* begun, 2)
    })
  )
}

it.scoped("who asked first may go away, and nobody waits for what the program does not do any more", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { first, others, outcome } = yield* Scope.extend(flight, scope)
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(outcome, "done")
    assert.strictEqual(yield* Fiber.join(others[0]!), "done")

    const stopped = yield* Scope.make()
    const late = yield* Scope.extend(flight, stopped)
    yield* Scope.close(stopped, Exit.void)
    for (const fiber of [late.first, ...late.others]) {
      assert.isTrue(Exit.isInterrupted(yield* Fiber.await(fiber)))
    }
    assert.isTrue(Exit.isInterrupted(yield* Effect.exit(late.shared.share("key", Effect.succeed("late")))))
  })
)
