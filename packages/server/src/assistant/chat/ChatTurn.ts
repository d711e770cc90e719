import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { ActionNotFound, type ServiceUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Context, Data, Deferred, Effect, Either, Exit, Layer, Option, Scope } from "effect"
import { v7 } from "uuid"
import { turnTimeout } from "../../platform/config/LimitsConfig.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import type * as RunningTurns from "../agent/RunningTurns.ts"
import * as Admission from "./Admission.ts"
import { type FollowedTurn } from "./FollowedTurn.ts"
import * as NoAnswer from "./NoAnswer.ts"
import { type Orchestrator } from "./OrchestratorRun.ts"
import * as StreamedStart from "./StreamedStart.ts"
import * as TurnLife from "./TurnLife.ts"
import { type IncomingMessage, TurnOpening } from "./TurnOpening.ts"
import { type LeasedTurn, type RepeatedMessage } from "./TurnStates.ts"

/** Message of a person; without a conversation it starts one. */
export interface ChatMessage extends Partial<Pick<IncomingMessage, "namedActions" | "acceptLanguage">> {
  readonly message: string
  readonly conversationId: ConversationId | null
  /** Token generation of the account when the message was admitted; by default that of a new account. */
  readonly generation?: number
  /** Key of the client's address, whose guests share a token budget; guests without one share theirs, too. */
  readonly client?: string
}

/** The turn began but has no answer. */
export class ChatTurnFailed extends Data.TaggedError("ChatTurnFailed")<{
  readonly conversationId: ConversationId
  readonly reason: NoAnswer.NoAnswer
}> {}

/** Turns of customers' conversations with the orchestrator, from the message to the reply. */
export class ChatTurn extends Context.Tag("@storefront/server/assistant/chat/ChatTurn")<
  ChatTurn,
  {
    /**
     * Answers one message: by a model, or without one when it confirms or declines a proposal. The turn continues after
     * its client has disconnected, and is always stored, in the background if the database is down. Fails with
     * `ChatTurnFailed` if the turn has no answer. After `DatabaseUnavailable` the message may or may not be stored; all
     * other failures mean that the turn did not begin.
     */
    readonly answer: (
      user: User,
      message: ChatMessage
    ) => Effect.Effect<ChatAnswer, TurnLife.NotBegun | ServiceUnavailable | ChatTurnFailed>
    /**
     * Begins a turn that is followed. Returns once it is certain to begin or has to wait for its conversation; a failure
     * before that means that it did not begin, and later ones end the turn. It continues after its followers have left.
     */
    readonly start: (
      user: User,
      message: StreamedStart.WordedMessage
    ) => Effect.Effect<FollowedTurn, TurnLife.NotBegun | RepeatedMessage | ServiceUnavailable, Scope.Scope>
    /** Fails once `drain` has begun, and messages are refused. */
    readonly accepting: Effect.Effect<void, RunningTurns.TooManyTurns>
    /** Waits until `drain` begins. */
    readonly drainBegun: Effect.Effect<void>
    /** Refuses further messages, and waits for running turns as `RunningTurns.drain` does. */
    readonly drain: Effect.Effect<void>
  }
>() {
  static readonly layerNoDeps = (agent: Orchestrator) =>
    Layer.scoped(
      this,
      Effect.gen(function* () {
        const budget = yield* turnTimeout
        const opening = yield* TurnOpening
        const admission = yield* Admission.make
        const life = yield* TurnLife.make(agent, admission)
        const drainBegun = yield* Deferred.make<void>()
        const { refuseWaiting, start } = yield* StreamedStart.make(admission, life)

        const answer = Effect.fn("ChatTurn.answer")(function* (
          caller: User,
          {
            acceptLanguage = null,
            client,
            conversationId,
            generation = 0,
            message: words,
            namedActions = []
          }: ChatMessage
        ) {
          const isNew = conversationId === null
          if (isNew && namedActions.length > 0) {
            return yield* new ActionNotFound()
          }
          const precedingAnswer = isNew ? Option.none() : yield* opening.precedingAnswer(conversationId, words)
          const deadline = yield* SteadyClock.deadlineIn(budget)
          const leased: LeasedTurn = {
            ...(yield* life.unplaced(caller, "rest", generation)),
            conversationId: conversationId ?? ConversationId.make(v7())
          }
          const { feed, scope } = yield* life.accept(leased, leased.userMessageId)
          const message = { acceptLanguage, declinedActions: [], precedingAnswer, isNew, namedActions, words }
          const begin = life.begin({ client, deadline, feed, leased, message, scope })
          const conclusion = yield* Effect.uninterruptible(
            Scope.extend(admission.admit(leased, isNew, begin, Effect.void), scope).pipe(
              Effect.onError((cause) =>
                Effect.zipRight(
                  Admission.isCertainlyNotStored(cause) ? admission.release(leased) : admission.abandon(leased),
                  Scope.close(scope, Exit.failCause(cause))
                )
              ),
              Effect.catchTag("TooManyTurns", () => NoAnswer.unavailable()),
              Effect.flatMap(feed.receive)
            )
          )
          if (Either.isLeft(conclusion)) {
            const reason = yield* NoAnswer.errorOf(conclusion.left)
            return yield* new ChatTurnFailed({ conversationId: leased.conversationId, reason })
          }
          return new ChatAnswer({
            response: conclusion.right.content,
            conversation_id: leased.conversationId,
            agents_involved: conclusion.right.agentsInvolved
          })
        }, Effect.scoped)

        return {
          answer,
          start,
          accepting: life.turns.accepting,
          drainBegun: Deferred.await(drainBegun),
          drain: Deferred.succeed(drainBegun, undefined).pipe(
            Effect.zipRight(refuseWaiting),
            Effect.zipRight(life.turns.drain)
          )
        }
      })
    )

  /** Drains turns at shutdown. Must be built after the server, so that turns end before their requests do. */
  static readonly draining = Layer.scopedDiscard(Effect.flatMap(this, ({ drain }) => Effect.addFinalizer(() => drain)))
}
