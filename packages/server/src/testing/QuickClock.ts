import { Clock, Duration, Effect } from "effect"

const usual = Clock.make()

/** Speeds up all waits and time limits. `TestClock` would need to be advanced after each wait begins. */
export const faster = (factor: number) => {
  const clock: Clock.Clock = Object.assign(Object.create(usual), {
    sleep: (duration: Duration.Duration) => usual.sleep(Duration.unsafeDivide(duration, factor))
  })
  return Effect.withClock(clock)
}

/** Speeds up programs that only wait in vain for something external until they give up. */
export const quickly = faster(20)
