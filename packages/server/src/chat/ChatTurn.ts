import { LanguageModel, type Toolkit } from "@effect/ai"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import {
  type ConversationBusy,
  type ConversationNotFound,
  type ServiceUnavailable,
  type TooManyRequests
} from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { type OrchestratorTools, SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { Context, Data, Duration, Effect, Either, Exit, Fiber, Layer, Option, Scope } from "effect"
import { v7 } from "uuid"
import { type Agent, check } from "../agent/Agent.ts"
import * as AgentRuntime from "../agent/AgentRuntime.ts"
import { PromptFacts } from "../agent/PromptFacts.ts"
import * as RunningTurns from "../agent/RunningTurns.ts"
import { SpecialistAccess } from "../specialists/SpecialistAccess.ts"
import { SpecialistClient } from "../specialists/SpecialistClient.ts"
import * as SpecialistTurn from "../specialists/SpecialistTurn.ts"
import * as Outlasting from "../database/Outlasting.ts"
import { AgentRuns } from "../usage/AgentRuns.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { TurnContexts } from "../agent/TurnContexts.ts"
import { historyTokens } from "../config/BudgetConfig.ts"
import { turnBudget } from "../config/LimitsConfig.ts"
import { Egress } from "../guard/Egress.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { type GuardReport, Scanner } from "../guard/Scanner.ts"
import * as SteadyClock from "../limits/SteadyClock.ts"
import * as RetryBudget from "../model/RetryBudget.ts"
import { embeddedProvider, ModelDescription } from "../model/ModelDescription.ts"
import * as TokenBudget from "../model/TokenBudget.ts"
import * as TokenAllowances from "../usage/TokenAllowances.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"
import * as Admission from "./Admission.ts"
import * as Conclusion from "./Conclusion.ts"
import { leaseOf } from "./HeldLeases.ts"
import * as Reply from "./Reply.ts"
import { type LeasedTurn, type Opening, TurnRepository } from "./TurnRepository.ts"

/** Turns of this process at a time. */
const maxTurns = 64

/** How long an answer waits until it is stored; after that it is stored for the next look at the conversation. */
const storePatience = Duration.seconds(20)

/** A message of a person; without a conversation it starts one. */
export interface ChatMessage {
  readonly message: string
  readonly conversationId: ConversationId | null
}

/** The message of a turn; whether it starts a conversation. */
type NewMessage = Pick<Opening, "isNew" | "message">

/** A turn that began and has no answer. */
export class ChatTurnFailed extends Data.TaggedError("ChatTurnFailed")<{
  readonly conversationId: ConversationId
  readonly reason: Conclusion.NoAnswer
}> {}

/** The guard is out of order: the message counts as blocked, and the agent will not take it either. */
const unscanned: GuardReport = { verdict: "blocked", rules: ["scanner_failed"] }

/** The agent at the front door. */
type Orchestrator = Agent<Toolkit.Tools<typeof OrchestratorTools>>

/** What a turn of the orchestrator needs besides the database. */
type Collaborators =
  | LanguageModel.LanguageModel
  | Scanner
  | Neutraliser
  | TurnContexts
  | PromptFacts
  | SpecialistClient
  | SpecialistAccess
  | AgentRuns

/** Conversations with the orchestrator. */
export class ChatTurn extends Context.Tag("@storefront/server/chat/ChatTurn")<
  ChatTurn,
  {
    /**
     * Answers one message. The turn goes on when nobody waits for it any more, and is stored in any case: when the
     * database is away, as soon as it is back. Without an answer it fails with `ChatTurnFailed`; every other failure means
     * that it did not begin.
     */
    readonly answer: (
      user: User,
      message: ChatMessage
    ) => Effect.Effect<
      ChatAnswer,
      ConversationNotFound | ConversationBusy | TooManyRequests | ServiceUnavailable | ChatTurnFailed
    >
    /** Fails once `drain` has begun: no message is taken any more. */
    readonly accepting: Effect.Effect<void, RunningTurns.TooManyTurns>
    /** Takes no more messages, and gives running turns half a minute. */
    readonly drain: Effect.Effect<void>
  }
>() {
  static readonly layerNoDeps = (agent: Orchestrator) =>
    Layer.scoped(
      this,
      Effect.gen(function* () {
        yield* check(agent)
        const budget = yield* turnBudget
        const repository = yield* TurnRepository
        const scanner = yield* Scanner
        const toolkit = yield* agent.toolkit
        const outlasting = yield* Outlasting.make
        const admission = yield* Admission.make(budget, outlasting)
        const turns = yield* RunningTurns.make(maxTurns)
        const model = yield* ModelDescription
        const isFree = model.provider === embeddedProvider
        const allowances = yield* TokenAllowances.make
        const historyLimit = yield* historyTokens
        const context = Context.pick(
          LanguageModel.LanguageModel,
          Scanner,
          Neutraliser,
          TurnContexts,
          PromptFacts,
          SpecialistClient,
          SpecialistAccess,
          AgentRuns
        )(yield* Effect.context<Collaborators>()).pipe(
          Context.add(ModelDescription, model),
          Context.add(Egress, yield* Egress)
        )

        /** From the guard to the stored message. */
        const open = Effect.fnUntraced(function* (turn: LeasedTurn, { isNew, message }: NewMessage) {
          const guard = yield* Effect.catchAllDefect(scanner.scan(message), (defect) =>
            Effect.as(Effect.logError("The guard failed", defect), unscanned)
          )
          return yield* repository.open(turn, { isNew, message, guard })
        })

        /** Stores how a turn ended, when everything that was written in it is known. */
        const conclude = Effect.fnUntraced(function* (
          turn: LeasedTurn,
          message: string,
          report: TurnReport,
          specialists: SpecialistTurn.SpecialistTurn,
          { allowance, left }: { readonly allowance: TokenAllowances.Allowance; readonly left: number }
        ) {
          yield* specialists.settle
          const refused = yield* Conclusion.overBudget(allowance)
          const conclusion = Conclusion.make(report, yield* specialists.calls, refused)
          yield* repository.close(turn, {
            message,
            report,
            answer: Either.getRight(conclusion),
            settle: allowances.giveBack(turn.user.id, allowance, left)
          })
          return conclusion
        })

        const converse = Effect.fnUntraced(function* (
          turn: LeasedTurn,
          newMessage: NewMessage,
          deadline: SteadyClock.Deadline,
          reply: Reply.Reply
        ) {
          const { conversationId, traceId, user } = turn
          const { message } = newMessage
          const [{ history, origin }, allowance] = yield* Effect.onError(
            Effect.zip(
              open(turn, newMessage),
              isFree ? Effect.succeed(TokenAllowances.free) : allowances.take(user.id)
            ),
            () => admission.giveUp(turn)
          )
          const asking = {
            caller: user,
            conversationId,
            traceId,
            origin,
            customerMessage: message,
            history,
            deadline
          }
          const specialists = yield* SpecialistTurn.make(asking)

          /** Ends when the turn is stored; the customer is told earlier if that takes too long. */
          const record = Effect.fnUntraced(function* (report: TurnReport) {
            const budget = { allowance, left: yield* TokenBudget.left }
            const storing = yield* outlasting.start(conclude(turn, message, report, specialists, budget))
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
            } else if (Option.isSome(inTime) && Conclusion.tellsOfWriting(exit.value) && (yield* reply.isReceived)) {
              yield* outlasting.finish(repository.hear(turn), Admission.briefly)
            }
            return report
          })

          yield* AgentRuntime.run(agent, toolkit, {
            turnId: origin,
            message,
            customerMessage: message,
            // It writes nothing itself.
            earlierIds: Effect.succeed([]),
            earlierCalls: () => Effect.succeed([]),
            history,
            historyTokens: historyLimit,
            caller: user,
            conversationId,
            deadline,
            onProgress: () => Effect.void,
            begin: () => Effect.succeedNone,
            record
          }).pipe(
            Effect.provideService(SpecialistCalls, specialists),
            RetryBudget.within(deadline, RetryBudget.maxRepeats),
            TokenBudget.within(allowance.tokens)
          )
        }, Effect.provide(context))

        const answer = Effect.fn("ChatTurn.converse")(function* (user: User, { conversationId, message }: ChatMessage) {
          const isNew = conversationId === null
          const deadline = yield* SteadyClock.deadlineIn(budget)
          const turn: LeasedTurn = {
            user,
            conversationId: conversationId ?? ConversationId.make(v7()),
            traceId: yield* AgentRuntime.currentTraceId,
            lease: leaseOf(budget)
          }
          const reply = yield* Reply.make
          // Until the end of the turn, whoever waits for it.
          const admitted = yield* Scope.make()
          const conclusion = yield* Effect.uninterruptibleMask((restore) =>
            restore(Scope.extend(admission.admit(turn, isNew), admitted)).pipe(
              Effect.zipRight(
                turns.start(
                  Effect.onExit(converse(turn, { isNew, message }, deadline, reply), (exit) =>
                    Scope.close(admitted, exit)
                  )
                )
              ),
              Effect.catchTag("TooManyTurns", () => Conclusion.unavailable()),
              Effect.onError((cause) =>
                Effect.zipRight(admission.giveBack(turn), Scope.close(admitted, Exit.failCause(cause)))
              ),
              Effect.flatMap(reply.receive)
            )
          )
          const { agentsInvolved, content } = yield* Effect.mapError(
            conclusion,
            (reason) => new ChatTurnFailed({ conversationId: turn.conversationId, reason })
          )
          return new ChatAnswer({
            response: content,
            conversation_id: turn.conversationId,
            agents_involved: agentsInvolved
          })
        })
        return { answer, accepting: turns.accepting, drain: turns.drain }
      })
    )

  /** On the database and the network, with abandoned turns closed in the background. */
  static readonly layer = (agent: Orchestrator) =>
    this.layerNoDeps(agent).pipe(
      Layer.merge(AbandonedTurns.sweep),
      Layer.provide([TurnRepository.layer, AbandonedTurns.layer, SpecialistClient.layer, SpecialistAccess.layer])
    )

  /** Drains when the program stops; to be built after the server, so that turns end before their requests do. */
  static readonly draining = Layer.scopedDiscard(Effect.flatMap(this, ({ drain }) => Effect.addFinalizer(() => drain)))
}
