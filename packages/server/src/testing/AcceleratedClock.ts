import { Clock, Duration, Effect } from "effect"

const systemClock = Clock.make()

/** Speeds up all waits and time limits of an effect. `TestClock` would have to be advanced after each wait begins. */
export const acceleratedBy = (factor: number) => {
  const clock: Clock.Clock = Object.assign(Object.create(systemClock), {
    sleep: (duration: Duration.Duration) => systemClock.sleep(Duration.unsafeDivide(duration, factor))
  })
  return Effect.withClock(clock)
}

/** Speeds up a program that waits for something external until its time limit, by a factor of 20. */
export const accelerated = acceleratedBy(20)
