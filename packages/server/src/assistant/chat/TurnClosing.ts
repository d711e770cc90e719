import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Card } from "@storefront/domain/turn/TurnEvents"
import { Duration, Effect, Either, Exit, Fiber, Option } from "effect"
import * as BackgroundRetry from "../../platform/database/BackgroundRetry.ts"
import { type Admission, briefWait } from "./Admission.ts"
import { needsAcknowledgement } from "./StoredAnswer.ts"
import * as TurnEnding from "./TurnEnding.ts"
import { type TurnFeed } from "./TurnFeed.ts"
import { type Concluded, type EndedTurn, type RecordedTurn, TurnRecord } from "./TurnRecord.ts"
import { TurnStates } from "./TurnStates.ts"

/** Maximum wait for an answer to be stored. After it the customer gets an error, and finds the answer later. */
const maxStoreWait = Duration.seconds(20)

/** Maximum wait for a reader to get the end. After it the conversation is free, and the answer counts as unheard. */
const maxReceiptWait = Duration.seconds(5)

/** Steps that determine the outcome of a turn. */
export interface Outcome {
  /** Makes the writes of the turn final and known. */
  readonly settle: Effect.Effect<void, DatabaseUnavailable>
  /** Reads the cards of the answer; to be run after `settle`, outside the transaction that stores the answer. */
  readonly cards: Effect.Effect<ReadonlyArray<Card>>
  /** Derives the outcome from the turn's writes; to be run after `settle`. */
  readonly conclude: (cards: ReadonlyArray<Card>) => Effect.Effect<Concluded, DatabaseUnavailable>
}

const notStored: RecordedTurn = { conclusion: Either.left("unavailable"), shown: [] }

/** Builds the function that stores the end of a turn and tells its readers. It returns once the lease is released. */
export const make = Effect.fnUntraced(function* (admission: Admission) {
  const outlasting = yield* BackgroundRetry.make
  const record = yield* TurnRecord
  const states = yield* TurnStates

  return Effect.fnUntraced(function* (endedTurn: EndedTurn, { cards, conclude, settle }: Outcome, feed: TurnFeed) {
    const { report, turn } = endedTurn
    const storing = yield* outlasting.start(
      Effect.flatMap(Effect.zipRight(settle, cards), (cards) => record.end(endedTurn, conclude(cards)))
    )
    const storingExit = Fiber.await(storing)
    const exitInTime = yield* outlasting.wait(storingExit, maxStoreWait)
    const inTime = Option.filter(exitInTime, Exit.isSuccess)
    const recorded = Option.match(inTime, { onNone: () => notStored, onSome: ({ value }) => value })
    const ended = yield* TurnEnding.ofRecorded(recorded, report)
    yield* feed.conclude(recorded.conclusion, TurnEnding.eventsTo(ended, yield* feed.state))
    /** Lets others have the conversation. */
    const finish = Effect.fnUntraced(function* (exit: Effect.Effect.Success<typeof storingExit>) {
      if (Exit.isFailure(exit)) {
        yield* Effect.logError("A chat turn could not be stored", exit.cause)
        yield* admission.abandon(turn)
      } else if (Option.exists(Either.getRight(exit.value.conclusion), needsAcknowledgement)) {
        // The lease lasts until delivery is known, because the next message may be a yes to this answer.
        const isReceived =
          Option.isSome(inTime) && Option.contains(yield* outlasting.wait(feed.isReceived, maxReceiptWait), true)
        yield* outlasting.startAndWait(states.acknowledge(turn, isReceived), briefWait)
      }
    })
    yield* Option.match(exitInTime, {
      onSome: finish,
      // In the background, since this fiber can wait no more if the customer stopped the turn: it is interrupted then.
      onNone: () =>
        Effect.flatMap(outlasting.start(Effect.flatMap(storingExit, finish)), (finishing) =>
          Effect.interruptible(Fiber.await(finishing))
        )
    })
    return report
  })
})
