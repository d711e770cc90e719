import { Clock, Effect, Layer } from "effect"

/** Fixes a program's time of day, but not its sleeps, which `TestClock` would stop: needed with sockets. */
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
