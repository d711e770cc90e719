import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Confirmation, type SettledAction } from "@storefront/domain/api/AgentApi"
import { type ActionId, UsageLogId } from "@storefront/domain/Ids"
import * as Shows from "@storefront/domain/tools/Shows"
import { type Card } from "@storefront/domain/turn/TurnEvents"
import * as ActionOutcomes from "@storefront/domain/words/ActionOutcomes"
import { type Locale } from "@storefront/domain/words/Locale"
import { declined } from "@storefront/domain/words/Sentences"
import { Array, Context, DateTime, Duration, Effect, Either, Exit, Option, Ref, Schedule } from "effect"
import { v7 } from "uuid"
import { hasSameSubject, type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import * as Transaction from "../../platform/database/Transaction.ts"
import { noIds } from "../guard/Provenance.ts"
import { type GuardReport } from "../../platform/scanner/Scanner.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { noTokens } from "../../platform/provider/TokenUsage.ts"
import { SpecialistAccess } from "../specialists/SpecialistAccess.ts"
import { type SpecialistUnavailable } from "../specialists/SpecialistAnswer.ts"
import { SpecialistClient } from "../specialists/SpecialistClient.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { publish } from "../turn/RunEvents.ts"
import { type AgentRun, AgentRuns } from "../usage/AgentRuns.ts"
import { noModel, type Step, type TurnReport } from "../turn/TurnReport.ts"
import { type NoAnswerReason } from "./NoAnswer.ts"
import { type Consultation } from "./StoredAnswer.ts"
import { type Concluded } from "./TurnRecord.ts"
import { type Outcome } from "./TurnClosing.ts"
import { Cards } from "./Cards.ts"
import * as Conclusion from "./Conclusion.ts"
import { Receipts } from "./Receipts.ts"
import { describeDone } from "../actions/DoneSentences.ts"
import { type OpenedTurn } from "./TurnOpening.ts"
import { type FrontTurn } from "./TurnStates.ts"

/** Settlement of a message without a model: it confirms or declines proposals, or has them shown again. */

/** Time limit and retry interval of reads during a fault of the database. */
const readLimit = Duration.seconds(5)
const readRetry = Schedule.jittered(Schedule.spaced("200 millis"))

/** Retries a read until it succeeds or the time limit is reached. */
const withReadRetry = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  read.pipe(
    Transaction.retryFaults(readRetry),
    Effect.disconnect,
    Effect.timeoutFail({ duration: readLimit, onTimeout: () => new DatabaseUnavailable() })
  )

/** Turn whose message is settled without a model. */
export interface SettlementTurn extends FrontTurn, Pick<OpenedTurn, "actions" | "decision"> {
  readonly guard: GuardReport
}

/** Outcome of an action that the message confirms. */
interface ActionOutcome {
  readonly action: PendingAction
  /** Sentence about the outcome. */
  readonly text: string
  /** Status of the call to the specialist; none if no call was made. */
  readonly status: Option.Option<Consultation["status"]>
  readonly durationMs: number
}

/** Answer of the server to a settled message. */
export interface ServerAnswer {
  readonly texts: ReadonlyArray<string>
  /** Actions whose outcome the texts report. */
  readonly reported: ReadonlyArray<ActionId>
  /** Actions of the block, in the order of the block. */
  readonly shown: ReadonlyArray<PendingAction>
  /** Ids in the results of the confirmed actions. */
  readonly shows: ReadonlyArray<Shows.Shown>
  readonly calls: ReadonlyArray<{
    readonly specialist: PendingAction["agentName"]
    readonly status: Consultation["status"]
    readonly durationMs: number
  }>
}

const isOpen = ({ state }: PendingAction) => state === "open"

const stepOf = ({ action, durationMs, status, text }: ActionOutcome): Step => ({
  toolName: "call_specialist_agent",
  input: { agent_name: action.agentName, action_id: action.id },
  output: { agent_name: action.agentName, status: Option.getOrElse(status, () => "error"), response: text },
  status: Option.contains(status, "success") ? "success" : "error",
  durationMs
})

/** Returns the sentence about an action's stored state, for when its specialist did not report the outcome. */
const describeOutcome = (
  action: PendingAction,
  replacement: Option.Option<PendingAction>,
  locale: ConversationTurn["locale"]
): string => {
  switch (action.state) {
    case "confirmed":
      return describeDone(action, locale)
    case "stale":
      return Option.match(replacement, {
        onNone: () => ActionOutcomes.reportImpossible(action.terms, "conflict", locale),
        onSome: ({ terms }) => ActionOutcomes.reportChanged(action.terms, terms, locale)
      })
    case "expired":
      return ActionOutcomes.reportExpired(action.terms, Option.isSome(replacement), locale)
    case "dropped":
      return ActionOutcomes.reportDropped(action.terms, locale)
    default:
      return ActionOutcomes.reportFailed(action.terms, locale)
  }
}

/** Has an action performed by the specialist that proposed it. Fails if the action's state cannot be determined. */
const confirm = Effect.fnUntraced(function* (turn: SettlementTurn, action: PendingAction) {
  const { caller, conversationId, locale, traceId } = turn
  const access = yield* SpecialistAccess
  const client = yield* SpecialistClient
  const runs = yield* AgentRuns
  const pending = yield* PendingActions
  const elapsed = yield* SteadyClock.stopwatch
  const specialist = action.agentName
  const outcome = (text: string, status: Option.Option<Consultation["status"]>) =>
    Effect.map(elapsed, (durationMs): ActionOutcome => ({ action, text, status, durationMs }))
  if (!(yield* withReadRetry(access.isGranted(caller, specialist)))) {
    return yield* outcome(ActionOutcomes.reportFailed(action.terms, locale), Option.none())
  }
  const confirmation: Confirmation = { actionId: action.id, messageId: turn.userMessageId, locale }
  const run: AgentRun = {
    ...turn,
    id: yield* Effect.sync(() => UsageLogId.make(v7())),
    agentName: specialist,
    message: JSON.stringify(confirmation),
    messageId: action.id
  }

  const lookUpOutcome = Effect.gen(function* () {
    yield* runs.close(run)
    const [current] = yield* pending.find(caller.id, conversationId, [action.id])
    const newProposals = yield* pending.proposedIn(conversationId, traceId)
    const replacement = Array.findFirst(newProposals, hasSameSubject(action))
    return describeOutcome(current ?? action, replacement, locale)
  }).pipe(withReadRetry)

  const finish = (exit: Exit.Exit<SettledAction, SpecialistUnavailable>) =>
    Effect.flatMap(elapsed, (durationMs) =>
      publish({
        _tag: "specialist_finished",
        call: run.id,
        status: Exit.isSuccess(exit) ? "success" : "error",
        durationMs
      })
    )
  yield* publish({ _tag: "specialist_started", call: run.id, specialist })
  return yield* client.confirm(run, confirmation).pipe(
    Effect.onExit(finish),
    Effect.flatMap(({ state, text }) => (state === "unknown" ? lookUpOutcome : Effect.succeed(text))),
    Effect.flatMap((text) => outcome(text, Option.some("success"))),
    Effect.catchTag("SpecialistUnavailable", ({ reason }) =>
      Effect.logWarning("A specialist did not say what became of an action").pipe(
        Effect.annotateLogs({ specialist, reason }),
        Effect.zipRight(lookUpOutcome),
        Effect.flatMap((text) => outcome(text, Option.some("error")))
      )
    )
  )
})

/** Returns the sentence about an action that the message declined by id. */
const describeDeclined = (action: PendingAction, locale: Locale): string =>
  // One that was done before cannot be declined any more.
  action.state === "confirmed" ? describeDone(action, locale) : ActionOutcomes.reportDeclined(action.terms, locale)

/** Builds the answer about actions whose outcome is known. */
const answerAbout = Effect.fnUntraced(function* (
  { actions, caller, conversationId, decision, locale, traceId }: SettlementTurn,
  outcomes: ReadonlyArray<ActionOutcome>
) {
  const pending = yield* PendingActions
  const ids = actions.map(({ id }) => id)
  const current = yield* pending.find(caller.id, conversationId, ids)
  const newProposals = yield* pending.proposedIn(conversationId, traceId)
  const reported = outcomes.map(({ action }) => action.id)
  const currentOf = (ids: ReadonlyArray<ActionId>) => ids.flatMap((id) => current.filter((action) => action.id === id))
  const open = currentOf(ids).filter(isOpen)
  const declinedIds = decision._tag === "Confirm" ? decision.declined : []
  const answer: ServerAnswer = {
    texts: [
      ...outcomes.map(({ text }) => text),
      ...currentOf(declinedIds).map((action) => describeDeclined(action, locale))
    ],
    reported,
    shown: Array.dedupeWith([...open, ...newProposals], (one, other) => one.id === other.id),
    shows: Shows.mergeShown(
      current
        .filter(({ id }) => reported.includes(id))
        .flatMap(({ result }) => Shows.selectShownIds(Shows.shownObjectsIn(Shows.showsAct, result), ""))
    ),
    calls: outcomes.flatMap(({ action, durationMs, status }) =>
      Array.map(Option.toArray(status), (status) => ({ specialist: action.agentName, status, durationMs }))
    )
  }
  return answer
})

/** Returns the texts, and the actions shown below them, of an answer to a message that confirms nothing. */
const withoutSettling = ({ actions, decision, locale }: SettlementTurn): Pick<ServerAnswer, "texts" | "shown"> => {
  const open = actions.filter(isOpen)
  switch (decision._tag) {
    case "ShowAgain":
      return { texts: [], shown: open }
    case "Decline": {
      const [others, named] = Array.partition(actions, ({ id }) => decision.ids.includes(id))
      return {
        texts: named.some(({ state }) => state === "confirmed")
          ? named.map((action) => describeDeclined(action, locale))
          : [declined(locale)],
        shown: others.filter(isOpen)
      }
    }
    default:
      return { texts: [declined(locale)], shown: [] }
  }
}

/**
 * Carries out the decision about the message. `finished` collects outcomes, and outlives an interruption, which waits for
 * the act in hand.
 */
const settle = Effect.fnUntraced(function* (turn: SettlementTurn, finished: Ref.Ref<ReadonlyArray<ActionOutcome>>) {
  const { actions, decision } = turn
  if (decision._tag !== "Confirm") {
    const answer: ServerAnswer = { reported: [], shows: [], calls: [], ...withoutSettling(turn) }
    return answer
  }
  const confirmed = Array.filterMap(decision.ids, (id) => Array.findFirst(actions, (action) => action.id === id))
  yield* Effect.forEach(
    confirmed,
    (action) =>
      Effect.uninterruptible(
        Effect.flatMap(confirm(turn, action), (outcome) => Ref.update(finished, Array.append(outcome)))
      ),
    { discard: true }
  )
  return yield* withReadRetry(answerAbout(turn, yield* Ref.get(finished)))
})

export const make = Effect.gen(function* () {
  const receipts = yield* Receipts
  const cards = yield* Cards
  const services = Context.pick(
    SpecialistAccess,
    SpecialistClient,
    AgentRuns,
    PendingActions
  )(yield* Effect.context<SpecialistAccess | SpecialistClient | AgentRuns | PendingActions>())

  /** Returns the answer of a stopped turn: only what was done; everything that is still open is dropped. */
  const answerOfStopped = Effect.fnUntraced(function* (turn: SettlementTurn, outcomes: ReadonlyArray<ActionOutcome>) {
    yield* Effect.flatMap(PendingActions, ({ dropAll }) => dropAll(turn.conversationId, Option.none()))
    return outcomes.length === 0 ? Either.left("stopped" as const) : Either.right(yield* answerAbout(turn, outcomes))
  })

  /** Concludes the turn, which has no answer if an action's state is unknown. */
  const conclude = Effect.fnUntraced(function* (
    turn: SettlementTurn,
    exit: Exit.Exit<ServerAnswer, unknown>,
    isStopped: boolean,
    outcomes: ReadonlyArray<ActionOutcome>,
    cards: ReadonlyArray<Card>
  ) {
    const answer: Either.Either<ServerAnswer, NoAnswerReason> = Exit.isSuccess(exit)
      ? Either.right(exit.value)
      : isStopped
        ? yield* answerOfStopped(turn, outcomes)
        : Either.left(Exit.isInterrupted(exit) ? "shutdown" : "unavailable")
    const reported = Either.match(answer, { onLeft: () => [], onRight: ({ reported }) => reported })
    const concluded: Concluded = {
      conclusion: Conclusion.ofSettled(answer, isStopped, {
        locale: turn.locale,
        receipts: yield* receipts.of(turn, reported),
        dropped: [],
        cards
      }),
      hasProposed: true
    }
    return concluded
  }, Effect.provide(services))

  /** Settles a message. `close` always runs, uninterruptibly. */
  return (
    turn: SettlementTurn,
    isStopRequested: Effect.Effect<boolean>,
    close: (report: TurnReport, outcome: Outcome) => Effect.Effect<TurnReport>
  ) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const startedAt = yield* DateTime.now
        const elapsed = yield* SteadyClock.stopwatch
        const finished = yield* Ref.make<ReadonlyArray<ActionOutcome>>([])
        const exit = yield* settle(turn, finished).pipe(
          Effect.tapErrorCause((cause) => Effect.logError("A message could not be settled", cause)),
          Effect.provide(services),
          restore,
          Effect.exit
        )
        const isStopped = Exit.isInterrupted(exit) && (yield* isStopRequested)
        const outcomes = yield* Ref.get(finished)
        const report: TurnReport = {
          runId: UsageLogId.make(v7()),
          agentName: "orchestrator",
          ...(Exit.isSuccess(exit)
            ? { status: "success", answer: exit.value.texts.join("\n\n"), failure: null, errorMessage: null }
            : Exit.isInterrupted(exit)
              ? { status: "cancelled", answer: "", failure: "shutdown", errorMessage: "The turn was interrupted" }
              : {
                  status: "error",
                  answer: "",
                  failure: "unavailable",
                  errorMessage: "The state of an action is not known"
                }),
          guard: turn.guard,
          ids: noIds,
          shows: [],
          steps: outcomes.map(stepOf),
          ...noTokens,
          repeatedRequests: 0,
          ...noModel,
          traceId: turn.traceId,
          startedAt,
          durationMs: yield* elapsed
        }
        yield* close(report, {
          // Nothing to do: each confirmation has waited for its run, or closed it.
          settle: Effect.void,
          cards: cards.of({
            caller: turn.caller,
            shows: Exit.match(exit, { onFailure: () => [], onSuccess: ({ shows }) => shows }),
            text: report.answer,
            needsSignIn: false
          }),
          conclude: (cards) => conclude(turn, exit, isStopped, outcomes, cards)
        })
        return Exit.isInterrupted(exit) ? yield* Effect.interrupt : undefined
      })
    )
})
