import { Array, Predicate, Record } from "effect"
import { type Step } from "../turn/TurnReport.ts"

/** Effect of a run, a row of `tool_effects`. */
export interface StoredEffect {
  readonly toolName: string
  readonly result: unknown
}

/** Returns whether a step has written: it succeeded, and was neither a replay nor only a proposal. */
const hasWritten = ({ output, status }: Step) =>
  status === "success" &&
  !(Predicate.hasProperty(output, "replayed") && output.replayed === true) &&
  !(Predicate.hasProperty(output, "status") && output.status === "awaiting_confirmation")

const isUnknown = ({ output, status }: Step) =>
  status === "cancelled" || (Predicate.hasProperty(output, "reason") && output.reason === "outcome_unknown")

/** Assigns an effect to the last step of its tool whose outcome is unknown; else appends a step for it. */
const withEffect = (steps: ReadonlyArray<Step>, { result, toolName }: StoredEffect): ReadonlyArray<Step> => {
  const index = steps.findLastIndex((step) => step.toolName === toolName && isUnknown(step))
  const done = { toolName, input: {}, output: result, status: "success" as const, durationMs: 0 }
  return index === -1
    ? [...steps, done]
    : steps.map((step, at) => (at === index ? { ...step, output: result, status: "success" } : step))
}

/** Completes the steps of a run by its stored effects, even those of which the run did not learn. */
export const reconcile = (steps: ReadonlyArray<Step>, effects: ReadonlyArray<StoredEffect>): ReadonlyArray<Step> =>
  Record.reduce(
    Array.groupBy(effects, ({ toolName }) => toolName),
    steps,
    (known, storedEffects, toolName) => {
      const reportedWrites = known.filter((step) => step.toolName === toolName && hasWritten(step)).length
      return storedEffects.slice(reportedWrites).reduce(withEffect, known)
    }
  )
