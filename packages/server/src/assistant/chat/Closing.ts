import { Duration, Effect, Either, Exit, Fiber, Option } from "effect"
import { type Outlasting } from "../../platform/database/Outlasting.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { type Admission, briefly } from "./Admission.ts"
import { mustBeReceived } from "./Answers.ts"
import * as Conclusion from "./Conclusion.ts"
import { type Reply } from "./Reply.ts"
import { type LeasedTurn, TurnRepository } from "./TurnRepository.ts"

/** How long an answer waits until it is stored; after that it is stored for the next look at the conversation. */
const storePatience = Duration.seconds(20)

/** A turn that is over, and who waits for its answer. */
export interface Ended<R> {
  readonly turn: LeasedTurn
  readonly message: string
  readonly report: TurnReport
  readonly reply: Reply
  /** Finds out what the customer gets, when everything that was written in the turn is known. */
  readonly conclude: Effect.Effect<Conclusion.Conclusion, never, R>
  /** What is to be done together with storing it. */
  readonly settle: Effect.Effect<unknown>
}

/** Stores how turns end and tells the customer, earlier if storing takes too long. Ends when the lease is given back. */
export const make = Effect.fnUntraced(function* (outlasting: Outlasting, admission: Admission) {
  const repository = yield* TurnRepository

  const store = <R>({ conclude, message, report, settle, turn }: Ended<R>) =>
    Effect.tap(conclude, (conclusion) =>
      repository.close(turn, { message, report, answer: Either.getRight(conclusion), settle })
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
      yield* outlasting.finish(repository.acknowledge(turn, isReceived), briefly)
    }
    return report
  })
})
