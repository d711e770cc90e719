import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, TestClock } from "effect"
import * as RunningTurns from "../../../src/assistant/agent/RunningTurns.ts"

it.effect("has room for so many turns at a time", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const turns = yield* RunningTurns.make(1)
      const end = yield* Deferred.make<string>()
      const first = yield* turns.start(Deferred.await(end))
      assert.strictEqual((yield* Effect.flip(turns.start(Effect.void)))._tag, "TooManyTurns")
      yield* Deferred.succeed(end, "done")
      assert.strictEqual(yield* Fiber.join(first), "done")
      assert.strictEqual(yield* Effect.flatMap(turns.start(Effect.succeed("next")), Fiber.join), "next")
    })
  )
)

it.effect("a turn can be interrupted even when it was started by somebody who cannot", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const turns = yield* RunningTurns.make(1)
      const turn = yield* Effect.uninterruptible(turns.start(Effect.never))
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(turn)))
    })
  )
)

it.scoped("at the end lets turns finish for half a minute, then interrupts them, and starts no more", () =>
  Effect.gen(function* () {
    const turns = yield* RunningTurns.make(9)
    const short = yield* turns.start(Effect.as(Effect.sleep("20 seconds"), "done"))
    const endless = yield* turns.start(Effect.never)
    yield* turns.accepting
    const draining = yield* Effect.fork(Effect.uninterruptible(turns.drain))
    yield* TestClock.adjust("29 seconds")
    assert.strictEqual((yield* Effect.flip(turns.accepting))._tag, "TooManyTurns")
    assert.strictEqual((yield* Effect.flip(turns.start(Effect.void)))._tag, "TooManyTurns")
    assert.strictEqual(yield* Fiber.join(short), "done")
    assert.strictEqual((yield* Fiber.poll(endless))._tag, "None")
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(draining)
    assert.isTrue(Exit.isInterrupted(yield* Fiber.await(endless)))
  })
)
