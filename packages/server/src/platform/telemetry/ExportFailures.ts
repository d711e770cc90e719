import { Clock, Context, Duration, Effect, FiberSet, Layer, Ref } from "effect"

/** Interval between warnings about telemetry that was not delivered. */
const warningInterval = Duration.minutes(1)

/** Warns of telemetry that could not be exported, at most once a minute for all services of a process. */
export class ExportFailures extends Context.Tag("@storefront/server/platform/telemetry/ExportFailures")<
  ExportFailures,
  {
    /** For callers outside of Effect. */
    readonly report: (signal: string, reason: string) => void
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const nextWarningAt = yield* Ref.make(0n)
      const run = yield* FiberSet.makeRuntime<never>()
      const warn = Effect.fnUntraced(function* (signal: string, reason: string) {
        const now = yield* Clock.currentTimeNanos
        const mayWarn = yield* Ref.modify(nextWarningAt, (until) =>
          now < until ? [false, until] : [true, now + Duration.unsafeToNanos(warningInterval)]
        )
        if (mayWarn) {
          yield* Effect.annotateLogs(Effect.logWarning("Telemetry was not delivered"), { signal, reason })
        }
      })
      return {
        report: (signal: string, reason: string) => {
          run(warn(signal, reason))
        }
      }
    })
  )
}
