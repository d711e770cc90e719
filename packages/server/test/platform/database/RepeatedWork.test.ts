import { assert, it } from "@effect/vitest"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { Duration, Effect, Logger, TestClock } from "effect"
import { repeatedly } from "../../../src/platform/database/RepeatedWork.ts"

for (const [end, failed] of [
  ["a lost database", new DatabaseUnavailable()],
  ["a defect", Effect.dieMessage("no row")]
] as const) {
  it.scoped(`goes on after ${end}, and complains of it once until the work succeeds again`, () =>
    Effect.gen(function* () {
      let logged = 0
      const outcomes = [true, false, false, true, false]
      const done: Array<boolean> = []
      const work = Effect.suspend(() => {
        const isGood = outcomes[done.length] ?? true
        done.push(isGood)
        return isGood ? Effect.void : failed
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
}
