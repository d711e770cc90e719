import { assert, it } from "@effect/vitest"
import { map } from "../src/CooperativeMap.ts"
import { Array, Clock, Duration, Effect } from "effect"

it.effect("lets others have their turn before work has gone on for long, and keeps the order", () =>
  Effect.gen(function* () {
    let now = 0
    const worked: Array<number> = []
    const clock: Clock.Clock = {
      ...Clock.make(),
      unsafeCurrentTimeMillis: () => now,
      sleep: (duration) =>
        Effect.sync(() => {
          assert.isTrue(Duration.equals(duration, Duration.zero))
          worked.push(now)
        })
    }
    const work = (item: number, index: number) => {
      now += 4
      return [item, index]
    }
    const done = yield* Effect.withClock(map(Array.range(10, 16), work), clock)
    assert.deepStrictEqual(done, [
      [10, 0],
      [11, 1],
      [12, 2],
      [13, 3],
      [14, 4],
      [15, 5],
      [16, 6]
    ])
    assert.deepStrictEqual(worked, [12, 24])
  })
)
