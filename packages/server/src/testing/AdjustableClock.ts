import { type Clock, Effect } from "effect"

/** Makes a clock whose time of day can be changed; sleeps and durations stay those of the current clock. */
export const make = Effect.map(Effect.clock, (currentClock) => {
  let offset = 0
  const clock: Clock.Clock = Object.assign(Object.create(currentClock), {
    currentTimeMillis: Effect.map(currentClock.currentTimeMillis, (millis) => millis + offset),
    unsafeCurrentTimeMillis: () => currentClock.unsafeCurrentTimeMillis() + offset
  })
  return {
    /** Moves the time of day by this many hours, back if negative. */
    step: (hours: number) =>
      Effect.sync(() => {
        offset += hours * 3_600_000
      }),
    within: Effect.withClock(clock)
  }
})
