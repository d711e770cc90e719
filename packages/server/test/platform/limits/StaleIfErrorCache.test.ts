import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option, TestClock } from "effect"
import * as StaleIfErrorCache from "../../../src/platform/limits/StaleIfErrorCache.ts"

const options = { fresh: "10 minutes", coolDown: "30 seconds" } as const

/** Something that counts how often it is read, and can be broken. */
const source = () => {
  const state = { readings: 0, isBroken: false }
  const read = Effect.suspend(() => {
    state.readings += 1
    return state.isBroken ? Effect.fail("broken" as const) : Effect.succeed(state.readings)
  })
  return { state, read }
}

it.scoped("reads a value once, until it is not fresh any more", () =>
  Effect.gen(function* () {
    const { read, state } = source()
    const known = yield* StaleIfErrorCache.make(read, options)
    assert.strictEqual(state.readings, 0)
    assert.deepStrictEqual(yield* Effect.all([known.current, known.current], { concurrency: 2 }), [1, 1])
    yield* TestClock.adjust("9 minutes")
    assert.strictEqual(yield* known.current, 1)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* known.current, 2)
  })
)

it.scoped("keeps the last value when reading fails, and tries again later", () =>
  Effect.gen(function* () {
    const { read, state } = source()
    const known = yield* StaleIfErrorCache.make(read, options)
    yield* known.current
    state.isBroken = true
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* Effect.all([known.current, known.current]), [1, 1])
    assert.strictEqual(state.readings, 2)
    state.isBroken = false
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual(yield* known.current, 3)
  })
)

it.scoped("fails only while there is no value, and tries every time", () =>
  Effect.gen(function* () {
    const { read, state } = source()
    const known = yield* StaleIfErrorCache.make(read, options)
    state.isBroken = true
    assert.strictEqual(yield* Effect.flip(known.current), "broken")
    state.isBroken = false
    assert.strictEqual(yield* known.current, 2)
  })
)

it.scoped("reads a newer value at once, but not again and again", () =>
  Effect.gen(function* () {
    const { read, state } = source()
    const known = yield* StaleIfErrorCache.make(read, options)
    assert.strictEqual(yield* known.current, 1)
    assert.deepStrictEqual(yield* known.newerThan(1), Option.some(2))
    assert.deepStrictEqual(yield* known.newerThan(1), Option.some(2))
    assert.deepStrictEqual(yield* known.newerThan(2), Option.none())
    assert.strictEqual(state.readings, 2)
    yield* TestClock.adjust("30 seconds")
    state.isBroken = true
    assert.deepStrictEqual(yield* known.newerThan(2), Option.none())
    assert.strictEqual(yield* known.current, 2)
  })
)

it.scoped("lets everybody wait for the newer value that is being read", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<number>()
    let value: Effect.Effect<number> = Effect.succeed(1)
    const known = yield* StaleIfErrorCache.make(
      Effect.suspend(() => value),
      options
    )
    yield* known.current
    value = Deferred.await(gate)
    const waiting = yield* Effect.fork(Effect.all([known.newerThan(1), known.newerThan(1)], { concurrency: 2 }))
    yield* Effect.yieldNow()
    yield* Deferred.succeed(gate, 2)
    assert.deepStrictEqual(yield* Fiber.join(waiting), [Option.some(2), Option.some(2)])
  })
)

it.scoped("does not let whoever has a value wait long for a fresher one, which is used once it is there", () =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<number>()
    let readings = 0
    let value: Effect.Effect<number> = Effect.succeed(1)
    const known = yield* StaleIfErrorCache.make(
      Effect.suspend(() => {
        readings += 1
        return value
      }),
      { ...options, patience: "1 second" }
    )
    yield* known.current
    value = Deferred.await(gate)
    yield* TestClock.adjust("10 minutes")
    const waiting = yield* Effect.fork(known.current)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(waiting), 1)
    assert.deepStrictEqual([yield* known.current, readings], [1, 2])
    yield* Deferred.succeed(gate, 2)
    yield* Effect.yieldNow()
    assert.deepStrictEqual([yield* known.current, readings], [2, 2])
  })
)
