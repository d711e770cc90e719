import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Duration, Effect, Either, Exit, Fiber, Option } from "effect"
import * as Outlasting from "../../platform/database/Outlasting.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { type Admission, briefly } from "./Admission.ts"
import { mustBeReceived } from "./Answers.ts"
import * as Conclusion from "./Conclusion.ts"
import { type Reply } from "./Reply.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { TurnRecord } from "./TurnRecord.ts"
import { type LeasedTurn, TurnStates } from "./TurnStates.ts"

/** How long an answer waits until it is stored; after that it is stored for the next look at the conversation. */
const storePatience = Duration.seconds(20)

/** What a turn came to. */
export interface Concluded {
  /** What the customer gets. */
  readonly conclusion: Conclusion.Conclusion
  /** Whether the turn may have proposed what that does not show. */
  readonly hasProposed: boolean
}

/** A turn that is over, and who waits for its answer. */
export interface Ended<R> {
  readonly turn: LeasedTurn & ConversationTurn
  readonly report: TurnReport
  readonly reply: Reply
  /** Finds out what the turn came to, when everything that was written in it is known. */
  readonly conclude: Effect.Effect<Concluded, DatabaseUnavailable, R>
  /** What is to be done together with storing it. */
  readonly settle: Effect.Effect<unknown, DatabaseUnavailable>
}

/** Stores how turns end and tells the customer, earlier if storing takes too long. Ends when the lease is given back. */
export const make = Effect.fnUntraced(function* (admission: Admission) {
  const outlasting = yield* Outlasting.make
  const record = yield* TurnRecord
  const states = yield* TurnStates

  const store = <R>({ conclude, report, settle, turn }: Ended<R>) =>
    Effect.flatMap(conclude, ({ conclusion, hasProposed }) =>
      Effect.as(record.close(turn, { report, answer: Either.getRight(conclusion), hasProposed, settle }), conclusion)
    )

  return Effect.fnUntraced(function* <R>(ended: Ended<R>) {
    const { reply, report, turn } = ended
    const storing = yield* outlasting.start(store(ended))
    const stored = Effect.interruptible(Fiber.await(storing))
    const inTime = Option.filter(yield* Effect.timeoutOption(stored, storePatience), Exit.isSuccess)
    if (report.status !== "cancelled") {
      yield* reply.send(
        Option.match(inTime, {
          onNone: () => Either.left(Conclusion.unavailable()),
          onSome: ({ value }) => value
        })
      )
    }
    const exit = yield* stored
    if (Exit.isFailure(exit)) {
      yield* Effect.logError("A chat turn could not be stored", exit.cause)
      yield* admission.giveUp(turn)
    } else if (Option.exists(Either.getRight(exit.value), mustBeReceived)) {
      // The next message may say yes to it, so it waits until this is known.
      const isReceived = Option.isSome(inTime) && (yield* reply.isReceived)
      yield* outlasting.finish(states.acknowledge(turn, isReceived), briefly)
    }
    return report
  })
})
