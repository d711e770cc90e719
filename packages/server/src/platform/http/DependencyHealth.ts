import { FetchHttpClient, HttpClient } from "@effect/platform"
import { Clock, Context, Data, DateTime, Duration, Effect, Layer, Ref, Schema } from "effect"

/** Health of soft dependencies, without which a process still works: model, specialists, authorization server. */

export const State = Schema.Literal("ok", "degraded", "unknown")
export type State = typeof State.Type

export interface DependencyHealth {
  readonly state: State
  /** Time of the last change of state. */
  readonly since: DateTime.Utc
  /** Problem and remedy; null if there is nothing to report. */
  readonly reason: string | null
}

/** A dependency does not work. The message is public: the problem and a remedy, in whole sentences. */
export class Degraded extends Data.TaggedError("Degraded")<{ readonly message: string }> {}

/** Tracks the state of one dependency and the time of its last change. */
export interface HealthTracker {
  readonly current: Effect.Effect<DependencyHealth>
  readonly set: (state: State, reason?: string | null) => Effect.Effect<void>
}

/** Makes a tracker in the state `unknown`. */
export const makeHealthTracker: Effect.Effect<HealthTracker> = Effect.gen(function* () {
  const initial: DependencyHealth = { state: "unknown", since: yield* DateTime.now, reason: null }
  const tracked = yield* Ref.make(initial)
  return {
    current: Ref.get(tracked),
    set: (state, reason = null) =>
      Effect.flatMap(DateTime.now, (now) =>
        Ref.update(tracked, (before) =>
          before.state === state && before.reason === reason
            ? before
            : { state, reason, since: before.state === state ? before.since : now }
        )
      )
  }
})

/** Rules by which the outcomes of requests update a tracker. */
interface TrackingRules<E> {
  /** Returns the problem that will affect later requests, with a remedy; null if the failure has no such meaning. */
  readonly reasonFor: (failure: E) => string | null
  /** Duration from which an interrupted request counts as unanswered, which is reported as `timeoutReason`. */
  readonly timeout: Duration.DurationInput
  readonly timeoutReason: string
}

/** Updates a tracker with the outcome of each request. */
export const trackRequests =
  <E>(tracker: HealthTracker, { reasonFor, timeout, timeoutReason }: TrackingRules<E>) =>
  <A, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
      request.pipe(
        Effect.tapBoth({
          onFailure: (failure) => {
            const reason = reasonFor(failure)
            return reason === null ? Effect.void : tracker.set("degraded", reason)
          },
          onSuccess: () => tracker.set("ok")
        }),
        Effect.onInterrupt(() =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.when(tracker.set("degraded", timeoutReason), () => now - startedAt >= Duration.toMillis(timeout))
          )
        )
      )
    )

/** Lifetime of a cached check. */
const checkTtl = "5 seconds"

/** Time limits of a check: of the dependency itself, or of a service that in turn checks others. */
export const checkTimeout = { direct: "2 seconds", behind: "5 seconds" } as const

/** Makes a check of a dependency that runs on demand, at most every five seconds. */
export const cachedCheck = Effect.fnUntraced(function* <R>(
  check: Effect.Effect<void, Degraded, R>,
  limit: Duration.DurationInput = checkTimeout.direct
) {
  const tracker = yield* makeHealthTracker
  return yield* Effect.cachedWithTTL(
    check.pipe(
      Effect.disconnect,
      Effect.timeoutFail({
        duration: limit,
        onTimeout: () =>
          new Degraded({
            message: `It does not answer within ${Duration.format(Duration.decode(limit))}. Look into its log, or start it again.`
          })
      }),
      Effect.matchEffect({
        onFailure: ({ message }) => tracker.set("degraded", message),
        onSuccess: () => tracker.set("ok")
      }),
      Effect.zipRight(tracker.current)
    ),
    checkTtl
  )
})

/** Fails if nothing answers at an address, or it answers with a server error. */
export const checkReachable = (url: string, remedy: string) =>
  HttpClient.get(url).pipe(
    Effect.mapError(() => new Degraded({ message: `It cannot be reached. ${remedy}` })),
    Effect.flatMap(({ status }) =>
      status < 500 ? Effect.void : new Degraded({ message: `It is not ready (${status}). Look into its log.` })
    ),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer)
  )

/** Health of the model providers as observed in use, shared by all services of a process. */
export class ProviderHealth extends Context.Reference<ProviderHealth>()(
  "@storefront/server/platform/http/DependencyHealth/ProviderHealth",
  {
    // Trackers that nobody reads, for programs that do not report health.
    defaultValue: () => ({ model: Effect.runSync(makeHealthTracker), embeddings: Effect.runSync(makeHealthTracker) })
  }
) {
  static readonly layer = Layer.effect(this, Effect.all({ model: makeHealthTracker, embeddings: makeHealthTracker }))
}

/** Soft dependencies by name. */
export type DependencyHealths = Readonly<Record<string, Effect.Effect<DependencyHealth>>>

/** Soft dependencies that a service reports beside its own health. */
export class Dependencies extends Context.Reference<Dependencies>()(
  "@storefront/server/platform/http/DependencyHealth/Dependencies",
  {
    defaultValue: (): DependencyHealths => ({})
  }
) {}
