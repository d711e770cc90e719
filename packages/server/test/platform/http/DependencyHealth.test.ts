import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Ref, TestClock } from "effect"
import * as DependencyHealth from "../../../src/platform/http/DependencyHealth.ts"

const notes = {
  reasonFor: (failure: string) => (failure === "busy" ? null : `It ${failure}.`),
  timeout: "2 seconds",
  timeoutReason: "It hangs."
} as const

describe("what a process can be without", () => {
  it.effect("stands as its last request says, since that began to be so", () =>
    Effect.gen(function* () {
      const board = yield* DependencyHealth.makeHealthTracker
      const noting = DependencyHealth.trackRequests<string>(board, notes)
      const said = Effect.map(board.current, ({ reason, since, state }) => [
        state,
        reason,
        DateTime.toEpochMillis(since)
      ])
      assert.deepStrictEqual(yield* said, ["unknown", null, 0])
      yield* TestClock.adjust("1 second")
      yield* Effect.flip(noting(Effect.fail("fails")))
      yield* TestClock.adjust("1 second")
      yield* Effect.flip(noting(Effect.fail("refuses")))
      yield* Effect.flip(noting(Effect.fail("busy")))
      assert.deepStrictEqual(yield* said, ["degraded", "It refuses.", 1000])
      yield* noting(Effect.void)
      assert.deepStrictEqual(yield* said, ["ok", null, 2000])
    })
  )

  it.effect("hangs when it was given up after a while, and not when it was given up at once", () =>
    Effect.gen(function* () {
      const board = yield* DependencyHealth.makeHealthTracker
      const noting = DependencyHealth.trackRequests<string>(board, notes)
      const givenUpAfter = (seconds: number) =>
        Effect.gen(function* () {
          const request = yield* Effect.fork(noting(Effect.never))
          yield* Effect.yieldNow()
          yield* TestClock.adjust(seconds * 1000)
          yield* Fiber.interrupt(request)
          return (yield* board.current).state
        })
      assert.strictEqual(yield* givenUpAfter(1), "unknown")
      assert.strictEqual(yield* givenUpAfter(2), "degraded")
    })
  )

  it.effect("is looked at once in five seconds, however often it is asked about", () =>
    Effect.gen(function* () {
      const looks = yield* Ref.make(0)
      const watched = yield* DependencyHealth.cachedCheck(Ref.update(looks, (count) => count + 1))
      yield* watched
      yield* watched
      assert.strictEqual(yield* Ref.get(looks), 1)
      yield* TestClock.adjust("6 seconds")
      yield* watched
      assert.strictEqual(yield* Ref.get(looks), 2)
    })
  )
})
