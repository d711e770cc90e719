import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Duration, Effect, Either, Exit, Fiber, Option } from "effect"
import * as Outlasting from "../../platform/database/Outlasting.ts"
import { type Admission, briefly } from "./Admission.ts"
import { mustBeReceived } from "./Answers.ts"
import * as Conclusion from "./Conclusion.ts"
import { type Reply } from "./Reply.ts"
import { type Concluded, type Ended, TurnRecord } from "./TurnRecord.ts"
import { TurnStates } from "./TurnStates.ts"

/** How long an answer waits until it is stored; after that it is stored for the next look at the conversation. */
const storePatience = Duration.seconds(20)

/** How it is found out what a turn came to. */
export interface Outcome {
  /** Makes sure that everything that was written in the turn is known. */
  readonly settle: Effect.Effect<void, DatabaseUnavailable>
  /** What the turn came to, by what was written. */
  readonly conclude: Effect.Effect<Concluded, DatabaseUnavailable>
}

/** Stores how turns end and tells the customer, earlier if storing takes too long. Ends when the lease is given back. */
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
      // The next message may say yes to it, so it waits until this is known.
      const isReceived = Option.isSome(inTime) && (yield* reply.isReceived)
      yield* outlasting.finish(states.acknowledge(turn, isReceived), briefly)
    }
    return report
  })
})
