import { Clock, Duration, Effect } from "effect"

const usual = Clock.make()

const clock: Clock.Clock = Object.assign(Object.create(usual), {
  sleep: (duration: Duration.Duration) => usual.sleep(Duration.unsafeDivide(duration, 20))
})

/**
 * For what waits in vain for something outside: it gives up after a twentieth of its time. The `TestClock` would have to
 * know when the wait begins.
 */
export const quickly = Effect.withClock(clock)
