import { Clock, Duration, Effect } from "effect"

const usual = Clock.make()

/** All waits and limits pass so many times as fast. The `TestClock` would have to know when they begin. */
export const faster = (factor: number) => {
  const clock: Clock.Clock = Object.assign(Object.create(usual), {
    sleep: (duration: Duration.Duration) => usual.sleep(Duration.unsafeDivide(duration, factor))
  })
  return Effect.withClock(clock)
}

/** For what waits in vain for something outside, and has nothing else to do: it gives up soon. */
export const quickly = faster(20)
