import { FetchHttpClient, HttpClient } from "@effect/platform"
import { Clock, Context, Data, DateTime, Duration, Effect, Layer, Ref, Schema } from "effect"

/** The standing of what a process works with and can be without: its model, its specialists, its issuer. */

export const State = Schema.Literal("ok", "degraded", "unknown")
export type State = typeof State.Type

export interface Standing {
  readonly state: State
  /** When it came to that. */
  readonly since: DateTime.Utc
  /** What is wrong and how to mend it; null where nothing is to be said. */
  readonly reason: string | null
}

/** Something does not do what it is needed for. The message is a sentence with its mend and goes to anybody. */
export class Degraded extends Data.TaggedError("Degraded")<{ readonly message: string }> {}

/** Remembers a standing, and since when it is so. */
export interface Board {
  readonly current: Effect.Effect<Standing>
  readonly set: (state: State, reason?: string | null) => Effect.Effect<void>
}

/** A board on which nothing is known yet. */
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

/** How a board is told of requests. */
interface Notes<E> {
  /** What a failure says about the requests after it, with its mend; null where that is nothing. */
  readonly told: (failure: E) => string | null
  /** A request that was given up after this long says that nobody answers. */
  readonly hangsAfter: Duration.DurationInput
  readonly hangs: string
}

/** Notes on a board how each request ends. */
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

/** How long a look at something counts. */
const timeToLive = "5 seconds"

/** How long a look may take. Whoever looks at a service that itself looks at others waits longer than that. */
export const patience = { direct: "2 seconds", behind: "5 seconds" } as const

/** Looks at something when it is asked for, and at most every five seconds. */
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

/** Fails where nothing answers at an address, or only with a fault of the server. */
export const lookAt = (url: string, mend: string) =>
  HttpClient.get(url).pipe(
    Effect.mapError(() => new Degraded({ message: `It cannot be reached. ${mend}` })),
    Effect.flatMap(({ status }) =>
      status < 500 ? Effect.void : new Degraded({ message: `It is not ready (${status}). Look into its log.` })
    ),
    Effect.scoped,
    Effect.provide(FetchHttpClient.layer)
  )

/** What is heard of the providers while they are worked with; one for all services of a process. */
export class Providers extends Context.Reference<Providers>()("@storefront/server/platform/http/Standing/Providers", {
  // Nobody looks at these.
  defaultValue: () => ({ model: Effect.runSync(makeBoard), embeddings: Effect.runSync(makeBoard) })
}) {
  static readonly layer = Layer.effect(this, Effect.all({ model: makeBoard, embeddings: makeBoard }))
}

/** By name, what a service tells about beside its own health. */
export type Standings = Readonly<Record<string, Effect.Effect<Standing>>>

/** What a service needs and can be without. */
export class Dependencies extends Context.Reference<Dependencies>()(
  "@storefront/server/platform/http/Standing/Dependencies",
  {
    defaultValue: (): Standings => ({})
  }
) {}
