import { Deferred, Effect, Either, Exit, Fiber, Option } from "effect"
import { needsAcknowledgement } from "./StoredAnswer.ts"
import { type Conclusion } from "./Conclusion.ts"

/** Hand-over of a turn's conclusion to the waiting request. */
export interface Reply {
  /** Sends the conclusion; only the first one counts. */
  readonly send: (conclusion: Conclusion) => Effect.Effect<unknown>
  /** Waits for the conclusion, or for the failure of a turn that ends without one. Always interruptible. */
  readonly receive: <E>(turn: Fiber.Fiber<unknown, E>) => Effect.Effect<Conclusion, E>
  /** Waits for the end of `receive`. True if it returned the conclusion before the client disconnected. */
  readonly isReceived: Effect.Effect<boolean>
}

/** Yields to the event loop for several rounds, so that pending socket-close events are handled. */
const handlePendingEvents = Effect.repeatN(
  Effect.async<void>((resume) => {
    setImmediate(() => resume(Effect.void))
  }),
  4
)

export const make = Effect.gen(function* () {
  const conclusionSent = yield* Deferred.make<Conclusion>()
  const isReceived = yield* Deferred.make<boolean>()
  const conclusion = Deferred.await(conclusionSent)
  const reply: Reply = {
    send: (conclusion) => Deferred.succeed(conclusionSent, conclusion),
    receive: (turn) =>
      Effect.raceFirst(conclusion, Effect.zipRight(Fiber.join(turn), conclusion)).pipe(
        Effect.tap((conclusion) =>
          Option.exists(Either.getRight(conclusion), needsAcknowledgement) ? handlePendingEvents : Effect.void
        ),
        Effect.interruptible,
        Effect.onExit((exit) => Deferred.succeed(isReceived, Exit.isSuccess(exit)))
      ),
    isReceived: Deferred.await(isReceived)
  }
  return reply
})
