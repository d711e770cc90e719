import { type TurnEnd, type TurnEvent, type TurnState, type TurnTotals } from "@storefront/domain/turn/TurnEvents"
import { Effect, Either } from "effect"
import { viewOf } from "../actions/ActionViews.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import * as NoAnswer from "./NoAnswer.ts"
import { type RecordedTurn } from "./TurnRecord.ts"

/** Last events of a turn, which bring its followers from the state that they have to the stored turn. */

/** Parts of an ended turn's state. */
export interface EndedState extends Pick<TurnState, "text" | "cards" | "actions"> {
  readonly end: TurnEnd
}

/** Continues the text that followers have to the final one, or replaces it. */
const continueText = (released: string, text: string): ReadonlyArray<TurnEvent> => {
  const isContinued = text !== "" && text.startsWith(released)
  const rest = isContinued ? text.slice(released.length) : text
  return [
    ...(isContinued || released === "" ? [] : [{ _tag: "text_discarded" as const }]),
    ...(rest === "" ? [] : [{ _tag: "text" as const, delta: rest }])
  ]
}

/** Returns the events that lead from a running turn's state to its end. */
export const eventsTo = (
  { actions, cards, end, text }: EndedState,
  from: Pick<TurnState, "text">
): ReadonlyArray<TurnEvent> => [
  ...continueText(from.text, text),
  ...cards.map((card) => ({ _tag: "card" as const, card })),
  ...actions.map((action) => ({ _tag: "pending_action" as const, action })),
  end
]

/** Builds the last event of a turn with an answer. */
export const endOf = (
  { blocked, partial, stopped }: { readonly [Mark in "stopped" | "blocked" | "partial"]: boolean },
  totals: Omit<TurnTotals, "outcome">
): TurnEnd => ({
  _tag: stopped ? "stopped" : "done",
  outcome: blocked ? "blocked" : partial ? "partial" : "answered",
  ...totals
})

/** Builds the end of a turn without an answer. */
export const withoutAnswer = (reason: NoAnswer.NoAnswerReason): Effect.Effect<EndedState> => {
  const nothing = { text: "", cards: [], actions: [] }
  return reason === "stopped"
    ? Effect.succeed({
        ...nothing,
        end: { _tag: "stopped", outcome: "partial", agents_involved: [], tokens_in: 0, tokens_out: 0, duration_ms: 0 }
      })
    : Effect.map(NoAnswer.errorOf(reason), (error) => ({
        ...nothing,
        end: { _tag: "failed", ...NoAnswer.toTurnError(error) }
      }))
}

/** Builds the end of a turn that was recorded. */
export const ofRecorded = ({ conclusion, shown }: RecordedTurn, report: TurnReport): Effect.Effect<EndedState> =>
  Either.match(conclusion, {
    onLeft: withoutAnswer,
    onRight: (answer) =>
      Effect.succeed({
        text: answer.content,
        cards: answer.cards,
        actions: shown.map((action) => viewOf(action, answer.locale)),
        end: endOf(
          { stopped: answer.stopped, blocked: report.status === "blocked", partial: answer.partial },
          {
            agents_involved: answer.agentsInvolved,
            tokens_in: answer.tokensIn,
            tokens_out: answer.tokensOut,
            duration_ms: report.durationMs
          }
        )
      })
  })
