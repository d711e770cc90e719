import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { writesOf } from "@storefront/domain/tools/Writes"
import { proposalIdIn } from "@storefront/domain/tools/ProposalResult"
import { Array, Cause, Exit, Option, Record, Schema } from "effect"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { type Step, type TurnFailure, type TurnStatus } from "../turn/TurnReport.ts"
import { type RunNotOpened } from "../usage/AgentRuns.ts"
import { type RoundsFailed } from "./Rounds.ts"

/** Outcome of a run, derived from its exit and its steps. */

/** End of a run as its report states it: either an answer or a failure. */
export interface RunOutcome {
  readonly status: TurnStatus
  readonly answer: string
  readonly modelState: Option.Option<unknown>
  readonly failure: TurnFailure | null
  readonly errorMessage: string | null
}

export const answered = (
  status: "success" | "blocked",
  answer: string,
  modelState: RunOutcome["modelState"] = Option.none()
): RunOutcome => ({ status, answer, modelState, failure: null, errorMessage: null })

const failed = (status: TurnStatus, failure: TurnFailure, errorMessage: string): RunOutcome => ({
  status,
  answer: "",
  modelState: Option.none(),
  failure,
  errorMessage
})

/** Failures outside the rounds: the run cannot be opened, or its context cannot be read. */
type Unavailable = DatabaseUnavailable | RunNotOpened

const isRoundsFailure = (error: RoundsFailed | Unavailable) => error._tag === "RoundsFailed"

export const fromExit = (exit: Exit.Exit<RunOutcome, RoundsFailed | Unavailable>): RunOutcome => {
  if (Exit.isSuccess(exit)) {
    return exit.value
  }
  return Cause.isInterrupted(exit.cause)
    ? failed("cancelled", "shutdown", "The turn was interrupted")
    : Option.match(Option.filter(Cause.failureOption(exit.cause), isRoundsFailure), {
        onSome: ({ failure, message }) => failed("error", failure, message),
        onNone: () => failed("error", "unavailable", "A dependency of the agent failed")
      })
}

const isUnavailable = Schema.is(
  Schema.Struct({ error: Schema.Literal("unavailable"), reason: Schema.optional(Schema.String) })
)

/** Failure of a run by the `reason` of a tool's failure. */
const failureByReason: Record.ReadonlyRecord<string, TurnFailure> = {
  timeout: "deadline",
  unavailable: "unavailable",
  outcome_unknown: "unavailable",
  budget: "budget"
}

/**
 * Returns the failure of a run in which every tool call was answered with `unavailable`, so that the model's text can
 * only be an apology. None if a call succeeded or none was made.
 */
export const failureIfAllUnavailable = (steps: ReadonlyArray<Step>): Option.Option<TurnFailure> => {
  const outputs = steps.map(({ output }) => output).filter(isUnavailable)
  return steps.length === 0 || outputs.length < steps.length
    ? Option.none()
    : Option.orElseSome(
        Array.findFirst(outputs, ({ reason = "" }) => Record.get(failureByReason, reason)),
        () => "model" as const
      )
}

const hasProposals = Schema.is(Schema.Struct({ proposed: Schema.NonEmptyArray(Schema.String) }))

/** Returns whether a specialist's answer has no text of its own. */
const hasNoText = Schema.is(
  Schema.Struct({ agent_name: Schema.String, response: Schema.String.pipe(Schema.filter(isBlank)) })
)

/** Returns whether the server itself reports the step or asks for its confirmation, so that no text is needed. */
export const isReportedByServer = (step: Step) =>
  writesOf([step]).length > 0 ||
  Option.isSome(proposalIdIn(step.output)) ||
  hasProposals(step.output) ||
  hasNoText(step.output)
