import { Clock, Effect, Layer } from "effect"

/**
 * A program for which it is always this time, in ISO 8601; what waits goes on as usual. For whatever has a socket: the
 * `TestClock` stands still for waiting, too.
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
