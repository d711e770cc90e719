import { type TurnEvent, type TurnTotals } from "@storefront/domain/turn/TurnEvents"
import { Effect, Either } from "effect"
import { viewOf } from "../actions/ActionViews.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import * as NoAnswer from "./NoAnswer.ts"
import { type StoredAnswer } from "./StoredAnswer.ts"
import { type RecordedTurn } from "./TurnRecord.ts"

/** Last events of a turn, which bring its followers from the text that they have to the stored answer. */

const totalsOf = (answer: StoredAnswer, report: Pick<TurnReport, "status" | "durationMs">): TurnTotals => ({
  outcome: report.status === "blocked" ? "blocked" : answer.partial ? "partial" : "answered",
  agents_involved: answer.agentsInvolved,
  tokens_in: answer.tokensIn,
  tokens_out: answer.tokensOut,
  duration_ms: report.durationMs
})

const discarded = (released: string): ReadonlyArray<TurnEvent> => (released === "" ? [] : [{ _tag: "text_discarded" }])

const text = (delta: string): ReadonlyArray<TurnEvent> => (delta === "" ? [] : [{ _tag: "text", delta }])

/** Continues the released text to the answer, or replaces it. */
const continueText = (released: string, answer: string): ReadonlyArray<TurnEvent> =>
  answer.startsWith(released) ? text(answer.slice(released.length)) : [...discarded(released), ...text(answer)]

/** Returns the events of a turn without an answer. */
export const eventsOfFailure = (released: string, reason: NoAnswer.NoAnswerReason) =>
  Effect.map(NoAnswer.errorOf(reason), (error): ReadonlyArray<TurnEvent> => [
    ...discarded(released),
    { _tag: "failed", ...NoAnswer.toTurnError(error) }
  ])

/** Returns the events after the released text. A partial answer replaces it. */
export const eventsOf = (
  released: string,
  { conclusion, shown }: RecordedTurn,
  report: TurnReport
): Effect.Effect<ReadonlyArray<TurnEvent>> =>
  Either.match(conclusion, {
    onLeft: (reason) => eventsOfFailure(released, reason),
    onRight: (answer) =>
      Effect.succeed([
        ...continueText(released, answer.content),
        ...shown.map((action): TurnEvent => ({ _tag: "pending_action", action: viewOf(action, answer.locale) })),
        { _tag: answer.stopped ? "stopped" : "done", ...totalsOf(answer, report) }
      ])
  })
