import { assert, it } from "@effect/vitest"
import { Duration, Effect, Logger, TestClock } from "effect"
import { repeatedly } from "../../../src/platform/database/Sweep.ts"

it.scoped("goes on after a failure, and complains of it once until the work succeeds again", () =>
  Effect.gen(function* () {
    let logged = 0
    const outcomes = [true, false, false, true, false]
    const done: Array<boolean> = []
    const work = Effect.suspend(() => {
      const isGood = outcomes[done.length] ?? true
      done.push(isGood)
      return isGood ? Effect.void : Effect.dieMessage("no database")
    })
    const logger = Logger.make(() => {
      logged += 1
    })
    yield* Effect.provide(
      repeatedly(work, Duration.seconds(2), "Not swept"),
      Logger.replace(Logger.defaultLogger, logger)
    )
    yield* TestClock.adjust("20 seconds")
    assert.deepStrictEqual(done.slice(0, outcomes.length), outcomes)
    assert.strictEqual(logged, 2)
  })
)
