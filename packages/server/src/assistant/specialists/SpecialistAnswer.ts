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

/** Decodes a specialist's finished task, and releases the unused part of the budget that was reserved for its run. */

/** Tokens that the specialist used, as far as it reported them. */
export interface SpecialistUsage {
  readonly tokensIn: number
  readonly tokensOut: number
}

const nothingUsed: SpecialistUsage = { tokensIn: 0, tokensOut: 0 }

export interface SpecialistAnswer {
  readonly text: string
  readonly usage: SpecialistUsage
  /** Names of tools that have written, as far as the specialist reported them. */
  readonly writes: ReadonlyArray<string>
  readonly proposed: ReadonlyArray<ProposedAction>
  /** Arguments that its tools rejected, unless a later call of the same tool succeeded. */
  readonly missing: ReadonlyArray<MissingArgument>
  readonly shows: ReadonlyArray<Shown>
  /** A tool was refused because it needs an account. */
  readonly needsSignIn: boolean
  /** State that must be sent back to its model in later turns. */
  readonly modelState: Option.Option<unknown>
}

/**
 * The specialist gave no answer. It reports `failed` and `budget` itself, `timeout` and `unavailable` come from either
 * side, and the client observes the others.
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
  /** Names of tools that have written all the same, as far as the specialist reported them. */
  readonly writes: ReadonlyArray<string>
}> {}

/** The injection guard of the specialist blocked the message. */
export class SpecialistRefused extends Data.TaggedError("SpecialistRefused")<{ readonly usage: SpecialistUsage }> {}

/** Usage and writes of a run, as reported in its task. */
interface RunSummary {
  readonly usage: SpecialistUsage
  readonly writes: ReadonlyArray<string>
}

const emptySummary: RunSummary = { usage: nothingUsed, writes: [] }

export const unavailable = (reason: SpecialistUnavailable["reason"], { usage, writes }: RunSummary = emptySummary) =>
  new SpecialistUnavailable({ reason, usage, writes })

/** Maps the failure that the specialist reports to the client's reason. */
const reasonOf = (failure: UsageSteps["failure"]): SpecialistUnavailable["reason"] =>
  failure === "deadline" ? "timeout" : failure === "unavailable" || failure === "budget" ? failure : "failed"

const decodeProposals = Schema.decodeUnknown(PendingActionsData)
const decodeSettled = Schema.decodeUnknown(SettledAction)
const decodeUsage = Schema.decodeUnknownOption(UsageSteps)

const summaryOf = ({ steps, tokensIn, tokensOut }: UsageSteps): RunSummary => ({
  usage: { tokensIn, tokensOut },
  writes: writesOf(steps)
})

/** Returns the arguments that were rejected in a run, and not corrected by a later call. */
const missingIn = (steps: UsageSteps["steps"]): ReadonlyArray<MissingArgument> =>
  Array.dedupeWith(
    steps.flatMap(({ fieldErrors = [], stepIndex, toolName }) =>
      steps.some((later) => later.stepIndex > stepIndex && later.toolName === toolName && later.status === "success")
        ? []
        : fieldErrors.map(({ field, message }) => ({ tool: toolName, field, message }))
    ),
    (one, other) => one.tool === other.tool && one.field === other.field
  )

/** Part of the turn's budgets that is reserved for a specialist's run. */
interface BudgetReservation {
  readonly retries: number
  readonly tokens: number
}

/** Reserves a part of the turn's remaining budgets. */
export const reserveBudget = Effect.all({ retries: RetryBudget.lend, tokens: TokenBudget.lend })

/** Releases a whole reservation. */
export const releaseBudget = ({ retries, tokens }: BudgetReservation) =>
  Effect.zipRight(RetryBudget.returnUnused(retries), TokenBudget.returnUnused(tokens))

/** Decodes a finished task, and releases the unused part of its reservation. */
export type Decoder<A, E> = (task: Task, reserved: BudgetReservation) => Effect.Effect<A, E | SpecialistUnavailable>

/** Returns the JSON of an artifact; undefined without such an artifact. */
const dataOf = ({ artifacts = [] }: Task, id: string): unknown =>
  artifacts.find(({ artifactId }) => artifactId === id)?.parts[0].data

/** Decodes an answer. Without reported usage, all reserved tokens count as used, but no retries. */
export const decodeAnswer: Decoder<SpecialistAnswer, SpecialistRefused> = Effect.fnUntraced(function* (task, reserved) {
  const { artifacts = [], status } = task
  const answer = artifacts.find(({ artifactId }) => artifactId === "answer")
  const text = ConversationHistory.textOf(answer?.parts ?? [])
  const reported = Option.getOrUndefined(
    decodeUsage((answer?.metadata ?? status.message?.metadata)?.[Extension.usageSteps])
  )
  yield* RetryBudget.returnUnused(reserved.retries - (reported?.repeatedRequests ?? 0))
  if (reported !== undefined) {
    yield* TokenBudget.returnUnused(reserved.tokens - reported.tokensIn - reported.tokensOut)
  }
  const run = reported === undefined ? emptySummary : summaryOf(reported)
  const { shows = [], steps = [] } = reported ?? {}
  const needsSignIn = steps.some(({ isSignInRefusal = false }) => isSignInRefusal)
  const details = { missing: missingIn(steps), shows, needsSignIn }
  const unreadable = () => unavailable("unreadable_answer", run)
  const modelState = ModelState.admit(dataOf(task, ModelState.artifactId))
  switch (status.state) {
    case "TASK_STATE_COMPLETED":
      // Without text, the receipts report the writes.
      return isBlank(text) && run.writes.length === 0
        ? yield* unreadable()
        : { text, ...run, proposed: [], ...details, modelState: yield* modelState }
    case "TASK_STATE_INPUT_REQUIRED": {
      const { actions } = yield* Effect.mapError(decodeProposals(dataOf(task, "pending-actions")), unreadable)
      return { text, ...run, proposed: actions, ...details, modelState: yield* modelState }
    }
    case "TASK_STATE_REJECTED":
      return yield* new SpecialistRefused({ usage: run.usage })
    default:
      return yield* unavailable(reasonOf(reported?.failure), run)
  }
})

/** Decodes the outcome of an action. Its run asks no model, so the whole reservation is released. */
export const decodeSettlement: Decoder<SettledAction, never> = Effect.fnUntraced(function* (task, reserved) {
  yield* releaseBudget(reserved)
  return yield* Effect.mapError(decodeSettled(dataOf(task, "settled")), () =>
    unavailable(task.status.state === "TASK_STATE_COMPLETED" ? "unreadable_answer" : "failed")
  )
})
