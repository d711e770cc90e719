import { type ConversationNotFound, type DatabaseUnavailable, type ServiceUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type ProductReference } from "@storefront/domain/api/AgentApi"
import { Cause, Deferred, Effect, Either, Exit, Fiber, FiberSet, Option, Scope } from "effect"
import { turnTimeout } from "../../platform/config/LimitsConfig.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { type Admission, isCertainlyNotStored } from "./Admission.ts"
import { type FollowedTurn } from "./FollowedTurn.ts"
import * as NoAnswer from "./NoAnswer.ts"
import * as TurnEnding from "./TurnEnding.ts"
import { type NotBegun, type TurnLife } from "./TurnLife.ts"
import { type IncomingMessage, TurnOpening } from "./TurnOpening.ts"
import { type LeasedTurn, type NamedMessage, type RepeatedMessage, TurnStates } from "./TurnStates.ts"

/** Turns of doors whose clients name their messages and follow the answers. */

/** Message of a person at such a door; one that only decides has words, too. */
export interface WordedMessage
  extends NamedMessage, Pick<IncomingMessage, "namedActions" | "declinedActions" | "acceptLanguage"> {
  readonly door: LeasedTurn["door"]
  readonly words: string
  /** Product whose page the customer looks at. */
  readonly page?: ProductReference
  /** Token generation of the account when the message was admitted; by default that of a new account. */
  readonly generation?: number
  /** As in `ChatMessage`. */
  readonly client?: string
}

const reasons: { readonly [Tag in (NotBegun | ServiceUnavailable)["_tag"]]: NoAnswer.NoAnswerReason } = {
  ActionNotFound: "action_not_found",
  ConversationBusy: "busy",
  ConversationNotFound: "conversation_not_found",
  DatabaseUnavailable: "unavailable",
  ServiceUnavailable: "unavailable",
  TooManyRequests: "too_many_turns"
}

/** Builds the function that begins such a turn, and the effect that refuses those that still wait at shutdown. */
export const make = Effect.fnUntraced(function* (admission: Admission, { accept, begin, turns, unplaced }: TurnLife) {
  const budget = yield* turnTimeout
  const states = yield* TurnStates
  const opening = yield* TurnOpening
  const waiting = yield* FiberSet.make<void, NotBegun | ServiceUnavailable>()

  const start: (
    caller: User,
    message: WordedMessage
  ) => Effect.Effect<
    FollowedTurn,
    NotBegun | RepeatedMessage | ServiceUnavailable | ConversationNotFound | DatabaseUnavailable,
    Scope.Scope
  > = Effect.fn("StreamedStart.start")(function* (caller, streamed) {
    const {
      acceptLanguage,
      client,
      clientMessageId,
      declinedActions,
      door,
      generation = 0,
      namedActions,
      page,
      words
    } = streamed
    yield* Effect.mapError(turns.accepting, NoAnswer.unavailable)
    const deadline = yield* SteadyClock.deadlineIn(budget)
    const leased = yield* states.register(yield* unplaced(caller, door, generation), streamed)
    const { feed, scope } = yield* accept(leased, clientMessageId)
    /** Done once the turn will have followers at its end; fails if it does not begin before. */
    const accepted = yield* Deferred.make<void, NotBegun | ServiceUnavailable>()

    const admitted = Effect.gen(function* () {
      const precedingAnswer = yield* opening.precedingAnswer(leased.conversationId, words)
      const message = { acceptLanguage, declinedActions, precedingAnswer, isNew: false, namedActions, words }
      yield* admission.admit(
        leased,
        false,
        begin({ client, deadline, feed, leased, message, page, scope }),
        Effect.zipRight(feed.publish({ _tag: "waiting" }), Deferred.succeed(accepted, undefined))
      )
      yield* Deferred.succeed(accepted, undefined)
    }).pipe(Effect.catchTag("TooManyTurns", () => NoAnswer.unavailable()))

    /** Ends a turn that does not begin: without a trace, or for those who follow it already. */
    const refuse = Effect.fnUntraced(function* (cause: Cause.Cause<NotBegun | ServiceUnavailable>) {
      const isInterrupted = Cause.isInterruptedOnly(cause)
      const isUnknown = yield* isInterrupted
        ? Deferred.fail(accepted, NoAnswer.unavailable())
        : Deferred.failCause(accepted, cause)
      const reason: NoAnswer.NoAnswerReason = (yield* feed.isStopped)
        ? "stopped"
        : Option.match(Cause.failureOption(cause), { onNone: () => "shutdown", onSome: ({ _tag }) => reasons[_tag] })
      // Only the waiting can be interrupted, and nothing is stored then.
      const isNotStored = isCertainlyNotStored(cause) || isInterrupted
      yield* !isNotStored
        ? admission.abandon(leased)
        : isUnknown && reason !== "stopped"
          ? admission.release(leased)
          : admission.refuse(leased, reason)
      const ended = yield* TurnEnding.withoutAnswer(reason)
      yield* feed.conclude(Either.left(reason), TurnEnding.eventsTo(ended, yield* feed.state))
      yield* Scope.close(scope, Exit.failCause(cause))
    })

    const admitting = yield* FiberSet.run(waiting, Effect.onError(Scope.extend(admitted, scope), refuse))
    yield* Effect.zipRight(feed.stopRequested, Fiber.interrupt(admitting)).pipe(
      Effect.interruptible,
      Effect.forkIn(scope)
    )
    yield* Effect.interruptible(Deferred.await(accepted))
    return yield* feed.follow
  }, Effect.uninterruptible)

  return { start, refuseWaiting: FiberSet.clear(waiting) }
})
