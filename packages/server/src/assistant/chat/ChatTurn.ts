import { LanguageModel, type Toolkit } from "@effect/ai"
import { isPending } from "@storefront/domain/confirmation/PendingAction"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import {
  ActionNotFound,
  type ConversationBusy,
  type ConversationNotFound,
  type ServiceUnavailable,
  type TooManyRequests
} from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { type OrchestratorTools, SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { Array, Context, Data, Effect, Exit, Layer, Option, Scope } from "effect"
import { v7 } from "uuid"
import { PendingActions } from "../actions/PendingActions.ts"
import { type Agent, check } from "../agent/Agent.ts"
import * as AgentRuntime from "../agent/AgentRuntime.ts"
import { PromptFacts } from "../agent/PromptFacts.ts"
import * as RunningTurns from "../agent/RunningTurns.ts"
import { SpecialistAccess } from "../specialists/SpecialistAccess.ts"
import { SpecialistClient } from "../specialists/SpecialistClient.ts"
import * as SpecialistTurn from "../specialists/SpecialistTurn.ts"
import * as Outlasting from "../../platform/database/Outlasting.ts"
import { AgentRuns } from "../usage/AgentRuns.ts"
import { type TurnReport } from "../usage/TurnReport.ts"
import { TurnContexts } from "../agent/TurnContexts.ts"
import { historyTokens } from "../../platform/config/BudgetConfig.ts"
import { turnBudget } from "../../platform/config/LimitsConfig.ts"
import { Egress } from "../guard/Egress.ts"
import { OrderNumbers } from "../../shop/orders/OrderNumbers.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { type GuardReport, Scanner } from "../../platform/scanner/Scanner.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import { embeddedProvider, ModelDescription } from "../model/ModelDescription.ts"
import * as TokenBudget from "../model/TokenBudget.ts"
import * as TokenAllowances from "../usage/TokenAllowances.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"
import * as Admission from "./Admission.ts"
import * as Closing from "./Closing.ts"
import * as Conclusion from "./Conclusion.ts"
import { leaseOf } from "./HeldLeases.ts"
import { Receipts } from "./Receipts.ts"
import * as Reply from "./Reply.ts"
import * as Settlement from "./Settlement.ts"
import { type Opening } from "./TurnOpening.ts"
import { type LeasedTurn, TurnRepository } from "./TurnRepository.ts"

/** Turns of this process at a time. */
const maxTurns = 64

/** The message of a turn. */
type NewMessage = Omit<Opening, "guard">

/** A message of a person; without a conversation it starts one. */
export interface ChatMessage
  extends Pick<NewMessage, "message">, Partial<Pick<NewMessage, "named" | "acceptLanguage">> {
  readonly conversationId: ConversationId | null
}

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
  | OrderNumbers
  | SpecialistClient
  | SpecialistAccess
  | AgentRuns
  | PendingActions

/** Conversations with the orchestrator. */
export class ChatTurn extends Context.Tag("@storefront/server/assistant/chat/ChatTurn")<
  ChatTurn,
  {
    /**
     * Answers one message: by a model, or by the server alone when it confirms or refuses what was proposed. The turn goes on when nobody waits for it any more, and is stored in any case: when the
     * database is away, as soon as it is back. Without an answer it fails with `ChatTurnFailed`; every other failure means
     * that it did not begin.
     */
    readonly answer: (
      user: User,
      message: ChatMessage
    ) => Effect.Effect<
      ChatAnswer,
      ConversationNotFound | ActionNotFound | ConversationBusy | TooManyRequests | ServiceUnavailable | ChatTurnFailed
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
        const close = yield* Closing.make(outlasting, admission)
        const pending = yield* PendingActions
        const receipts = yield* Receipts
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
          OrderNumbers,
          SpecialistClient,
          SpecialistAccess,
          AgentRuns,
          PendingActions
        )(yield* Effect.context<Collaborators>()).pipe(
          Context.add(ModelDescription, model),
          Context.add(Egress, yield* Egress)
        )

        /** From the guard to the stored message, and what the turn may use at the provider. */
        const open = Effect.fnUntraced(function* (turn: LeasedTurn, newMessage: NewMessage) {
          const guard = yield* Effect.catchAllDefect(scanner.scan(newMessage.message), (defect) =>
            Effect.as(Effect.logError("The guard failed", defect), unscanned)
          )
          const opened = yield* repository.open(turn, { ...newMessage, guard })
          const asksModel = opened.decision._tag === "GoOn" || opened.decision._tag === "Block"
          const allowance = isFree || !asksModel ? TokenAllowances.free : yield* allowances.take(turn.user.id)
          return { guard, opened, asksModel, allowance }
        })

        /** What the customer gets, when everything that was written in the turn is known. */
        const conclude = Effect.fnUntraced(function* (
          report: TurnReport,
          asking: SpecialistTurn.AskingTurn,
          specialists: SpecialistTurn.SpecialistTurn,
          allowance: TokenAllowances.Allowance
        ) {
          yield* specialists.settle
          const refused = yield* Conclusion.overBudget(allowance)
          const calls = yield* specialists.calls
          const ids = Array.dedupe(calls.flatMap(({ proposed }) => proposed.map(({ actionId }) => actionId)))
          const found =
            ids.length === 0 ? [] : yield* Effect.orDie(pending.find(asking.caller.id, asking.conversationId, ids))
          return Conclusion.make(report, calls, refused, {
            locale: asking.locale,
            receipts: yield* receipts.of(asking, []),
            proposals: found.filter(({ state }) => isPending(state))
          })
        })

        const converse = Effect.fnUntraced(function* (
          turn: LeasedTurn,
          newMessage: NewMessage,
          deadline: SteadyClock.Deadline,
          reply: Reply.Reply
        ) {
          const { conversationId, traceId, user } = turn
          const { message } = newMessage
          const { allowance, asksModel, guard, opened } = yield* Effect.onError(open(turn, newMessage), () =>
            admission.giveUp(turn)
          )
          const { history, locale, origin } = opened
          const asking: SpecialistTurn.AskingTurn = {
            caller: user,
            conversationId,
            traceId,
            origin,
            customerMessage: message,
            locale,
            history,
            deadline
          }
          const ended = { turn, message, reply }
          if (!asksModel) {
            return yield* Settlement.run({ ...asking, opened, guard }, (report, words) =>
              close({
                ...ended,
                report,
                conclude: Effect.map(receipts.of(asking, Settlement.toldIn(words)), (written) =>
                  Conclusion.ofSettled(words, { locale, receipts: written })
                ),
                settle: Effect.void
              })
            )
          }
          const specialists = yield* SpecialistTurn.make(asking)
          yield* AgentRuntime.run(agent, toolkit, {
            turnId: origin,
            message,
            customerMessage: message,
            locale,
            // It writes and proposes nothing itself.
            proposing: Option.none(),
            earlierIds: Effect.succeed([]),
            history,
            historyTokens: historyLimit,
            caller: user,
            conversationId,
            deadline,
            onProgress: () => Effect.void,
            begin: () => Effect.succeedNone,
            record: (report) =>
              Effect.flatMap(TokenBudget.left, (left) =>
                close({
                  ...ended,
                  report,
                  conclude: conclude(report, asking, specialists, allowance),
                  settle: allowances.giveBack(user.id, allowance, left)
                })
              )
          }).pipe(
            Effect.provideService(SpecialistCalls, specialists),
            RetryBudget.within(deadline, RetryBudget.maxRepeats),
            TokenBudget.within(allowance.tokens)
          )
        }, Effect.provide(context))

        const answer = Effect.fn("ChatTurn.converse")(function* (
          user: User,
          { acceptLanguage = null, conversationId, message, named = [] }: ChatMessage
        ) {
          const isNew = conversationId === null
          if (isNew && named.length > 0) {
            return yield* new ActionNotFound()
          }
          const deadline = yield* SteadyClock.deadlineIn(budget)
          const turn: LeasedTurn = {
            user,
            conversationId: conversationId ?? ConversationId.make(v7()),
            traceId: yield* AgentRuntime.currentTraceId,
            lease: leaseOf(budget)
          }
          // Before it waits for the turn before it: the yes that comes while an answer is made is no yes to that.
          const answerBefore = isNew ? Option.none() : yield* repository.newestAnswer(turn.conversationId)
          const reply = yield* Reply.make
          // Until the end of the turn, whoever waits for it.
          const admitted = yield* Scope.make()
          const conclusion = yield* Effect.uninterruptibleMask((restore) =>
            restore(Scope.extend(admission.admit(turn, isNew), admitted)).pipe(
              Effect.zipRight(
                turns.start(
                  Effect.onExit(
                    converse(turn, { acceptLanguage, answerBefore, isNew, message, named }, deadline, reply),
                    (exit) => Scope.close(admitted, exit)
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
      Layer.provide([
        TurnRepository.layer,
        AbandonedTurns.layer,
        PendingActions.layer,
        Receipts.layer,
        SpecialistClient.layer,
        SpecialistAccess.layer
      ])
    )

  /** Drains when the program stops; to be built after the server, so that turns end before their requests do. */
  static readonly draining = Layer.scopedDiscard(Effect.flatMap(this, ({ drain }) => Effect.addFinalizer(() => drain)))
}
