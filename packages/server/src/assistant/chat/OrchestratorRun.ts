import { type Toolkit } from "@effect/ai"
import { isPending } from "@storefront/domain/confirmation/PendingAction"
import { type OrchestratorTools, SpecialistCalls } from "@storefront/domain/tools/OrchestratorTools"
import { type Card } from "@storefront/domain/turn/TurnEvents"
import { Array, Effect, Option } from "effect"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { hasSameSubject, PendingActions } from "../actions/PendingActions.ts"
import { type Agent, check } from "../agent/Agent.ts"
import * as AgentRuntime from "../agent/AgentRuntime.ts"
import * as RunRecorder from "../agent/RunRecorder.ts"
import * as TokenBudget from "../../platform/provider/TokenBudget.ts"
import * as SpecialistTurn from "../specialists/SpecialistTurn.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { type Allowance } from "../usage/TokenAllowances.ts"
import { type Concluded } from "./TurnRecord.ts"
import { type Outcome } from "./TurnClosing.ts"
import { Cards } from "./Cards.ts"
import * as Conclusion from "./Conclusion.ts"
import { Receipts } from "./Receipts.ts"
import { type OpenedTurn } from "./TurnOpening.ts"

/** Agent that customers talk to. */
export type Orchestrator = Agent<Toolkit.Tools<typeof OrchestratorTools>>

/** Turn in which the model is asked. */
export interface ModelTurn extends Pick<OpenedTurn, "isAfterUnacknowledged" | "dropped"> {
  readonly turn: ConversationTurn
  /** Tokens that the turn may use at the provider. */
  readonly allowance: Allowance
  /** Returns the text that the customer has seen, if the customer stopped the turn. */
  readonly stoppedAfter: Effect.Effect<Option.Option<string>>
}

/** Builds the function that runs the orchestrator on a turn, and combines the specialists' answers and writes. */
export const make = Effect.fnUntraced(function* (agent: Orchestrator) {
  yield* check(agent)
  const run = yield* AgentRuntime.make(agent, yield* agent.toolkit)
  const pending = yield* PendingActions
  const receipts = yield* Receipts
  const cards = yield* Cards
  const specialistsOf = yield* SpecialistTurn.make

  /** Composes the answer; the specialists' runs must be settled. */
  const conclude = Effect.fnUntraced(function* (
    report: TurnReport,
    { allowance, dropped, isAfterUnacknowledged, stoppedAfter, turn }: ModelTurn,
    specialists: SpecialistTurn.SpecialistTurn,
    cards: ReadonlyArray<Card>
  ) {
    const calls = yield* specialists.calls
    const ids = Array.dedupe(calls.flatMap(({ proposed }) => proposed.map(({ actionId }) => actionId)))
    const found = ids.length === 0 ? [] : yield* pending.find(turn.caller.id, turn.conversationId, ids)
    // The report of a specialist can be incomplete, so the database is queried whenever one was called.
    const canHaveWritten = isAfterUnacknowledged || calls.length > 0
    const proposals = found.filter(({ state }) => isPending(state))
    const outcome: Conclusion.ModelOutcome = {
      report,
      calls,
      outOfTokens: allowance.limitedBy === "turn" ? "turn_budget" : "budget",
      stoppedAfter: report.status === "cancelled" ? yield* stoppedAfter : Option.none()
    }
    const concluded: Concluded = {
      conclusion: Conclusion.make(outcome, {
        locale: turn.locale,
        receipts: canHaveWritten ? yield* receipts.of(turn, []) : [],
        dropped: dropped.filter((action) => !proposals.some(hasSameSubject(action))),
        proposals,
        cards
      }),
      hasProposed: calls.some(({ proposed, status }) => proposed.length > 0 || status === "error")
    }
    return concluded
  })

  /** Reads the cards of the answer. */
  const cardsOf = (
    { answer, status }: TurnReport,
    { caller }: ConversationTurn,
    specialists: SpecialistTurn.SpecialistTurn
  ) =>
    Effect.flatMap(specialists.calls, (calls) =>
      status === "cancelled"
        ? Effect.succeed([])
        : cards.of({
            caller,
            shows: calls.flatMap(({ shows }) => shows),
            text: isBlank(answer) ? calls.map((call) => call.answer).join("\n") : answer,
            needsSignIn: calls.some(({ needsSignIn, specialist }) => needsSignIn && specialist === "order-management")
          })
    )

  /** Runs the turn; `close` stores its report and determines the outcome. */
  return Effect.fnUntraced(function* (
    input: ModelTurn,
    close: (report: TurnReport, outcome: Outcome) => Effect.Effect<TurnReport>
  ) {
    const { allowance, turn } = input
    const specialists = yield* specialistsOf(turn)
    yield* run(turn, {
      // The orchestrator itself neither writes nor proposes, so its run is not opened.
      ...RunRecorder.none,
      record: (report) =>
        close(report, {
          settle: specialists.settle,
          cards: cardsOf(report, turn, specialists),
          conclude: (cards) => conclude(report, input, specialists, cards)
        })
    }).pipe(
      Effect.provideService(SpecialistCalls, specialists),
      RetryBudget.within(turn.deadline, RetryBudget.maxRetriesOfTurn),
      TokenBudget.within(allowance.tokens)
    )
  })
})
