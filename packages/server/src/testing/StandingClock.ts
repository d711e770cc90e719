import { Clock, Effect, Layer } from "effect"

/**
 * Fixes a program's time of day at an ISO 8601 time, while sleeps take their usual time. Needed with sockets, because
 * `TestClock` stops sleeps as well.
 */
export const at = (iso: string) => {
  const millis = Date.parse(iso)
  const nanos = BigInt(millis) * 1_000_000n
  const clock: Clock.Clock = Object.assign(Object.create(Clock.make()), {
    currentTimeMillis: Effect.succeed(millis),
    unsafeCurrentTimeMillis: () => millis,
    currentTimeNanos: Effect.succeed(nanos),
    unsafeCurrentTimeNanos: () => nanos
  })
  return Layer.setClock(clock)
}
