import { staffName } from "@storefront/domain/api/ConversationsApi"
import { type ActionId, MessageId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { hintLines, summary } from "@storefront/domain/words/Summary"
import { UserText } from "@storefront/domain/tools/UserText"
import { type SqlClient, type Statement } from "@effect/sql"
import { Array, Schema } from "effect"
import { cut } from "../../platform/text/Text.ts"
import { type PendingAction } from "../actions/PendingActions.ts"
import { entryOf, type HistoryEntry } from "../turn/History.ts"
import { Internal } from "./Answers.ts"

/** Characters of a proposal that models are told. */
const maxOfferLength = 600

/** Stands for an answer of which nothing is left without the server's question. */
const onlyAsked = "(The shop asked the customer to confirm.)"

/**
 * Selects the messages of a conversation with the trace of their turns. An answer that never belonged to a turn counts as
 * acknowledged; a message of the shop's people is no answer of a turn, so it says nothing of those before it.
 */
export const selectSaid = (sql: SqlClient.SqlClient, conversation: string): Statement.Fragment => sql`
  SELECT m.id, m.seq, m.role, m.content, m.agent_name, m.metadata, t.trace_id,
    m.agent_name IS NOT DISTINCT FROM ${staffName} AS is_staff,
    m.role <> 'user' AND m.agent_name IS DISTINCT FROM ${staffName}
      AND coalesce(t.state, 'acknowledged') = 'acknowledged' AS is_acknowledged
  FROM messages m LEFT JOIN turns t
    ON t.conversation_id = m.conversation_id AND m.id IN (t.user_message_id, t.answer_id)
  WHERE m.conversation_id = ${conversation}`

/** A message of a conversation, as the turns after it read it. */
export const HistoryRow = Schema.Struct({
  id: MessageId,
  role: Schema.Literal("user", "assistant"),
  content: Schema.String,
  agent_name: Schema.NullOr(Schema.String),
  /** The trace of its turn; null for a message that never belonged to one. */
  trace_id: Schema.NullOr(Schema.String),
  /** True for a message of the shop's people. */
  is_staff: Schema.Boolean,
  /** True for an answer of a turn that the customer is not known to have received. */
  is_unheard: Schema.Boolean,
  internal: Internal
})
export type HistoryRow = typeof HistoryRow.Type

/** The messages since the last answer that was received, newest first: they may come again, and what they did is told again. */
export const unansweredOf = (newestFirst: ReadonlyArray<HistoryRow>): ReadonlyArray<HistoryRow> =>
  Array.takeWhile(
    Array.filter(newestFirst, ({ is_staff }) => !is_staff),
    ({ is_unheard, role }) => role === "user" || is_unheard
  )

/** An answer without the server's question, with what it proposed beside it. */
export const entryFor = (
  { agent_name, content, id, internal, role }: HistoryRow,
  actions: ReadonlyArray<PendingAction>,
  droppedNow: ReadonlyArray<ActionId>,
  locale: Locale
): HistoryEntry => {
  const own = content.slice(0, internal.own_length).trim()
  const offers = actions.flatMap(({ hint, id: action, shownBy, state, terms }) =>
    shownBy === id
      ? [
          {
            summary: UserText.make(
              [cut(summary(terms, locale), maxOfferLength), ...hintLines(hint, locale)].join("\n")
            ),
            became: droppedNow.includes(action) ? ("dropped_now" as const) : state
          }
        ]
      : []
  )
  const text = own === "" ? onlyAsked : internal.own_length === undefined ? content : own
  return entryOf(role, text, {
    agentName: agent_name,
    offers,
    modelStates: internal.model_states,
    shows: internal.shows
  })
}
