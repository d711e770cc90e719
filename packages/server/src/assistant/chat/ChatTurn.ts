import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { type Decision } from "@storefront/domain/confirmation/Decision"
import {
  ActionNotFound,
  type ConversationBusy,
  type ConversationNotFound,
  type DatabaseUnavailable,
  type ServiceUnavailable,
  type TooManyRequests
} from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { ConversationId, TurnId } from "@storefront/domain/Ids"
import { Cause, Context, Data, Deferred, Effect, Exit, Layer, Option, Scope } from "effect"
import { v7 } from "uuid"
import { turnTimeout } from "../../platform/config/LimitsConfig.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { type GuardReport, Scanner } from "../../platform/scanner/Scanner.ts"
import { PendingActions } from "../actions/PendingActions.ts"
import * as RunningTurns from "../agent/RunningTurns.ts"
import * as TurnVerdict from "../agent/TurnVerdict.ts"
import * as TokenBudget from "../../platform/provider/TokenBudget.ts"
import { SpecialistAccess } from "../specialists/SpecialistAccess.ts"
import { SpecialistClient } from "../specialists/SpecialistClient.ts"
import { currentTraceId } from "../turn/Turn.ts"
import * as TokenAllowances from "../usage/TokenAllowances.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"
import * as Admission from "./Admission.ts"
import * as TurnClosing from "./TurnClosing.ts"
import * as Conclusion from "./Conclusion.ts"
import { leaseOf } from "./HeldLeases.ts"
import * as OrchestratorRun from "./OrchestratorRun.ts"
import { Receipts } from "./Receipts.ts"
import * as Reply from "./Reply.ts"
import * as Settlement from "./Settlement.ts"
import { type OpenedTurn, type IncomingMessage, TurnOpening } from "./TurnOpening.ts"
import { TurnRecord } from "./TurnRecord.ts"
import { type FrontTurn, type LeasedTurn, TurnStates } from "./TurnStates.ts"

/** Maximum concurrent turns of this process. */
const maxTurns = 64

/** Message of a person; without a conversation it starts one. */
export interface ChatMessage extends Partial<Pick<IncomingMessage, "namedActions" | "acceptLanguage">> {
  readonly message: string
  readonly conversationId: ConversationId | null
  /** Key of the client's address, whose guests share a token budget; guests without one share theirs, too. */
  readonly client?: string
}

/** The turn began but has no answer. */
export class ChatTurnFailed extends Data.TaggedError("ChatTurnFailed")<{
  readonly conversationId: ConversationId
  readonly reason: Conclusion.NoAnswer
}> {}

/** Turn whose message is stored. */
interface BegunTurn {
  readonly opened: OpenedTurn
  readonly allowance: TokenAllowances.Allowance
  readonly guard: GuardReport
  /** Report of the guard on the message; none if the guard failed. */
  readonly report: Option.Option<GuardReport>
}

/** Report in place of one that the guard failed to make: the message counts as blocked. */
const unscanned: GuardReport = { verdict: "blocked", rules: ["scanner_failed"] }

const asksModel = ({ _tag }: Decision) => _tag === "GoOn" || _tag === "Block"

/** Returns whether it is certain that the message was not stored. */
const isCertainlyNotStored = (cause: Cause.Cause<{ readonly _tag: string }>) =>
  Option.exists(Cause.failureOption(cause), ({ _tag }) => _tag !== "DatabaseUnavailable")

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
    ) => Effect.Effect<
      ChatAnswer,
      | ConversationNotFound
      | ActionNotFound
      | ConversationBusy
      | TooManyRequests
      | ServiceUnavailable
      | DatabaseUnavailable
      | ChatTurnFailed
    >
    /** Fails once `drain` has begun, and messages are refused. */
    readonly accepting: Effect.Effect<void, RunningTurns.TooManyTurns>
    /** Refuses further messages, and waits for running turns as `RunningTurns.drain` does. */
    readonly drain: Effect.Effect<void>
  }
>() {
  static readonly layerNoDeps = (agent: OrchestratorRun.Orchestrator) =>
    Layer.scoped(
      this,
      Effect.gen(function* () {
        const budget = yield* turnTimeout
        const opening = yield* TurnOpening
        const scanner = yield* Scanner
        const orchestrator = yield* OrchestratorRun.make(agent)
        const settlement = yield* Settlement.make
        const admission = yield* Admission.make
        const close = yield* TurnClosing.make(admission)
        const turns = yield* RunningTurns.make(maxTurns)
        const allowances = yield* TokenAllowances.make

        /** Logs a defect of the guard, and returns none in its place. */
        const logDefects = (scan: Effect.Effect<GuardReport>) =>
          Effect.catchAllDefect(Effect.asSome(scan), (defect) =>
            Effect.as(Effect.logError("The guard failed", defect), Option.none())
          )

        /** Scans and stores the message, and reserves the turn's token allowance if a model will be asked. */
        const open = Effect.fnUntraced(function* (
          leased: LeasedTurn,
          message: Omit<IncomingMessage, "guard">,
          payer: TokenAllowances.Payer
        ) {
          const report = yield* logDefects(scanner.scan(message.words))
          const guard = Option.getOrElse(report, () => unscanned)
          const [opened, allowance] = yield* opening.open(leased, { ...message, guard }, (decision) =>
            asksModel(decision) ? allowances.reserve(payer) : Effect.succeed(TokenAllowances.free)
          )
          const begun: BegunTurn = { opened, allowance, guard, report }
          return begun
        })

        /** Builds the turn, with the guard's report on the conversation if a model will be asked. */
        const turnOf = Effect.fnUntraced(function* (
          leased: LeasedTurn,
          words: string,
          deadline: SteadyClock.Deadline,
          { opened: { decision, history, locale, messageId }, report }: BegunTurn
        ) {
          const turn: FrontTurn = {
            ...leased,
            message: words,
            messageId,
            words,
            history,
            earlierAnswers: [],
            verdict:
              asksModel(decision) && Option.isSome(report)
                ? yield* logDefects(
                    Effect.provideService(
                      TurnVerdict.ofConversation({ history, words }, report.value),
                      Scanner,
                      scanner
                    )
                  )
                : Option.none(),
            locale,
            deadline
          }
          return turn
        })

        const converse = (turn: FrontTurn, { allowance, guard, opened }: BegunTurn, reply: Reply.Reply) =>
          asksModel(opened.decision)
            ? orchestrator({ ...opened, turn, allowance }, (report, outcome) =>
                Effect.flatMap(TokenBudget.left, (left) =>
                  close({ turn, report, releaseTokens: allowance.release(left) }, outcome, reply)
                )
              )
            : settlement({ ...turn, ...opened, guard }, (report, outcome) =>
                close({ turn, report, releaseTokens: Effect.void }, outcome, reply)
              )

        const answer = Effect.fn("ChatTurn.answer")(function* (
          caller: User,
          { acceptLanguage = null, client = "", conversationId, message: words, namedActions = [] }: ChatMessage
        ) {
          const isNew = conversationId === null
          if (isNew && namedActions.length > 0) {
            return yield* new ActionNotFound()
          }
          const precedingAnswer = isNew ? Option.none() : yield* opening.precedingAnswer(conversationId, words)
          const deadline = yield* SteadyClock.deadlineIn(budget)
          const leased: LeasedTurn = {
            id: yield* Effect.sync(() => TurnId.make(v7())),
            caller,
            conversationId: conversationId ?? ConversationId.make(v7()),
            traceId: yield* currentTraceId,
            lease: leaseOf(budget)
          }
          const payer = caller.role === "guest" ? { guestsOf: client } : { user: caller.id }
          const reply = yield* Reply.make
          // Open until the turn ends, even if the client disconnects.
          const admissionScope = yield* Scope.make()

          /** Starts the turn in the background, and returns as soon as its message is stored. */
          const begin = Effect.gen(function* () {
            const begun = yield* Deferred.make<
              unknown,
              ConversationNotFound | ConversationBusy | ActionNotFound | DatabaseUnavailable
            >()
            const running = yield* turns.start(
              Effect.uninterruptibleMask((restore) =>
                restore(open(leased, { acceptLanguage, precedingAnswer, isNew, namedActions, words }, payer)).pipe(
                  Effect.onExit((exit) => Deferred.done(begun, exit)),
                  Effect.flatMap((opened) =>
                    turnOf(leased, words, deadline, opened).pipe(
                      Effect.flatMap((turn) => restore(converse(turn, opened, reply))),
                      Effect.onExit((exit) => Scope.close(admissionScope, exit))
                    )
                  )
                )
              )
            )
            yield* Deferred.await(begun)
            return running
          })

          const conclusion = yield* Effect.uninterruptible(
            Scope.extend(admission.admit(leased, isNew, begin), admissionScope).pipe(
              Effect.onError((cause) =>
                Effect.zipRight(
                  isCertainlyNotStored(cause) ? admission.release(leased) : admission.abandon(leased),
                  Scope.close(admissionScope, Exit.failCause(cause))
                )
              ),
              Effect.catchTag("TooManyTurns", () => Conclusion.unavailable()),
              Effect.flatMap(reply.receive)
            )
          )
          const { agentsInvolved, content } = yield* Effect.mapError(
            conclusion,
            (reason) => new ChatTurnFailed({ conversationId: leased.conversationId, reason })
          )
          return new ChatAnswer({
            response: content,
            conversation_id: leased.conversationId,
            agents_involved: agentsInvolved
          })
        })
        return { answer, accepting: turns.accepting, drain: turns.drain }
      })
    )

  /** Requires only the database and the network. Closes abandoned turns in the background. */
  static readonly layer = (agent: OrchestratorRun.Orchestrator) =>
    this.layerNoDeps(agent).pipe(
      Layer.merge(AbandonedTurns.sweep),
      Layer.provide([
        TurnOpening.layer,
        TurnRecord.layer,
        TurnStates.layer,
        AbandonedTurns.layer,
        PendingActions.layer,
        Receipts.layer,
        SpecialistClient.layer,
        SpecialistAccess.layer
      ])
    )

  /** Drains turns at shutdown. Must be built after the server, so that turns end before their requests do. */
  static readonly draining = Layer.scopedDiscard(Effect.flatMap(this, ({ drain }) => Effect.addFinalizer(() => drain)))
}
