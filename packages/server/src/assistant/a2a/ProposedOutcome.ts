import { type ProposedAction } from "@storefront/domain/api/AgentApi"
import { isPending } from "@storefront/domain/confirmation/PendingAction"
import { proposalIdIn } from "@storefront/domain/tools/ProposalResult"
import { block } from "@storefront/domain/words/ConfirmationBlock"
import { type Locale } from "@storefront/domain/words/Locale"
import { Array, Effect, Option } from "effect"
import { PendingActions, toProposed } from "../actions/PendingActions.ts"
import { type Turn } from "../turn/Turn.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { actionsArtifact, answerOnly, type Outcome } from "./TaskRun.ts"

const outcomeOf = (actions: Array.NonEmptyReadonlyArray<ProposedAction>, locale: Locale): Outcome => ({
  artifacts: [actionsArtifact(actions)],
  question: Option.some(
    block(
      Array.map(actions, ({ summary }) => summary),
      locale
    )
  )
})

/** Returns the outcome of a run: its pending proposals, and the question whether to confirm them. */
export const of = Effect.fnUntraced(function* ({ steps }: TurnReport, { caller, conversationId, locale }: Turn) {
  const ids = Array.dedupe(Array.filterMap(steps, ({ output }) => proposalIdIn(output)))
  if (ids.length === 0 || conversationId === null) {
    return answerOnly
  }
  const found = yield* Effect.flatMap(PendingActions, ({ find }) => find(caller.id, conversationId, ids))
  const actions = found.filter(({ state }) => isPending(state)).map(toProposed(locale))
  return Array.match(actions, { onEmpty: () => answerOnly, onNonEmpty: (some) => outcomeOf(some, locale) })
})
