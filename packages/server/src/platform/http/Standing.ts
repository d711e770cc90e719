import { FetchHttpClient, HttpClient } from "@effect/platform"
import { Clock, Context, Data, DateTime, Duration, Effect, Layer, Ref, Schema } from "effect"

/** Health of soft dependencies, without which a process still works: its model, its specialists, its issuer. */

export const State = Schema.Literal("ok", "degraded", "unknown")
export type State = typeof State.Type

export interface Standing {
  readonly state: State
  /** Time of the last change of state. */
  readonly since: DateTime.Utc
  /** Problem and remedy; null if there is nothing to report. */
  readonly reason: string | null
}

/** A dependency does not work. The message is a public sentence with a remedy. */
export class Degraded extends Data.TaggedError("Degraded")<{ readonly message: string }> {}

/** Keeps the current state of a dependency and the time since it holds. */
export interface Board {
  readonly current: Effect.Effect<Standing>
  readonly set: (state: State, reason?: string | null) => Effect.Effect<void>
}

/** Makes a board in the state `unknown`. */
export const makeBoard: Effect.Effect<Board> = Effect.gen(function* () {
  const initial: Standing = { state: "unknown", since: yield* DateTime.now, reason: null }
  const board = yield* Ref.make(initial)
  return {
    current: Ref.get(board),
    set: (state, reason = null) =>
      Effect.flatMap(DateTime.now, (now) =>
        Ref.update(board, (before) =>
          before.state === state && before.reason === reason
            ? before
            : { state, reason, since: before.state === state ? before.since : now }
        )
      )
  }
})

/** Rules by which requests update a board. */
interface Notes<E> {
  /** Returns a failure's meaning for later requests, with a remedy; null if it has none. */
  readonly told: (failure: E) => string | null
  /** Duration after which an interrupted request counts as unanswered. */
  readonly hangsAfter: Duration.DurationInput
  readonly hangs: string
}

/** Updates a board with the outcome of each request. */
export const noting =
  <E>(board: Board, { hangs, hangsAfter, told }: Notes<E>) =>
  <A, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
      request.pipe(
        Effect.tapBoth({
          onFailure: (failure) => {
            const reason = told(failure)
            return reason === null ? Effect.void : board.set("degraded", reason)
          },
          onSuccess: () => board.set("ok")
        }),
        Effect.onInterrupt(() =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            Effect.when(board.set("degraded", hangs), () => now - startedAt >= Duration.toMillis(hangsAfter))
          )
        )
      )
    )

/** Lifetime of a cached check. */
const timeToLive = "5 seconds"

/** Time limits of a check. Checking a service that itself checks others takes longer. */
export const patience = { direct: "2 seconds", behind: "5 seconds" } as const

/** Checks a dependency on demand, at most every five seconds. */
export const watch = Effect.fnUntraced(function* <R>(
  look: Effect.Effect<void, Degraded, R>,
  limit: Duration.DurationInput = patience.direct
) {
  const board = yield* makeBoard
  return yield* Effect.cachedWithTTL(
    look.pipe(
      Effect.disconnect,
      Effect.timeoutFail({
        duration: limit,
        onTimeout: () =>
          new Degraded({
            message: `It does not answer within ${Duration.format(Duration.decode(limit))}. Look into its log, or start it again.`
          })
      }),
      Effect.matchEffect({
        onFailure: ({ message }) => board.set("degraded", message),
        onSuccess: () => board.set("ok")
      }),
      Effect.zipRight(board.current)
    ),
    timeToLive
  )
})

/** Fails if nothing answers at an address, or only a server error. */
export const lookAt = (url: string, mend: string) =>
  HttpClient.get(url).pipe(
    Effect.mapError(() => new Degraded({ message: `It cannot be reached. ${mend}` })),
    Effect.flatMap(({ status }) =>
      status < 500 ? Effect.void : new Degraded({ message: `It is not ready (${status}). Look into its log.` })
    ),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer)
  )

/** Health of the model providers as observed in use, shared by all services of a process. */
export class Providers extends Context.Reference<Providers>()("@storefront/server/platform/http/Standing/Providers", {
  // Unobserved boards, for programs that do not report health.
  defaultValue: () => ({ model: Effect.runSync(makeBoard), embeddings: Effect.runSync(makeBoard) })
}) {
  static readonly layer = Layer.effect(this, Effect.all({ model: makeBoard, embeddings: makeBoard }))
}

/** Soft dependencies by name. */
export type Standings = Readonly<Record<string, Effect.Effect<Standing>>>

/** Soft dependencies that a service reports beside its own health. */
export class Dependencies extends Context.Reference<Dependencies>()(
  "@storefront/server/platform/http/Standing/Dependencies",
  {
    defaultValue: (): Standings => ({})
  }
) {}
