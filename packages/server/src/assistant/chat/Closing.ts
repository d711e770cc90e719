import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Duration, Effect, Either, Exit, Fiber, Option } from "effect"
import * as Outlasting from "../../platform/database/Outlasting.ts"
import { type Admission, briefly } from "./Admission.ts"
import { mustBeReceived } from "./Answers.ts"
import * as Conclusion from "./Conclusion.ts"
import { type Reply } from "./Reply.ts"
import { type Concluded, type Ended, TurnRecord } from "./TurnRecord.ts"
import { TurnStates } from "./TurnStates.ts"

/** Time to wait for an answer to be stored; then the customer gets an error, and finds the answer later. */
const storePatience = Duration.seconds(20)

/** Steps that determine the outcome of a turn. */
export interface Outcome {
  /** Ensures that every write of the turn is known. */
  readonly settle: Effect.Effect<void, DatabaseUnavailable>
  /** Derives the outcome from the turn's writes. */
  readonly conclude: Effect.Effect<Concluded, DatabaseUnavailable>
}

/** Stores the end of each turn and replies, early if storing takes too long. Returns once the lease is released. */
export const make = Effect.fnUntraced(function* (admission: Admission) {
  const outlasting = yield* Outlasting.make
  const record = yield* TurnRecord
  const states = yield* TurnStates

  return Effect.fnUntraced(function* (ended: Ended, { conclude, settle }: Outcome, reply: Reply) {
    const { report, turn } = ended
    const storing = yield* outlasting.start(Effect.zipRight(settle, record.end(ended, conclude)))
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
      // The next message may be a yes to this answer, so it waits until delivery is known.
      const isReceived = Option.isSome(inTime) && (yield* reply.isReceived)
      yield* outlasting.finish(states.acknowledge(turn, isReceived), briefly)
    }
    return report
  })
})
