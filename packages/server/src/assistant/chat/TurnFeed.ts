import { applyEvent, initialState, type TurnEvent, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Deferred, Effect, Either, Fiber, Option, type Scope } from "effect"
import { type Conclusion } from "./Conclusion.ts"
import { type FollowerClosed, type FollowedTurn } from "./FollowedTurn.ts"
import { needsAcknowledgement } from "./StoredAnswer.ts"
import * as TurnReaders from "./TurnReaders.ts"

/** Events of one turn in the memory of its process, and their readers. */
export interface TurnFeed {
  readonly publish: (event: TurnEvent) => Effect.Effect<void>
  readonly state: Effect.Effect<TurnState>
  /** Number of events so far. */
  readonly count: Effect.Effect<number>
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

export const make = Effect.gen(function* () {
  const concluded = yield* Deferred.make<Conclusion>()
  const stopRequested = yield* Deferred.make<void>()
  const readers = yield* TurnReaders.make
  const events: Array<TurnEvent> = []
  let state = initialState

  const append = (event: TurnEvent) => {
    events.push(event)
    state = applyEvent(state, event)
    readers.offer(event)
  }

  const end = (last: ReadonlyArray<TurnEvent>, mustBeReceived: boolean) =>
    Effect.suspend(() => {
      last.forEach(append)
      return readers.end(mustBeReceived)
    })

  const feed: TurnFeed = {
    publish: (event) => Effect.sync(() => append(event)),
    state: Effect.sync(() => state),
    count: Effect.sync(() => events.length),
    eventsAfter: (count) => events.slice(count),
    end,
    conclude: (conclusion, last) =>
      Effect.zipRight(
        Deferred.succeed(concluded, conclusion),
        end(last, Option.exists(Either.getRight(conclusion), needsAcknowledgement))
      ),
    attend: readers.attend,
    close: (reason) => Effect.sync(() => readers.close(reason)),
    follow: readers.follow(() => state),
    receive: (turn) =>
      Effect.raceFirst(Deferred.await(concluded), Effect.zipRight(Fiber.join(turn), Deferred.await(concluded))).pipe(
        Effect.zipLeft(readers.confirmReceipt),
        Effect.interruptible
      ),
    isReceived: readers.isReceived,
    stop: Effect.asVoid(Deferred.succeed(stopRequested, undefined)),
    isStopped: Deferred.isDone(stopRequested),
    stopRequested: Deferred.await(stopRequested)
  }
  return feed
})
