import { Extension, PendingActionsData, type ProposedAction } from "@storefront/domain/api/AgentApi"
import { isPending } from "@storefront/domain/confirmation/PendingAction"
import { proposalIdIn } from "@storefront/domain/tools/ProposalResult"
import { block } from "@storefront/domain/words/ConfirmationBlock"
import { type Locale } from "@storefront/domain/words/Locale"
import { proposalText } from "@storefront/domain/words/ProposalText"
import { Array, Effect, Option, Schema } from "effect"
import { PendingActions } from "../actions/PendingActions.ts"
import { type Turn } from "../turn/Turn.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { answerOnly, type Outcome } from "./TaskRun.ts"

const encode = Schema.encodeSync(PendingActionsData)

const outcomeOf = (actions: Array.NonEmptyReadonlyArray<ProposedAction>, locale: Locale): Outcome => ({
  artifacts: [
    {
      artifactId: "pending-actions",
      name: "pending-actions",
      parts: [{ data: encode({ actions }), mediaType: "application/json" }],
      extensions: [Extension.pendingActions]
    }
  ],
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
  const actions = found.flatMap(({ expiresAt, hint, id, state, terms }) =>
    isPending(state) ? [{ actionId: id, terms, summary: proposalText({ hint, terms }, locale), expiresAt }] : []
  )
  return Array.match(actions, { onEmpty: () => answerOnly, onNonEmpty: (some) => outcomeOf(some, locale) })
})
