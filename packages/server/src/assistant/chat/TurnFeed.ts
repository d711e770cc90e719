import { applyEvent, initialState, type TurnEvent, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Chunk, Deferred, Effect, Either, Fiber, Option, type Scope, Stream } from "effect"
import { type Conclusion } from "./Conclusion.ts"
import { FollowerClosed, type FollowedTurn } from "./FollowedTurn.ts"
import { needsAcknowledgement } from "./StoredAnswer.ts"

/** Bytes of events that a reader may be behind. */
const maxBehind = 262_144

/** Events of one turn in the memory of its process, and their readers. */
export interface TurnFeed {
  readonly publish: (event: TurnEvent) => Effect.Effect<void>
  readonly state: Effect.Effect<TurnState>
  /** Returns the events after the first `count`. */
  readonly eventsAfter: (count: number) => ReadonlyArray<TurnEvent>
  /** Ends the turn with its last events. `mustBeReceived` if it matters to know that a reader got them. */
  readonly end: (last: ReadonlyArray<TurnEvent>, mustBeReceived: boolean) => Effect.Effect<void>
  /** Ends the turn, and hands the conclusion to those that wait for it. */
  readonly conclude: (conclusion: Conclusion, last: ReadonlyArray<TurnEvent>) => Effect.Effect<void>
  /** Closes all readers that have not got the end. */
  readonly close: (reason: FollowerClosed["reason"]) => Effect.Effect<void>
  /** Follows the turn as a reader, until the scope closes. */
  readonly follow: Effect.Effect<FollowedTurn, never, Scope.Scope>
  /** Counts as a reader until the scope closes, for one that does not follow yet. */
  readonly attend: Effect.Effect<void, never, Scope.Scope>
  /** Waits for the conclusion, or for the failure of a turn that ends without one. Always interruptible. */
  readonly receive: <E>(turn: Fiber.Fiber<unknown, E>) => Effect.Effect<Conclusion, E>
  /** Waits until a reader has got the end, or all have left. True if one got it. */
  readonly isReceived: Effect.Effect<boolean>
  /** Asks the turn to stop. */
  readonly stop: Effect.Effect<void>
  readonly isStopped: Effect.Effect<boolean>
  /** Waits until somebody asks the turn to stop. */
  readonly stopRequested: Effect.Effect<void>
}

/** Yields to the event loop for several rounds, so that pending socket-close events are handled. */
const handlePendingEvents = Effect.repeatN(
  Effect.async<void>((resume) => {
    setImmediate(() => resume(Effect.void))
  }),
  4
)

export const make = Effect.gen(function* () {
  const concluded = yield* Deferred.make<Conclusion>()
  const received = yield* Deferred.make<boolean>()
  const stopRequested = yield* Deferred.make<void>()
  const events: Array<TurnEvent> = []
  /** Sizes of events by index, measured once a reader needs them. */
  const sizes: Array<number> = []
  const sleepers = new Set<() => void>()
  let state = initialState
  let readers = 0
  let mustBeReceived = false
  let closed: FollowerClosed | null = null

  const append = (event: TurnEvent) => {
    events.push(event)
    state = applyEvent(state, event)
  }

  const sizeOf = (event: TurnEvent, index: number) => (sizes[index] ??= JSON.stringify(event).length)

  const wake = () => {
    const woken = [...sleepers]
    sleepers.clear()
    woken.forEach((resume) => resume())
  }

  const publish = (event: TurnEvent) =>
    Effect.sync(() => {
      append(event)
      wake()
    })

  /** Waits for events after the first `count`. */
  const waitFor = (count: number) =>
    Effect.async<void>((resume) => {
      const go = () => resume(Effect.void)
      if (events.length > count || closed !== null) {
        return go()
      }
      sleepers.add(go)
      return Effect.sync(() => sleepers.delete(go))
    })

  const leave = Effect.suspend(() => {
    readers -= 1
    return readers === 0 && state.end !== null ? Deferred.succeed(received, false) : Effect.void
  })
  const attend = Effect.acquireRelease(
    Effect.sync(() => {
      readers += 1
    }),
    () => leave
  )

  /** Confirms that a reader got the end, unless its connection turns out to be closed. */
  const confirmReceipt = Effect.suspend(() => (mustBeReceived ? handlePendingEvents : Effect.void)).pipe(
    Effect.zipRight(Deferred.succeed(received, true))
  )

  /** Pulls the events after a state. A pull after the end confirms that the end was passed on. */
  const pullsAfter = (from: TurnState) => {
    let position = from.events
    return Effect.gen(function* () {
      if (position === events.length && state.end !== null) {
        yield* confirmReceipt
        return yield* Effect.fail(Option.none())
      }
      yield* waitFor(position)
      if (closed !== null) {
        return yield* Effect.fail(Option.some(closed))
      }
      const next = events.slice(position)
      const behind = next.reduce((size, event, index) => size + sizeOf(event, position + index), 0)
      if (behind > maxBehind) {
        return yield* Effect.fail(Option.some(new FollowerClosed({ reason: "slow" })))
      }
      position = events.length
      return Chunk.unsafeFromArray(next)
    })
  }

  const end = (last: ReadonlyArray<TurnEvent>, isImportant: boolean) =>
    Effect.suspend(() => {
      mustBeReceived = isImportant
      last.forEach(append)
      wake()
      return readers === 0 ? Deferred.succeed(received, false) : Effect.void
    })

  const feed: TurnFeed = {
    publish,
    state: Effect.sync(() => state),
    eventsAfter: (count) => events.slice(count),
    end,
    conclude: (conclusion, last) =>
      Effect.zipRight(
        Deferred.succeed(concluded, conclusion),
        end(last, Option.exists(Either.getRight(conclusion), needsAcknowledgement))
      ),
    attend,
    close: (reason) =>
      Effect.sync(() => {
        closed = new FollowerClosed({ reason })
        wake()
      }),
    follow: Effect.map(attend, (): FollowedTurn => ({
      state,
      events: Stream.repeatEffectChunkOption(pullsAfter(state))
    })),
    receive: (turn) =>
      Effect.raceFirst(Deferred.await(concluded), Effect.zipRight(Fiber.join(turn), Deferred.await(concluded))).pipe(
        Effect.zipLeft(confirmReceipt),
        Effect.interruptible
      ),
    isReceived: Deferred.await(received),
    stop: Effect.asVoid(Deferred.succeed(stopRequested, undefined)),
    isStopped: Deferred.isDone(stopRequested),
    stopRequested: Deferred.await(stopRequested)
  }
  return feed
})
