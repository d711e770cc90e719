import { type Clock, Effect } from "effect"

/** A clock whose time of day can be set, over the one of the program that makes it: waits and durations stay as they are. */
export const make = Effect.map(Effect.clock, (usual) => {
  let offset = 0
  const clock: Clock.Clock = Object.assign(Object.create(usual), {
    currentTimeMillis: Effect.map(usual.currentTimeMillis, (millis) => millis + offset),
    unsafeCurrentTimeMillis: () => usual.unsafeCurrentTimeMillis() + offset
  })
  return {
    /** Sets the time of day forward by so many hours, or back by a negative number. */
    step: (hours: number) =>
      Effect.sync(() => {
        offset += hours * 3_600_000
      }),
    within: Effect.withClock(clock)
  }
})
