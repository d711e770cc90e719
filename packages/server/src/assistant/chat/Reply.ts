import { Deferred, Effect, Either, Exit, Fiber, Option } from "effect"
import { mustBeReceived } from "./Answers.ts"
import { type Conclusion } from "./Conclusion.ts"

/** How a turn ended, on its way to the customer who waits for it. */
export interface Reply {
  /** Says it once. */
  readonly send: (conclusion: Conclusion) => Effect.Effect<unknown>
  /** Waits for it, or for the end of a turn that was stopped and says nothing. Can be interrupted wherever it is called. */
  readonly receive: <E>(turn: Fiber.Fiber<unknown, E>) => Effect.Effect<Conclusion, E>
  /** Whether somebody was still there to get it. */
  readonly isReceived: Effect.Effect<boolean>
}

/** Lets the process hear of connections that were closed while it was busy: it takes some rounds of its event loop. */
const catchUp = Effect.repeatN(
  Effect.async<void>((resume) => {
    setImmediate(() => resume(Effect.void))
  }),
  4
)

/** For one message. */
export const make = Effect.gen(function* () {
  const sent = yield* Deferred.make<Conclusion>()
  const isReceived = yield* Deferred.make<boolean>()
  const conclusion = Deferred.await(sent)
  const reply: Reply = {
    send: (conclusion) => Deferred.succeed(sent, conclusion),
    receive: (turn) =>
      Effect.raceFirst(conclusion, Effect.zipRight(Fiber.join(turn), conclusion)).pipe(
        Effect.tap((conclusion) =>
          Option.exists(Either.getRight(conclusion), mustBeReceived) ? catchUp : Effect.void
        ),
        Effect.interruptible,
        Effect.onExit((exit) => Deferred.succeed(isReceived, Exit.isSuccess(exit)))
      ),
    isReceived: Deferred.await(isReceived)
  }
  return reply
})
