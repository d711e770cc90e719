import { assert, it } from "@effect/vitest"
import { DateTime, Duration, Effect, TestClock } from "effect"
import * as StaleIfErrorCache from "../../../src/platform/limits/StaleIfErrorCache.ts"
import * as SteadyClock from "../../../src/platform/limits/SteadyClock.ts"
import { circuitBreaker } from "../../../src/platform/provider/CircuitBreaker.ts"
import { ProviderFailed } from "../../../src/platform/provider/ProviderFailed.ts"
import * as AdjustableClock from "../../../src/testing/AdjustableClock.ts"

/** Steps of the time of day that no duration may notice, in hours. */
const steps = [-5, 5] as const

for (const hours of steps) {
  const set = `when the time of day is set by ${hours} hours`

  it.effect(`a deadline stays as far away, and is told in the new time, ${set}`, () =>
    Effect.gen(function* () {
      const { step, within } = yield* AdjustableClock.make
      yield* within(
        Effect.gen(function* () {
          const deadline = yield* SteadyClock.deadlineIn("2 minutes")
          const elapsed = yield* SteadyClock.stopwatch
          yield* TestClock.adjust("30 seconds")
          yield* step(hours)
          assert.strictEqual(yield* elapsed, 30_000)
          assert.strictEqual(Duration.toSeconds(yield* SteadyClock.remaining(deadline)), 90)
          const told = yield* SteadyClock.toWallClock(deadline)
          assert.strictEqual(DateTime.distance(yield* DateTime.now, told), 90_000)
          assert.strictEqual(yield* SteadyClock.fromWallClock(told), deadline)
          yield* TestClock.adjust("2 minutes")
          assert.strictEqual(Duration.toSeconds(yield* SteadyClock.remaining(deadline)), 0)
        })
      )
    })
  )

  it.scoped(`what was read is fresh for as long as it is, ${set}`, () =>
    Effect.gen(function* () {
      const { step, within } = yield* AdjustableClock.make
      let readings = 0
      const known = yield* StaleIfErrorCache.make(
        Effect.sync(() => ++readings),
        { fresh: "10 minutes", coolDown: "30 seconds" }
      )
      yield* within(
        Effect.gen(function* () {
          yield* known.current
          yield* step(hours)
          assert.strictEqual(yield* known.current, 1)
          yield* TestClock.adjust("10 minutes")
          assert.strictEqual(yield* known.current, 2)
        })
      )
    })
  )

  it.effect(`a circuit is open for 30 seconds, ${set}`, () =>
    Effect.gen(function* () {
      const { step, within } = yield* AdjustableClock.make
      const breaker = yield* circuitBreaker
      let requests = 0
      const request = Effect.exit(
        breaker(
          Effect.suspend(() => {
            requests += 1
            return new ProviderFailed({ end: "unreachable" })
          })
        )
      )
      yield* within(
        Effect.gen(function* () {
          yield* Effect.repeatN(request, 5)
          yield* step(hours)
          yield* request
          assert.strictEqual(requests, 5)
          yield* TestClock.adjust("30 seconds")
          yield* request
          assert.strictEqual(requests, 6)
        })
      )
    })
  )
}
