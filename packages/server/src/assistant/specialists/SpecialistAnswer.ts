import {
  Extension,
  PendingActionsData,
  type ProposedAction,
  SettledAction,
  type Task,
  UsageSteps
} from "@storefront/domain/api/AgentApi"
import { writesOf } from "@storefront/domain/tools/Writes"
import { type MissingArgument } from "@storefront/domain/tools/OrchestratorTools"
import { type Shown } from "@storefront/domain/tools/Shows"
import { Array, Data, Effect, Option, Schema } from "effect"
import * as ConversationHistory from "../a2a/ConversationHistory.ts"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import * as ModelState from "../model/ModelState.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import * as TokenBudget from "../../platform/provider/TokenBudget.ts"

/** Reading of a specialist's finished task, and settling of the budgets that were lent to it. */

/** Tokens that the specialist used, as far as it reported them. */
export interface SpecialistUsage {
  readonly tokensIn: number
  readonly tokensOut: number
}

const nothingUsed: SpecialistUsage = { tokensIn: 0, tokensOut: 0 }

export interface SpecialistAnswer {
  readonly text: string
  readonly usage: SpecialistUsage
  /** Tools that have written, as far as the specialist reported them. */
  readonly written: ReadonlyArray<string>
  readonly proposed: ReadonlyArray<ProposedAction>
  /** Arguments that its tools did not take, unless a later call of the same tool succeeded. */
  readonly missing: ReadonlyArray<MissingArgument>
  /** Ids of the things that the answer is about. */
  readonly shows: ReadonlyArray<Shown>
  /** State that its model wants back in later turns. */
  readonly modelState: Option.Option<unknown>
}

/**
 * There is no answer. `failed`, `unavailable` and `budget` are the specialist's own words, and `timeout` can be; the
 * others are ours.
 */
export class SpecialistUnavailable extends Data.TaggedError("SpecialistUnavailable")<{
  readonly reason:
    | "timeout"
    | "unavailable"
    | "budget"
    | "unreachable"
    | "error_status"
    | "unreadable_answer"
    | "failed"
  readonly usage: SpecialistUsage
  /** Tools that have written nevertheless, as far as the specialist reported them. */
  readonly written: ReadonlyArray<string>
}> {}

/** The injection guard of the specialist blocked the message. */
export class SpecialistRefused extends Data.TaggedError("SpecialistRefused")<{ readonly usage: SpecialistUsage }> {}

/** Information about a run in its task. */
interface RunSummary {
  readonly usage: SpecialistUsage
  readonly written: ReadonlyArray<string>
}

const nothingKnown: RunSummary = { usage: nothingUsed, written: [] }

/** Builds the error for a question without an answer. */
export const unavailable = (reason: SpecialistUnavailable["reason"], { usage, written }: RunSummary = nothingKnown) =>
  new SpecialistUnavailable({ reason, usage, written })

/** Maps the specialist's reason for a run without an answer to ours. */
const reasonOf = (failure: UsageSteps["failure"]): SpecialistUnavailable["reason"] =>
  failure === "deadline" ? "timeout" : failure === "unavailable" || failure === "budget" ? failure : "failed"

const decodeProposals = Schema.decodeUnknown(PendingActionsData)
const decodeSettled = Schema.decodeUnknown(SettledAction)
const decodeUsage = Schema.decodeUnknownOption(UsageSteps)

const summaryOf = ({ steps, tokensIn, tokensOut }: UsageSteps): RunSummary => ({
  usage: { tokensIn, tokensOut },
  written: writesOf(steps)
})

/** Returns the arguments that the tools of a run lacked to the end. */
const missingIn = (steps: UsageSteps["steps"]): ReadonlyArray<MissingArgument> =>
  Array.dedupeWith(
    steps.flatMap(({ fieldErrors = [], stepIndex, toolName }) =>
      steps.some((later) => later.stepIndex > stepIndex && later.toolName === toolName && later.status === "success")
        ? []
        : fieldErrors.map(({ field, message }) => ({ tool: toolName, field, message }))
    ),
    (one, other) => one.tool === other.tool && one.field === other.field
  )

/** Part of the turn's budgets that a specialist may use. */
interface Loan {
  readonly retries: number
  readonly tokens: number
}

/** Lends a specialist a part of what the turn has left. */
export const lend = Effect.all({ retries: RetryBudget.lend, tokens: TokenBudget.lend })

/** Returns a whole loan to the turn. */
export const giveBack = ({ retries, tokens }: Loan) =>
  Effect.zipRight(RetryBudget.giveBack(retries), TokenBudget.giveBack(tokens))

/** Reads a task, given what was lent to its run. */
export type Reading<A, E> = (task: Task, given: Loan) => Effect.Effect<A, E | SpecialistUnavailable>

/** Returns the JSON of an artifact; undefined if there is no such artifact. */
const dataOf = ({ artifacts = [] }: Task, id: string): unknown =>
  artifacts.find(({ artifactId }) => artifactId === id)?.parts[0].data

/** Reads the answer of a finished task, and returns the unused part of the loan. */
export const readAnswer: Reading<SpecialistAnswer, SpecialistRefused> = Effect.fnUntraced(function* (task, given) {
  const { artifacts = [], status } = task
  const answer = artifacts.find(({ artifactId }) => artifactId === "answer")
  const text = ConversationHistory.textOf(answer?.parts ?? [])
  const told = Option.getOrUndefined(
    decodeUsage((answer?.metadata ?? status.message?.metadata)?.[Extension.usageSteps])
  )
  yield* RetryBudget.giveBack(given.retries - (told?.repeatedRequests ?? 0))
  if (told !== undefined) {
    yield* TokenBudget.giveBack(given.tokens - told.tokensIn - told.tokensOut)
  }
  const run = told === undefined ? nothingKnown : summaryOf(told)
  const learnt = { missing: missingIn(told?.steps ?? []), shows: told?.shows ?? [] }
  const unreadable = () => unavailable("unreadable_answer", run)
  const modelState = ModelState.admit(dataOf(task, ModelState.artifactId))
  switch (status.state) {
    case "TASK_STATE_COMPLETED":
      // Without text, the receipts report the writes.
      return isBlank(text) && run.written.length === 0
        ? yield* unreadable()
        : { text, ...run, proposed: [], ...learnt, modelState: yield* modelState }
    case "TASK_STATE_INPUT_REQUIRED": {
      const { actions } = yield* Effect.mapError(decodeProposals(dataOf(task, "pending-actions")), unreadable)
      return { text, ...run, proposed: actions, ...learnt, modelState: yield* modelState }
    }
    case "TASK_STATE_REJECTED":
      return yield* new SpecialistRefused({ usage: run.usage })
    default:
      return yield* unavailable(reasonOf(told?.failure), run)
  }
})

/** Reads the outcome of an action. Its run asks no model, so the whole loan is returned. */
export const readSettled: Reading<SettledAction, never> = Effect.fnUntraced(function* (task, given) {
  yield* giveBack(given)
  return yield* Effect.mapError(decodeSettled(dataOf(task, "settled")), () =>
    unavailable(task.status.state === "TASK_STATE_COMPLETED" ? "unreadable_answer" : "failed")
  )
})
