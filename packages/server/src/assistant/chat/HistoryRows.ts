import { staffName } from "@storefront/domain/api/ConversationsApi"
import { MessageId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { receipt } from "@storefront/domain/words/Receipts"
import { hintLines, summary } from "@storefront/domain/words/ProposalText"
import { UserText } from "@storefront/domain/tools/UserText"
import { type SqlClient, type Statement } from "@effect/sql"
import { Array, Effect, Schema } from "effect"
import { withheld } from "../../platform/text/NeutralText.ts"
import { cut } from "../../platform/text/Text.ts"
import { type PendingAction } from "../actions/PendingActions.ts"
import { neutralized, type Neutraliser } from "../guard/Neutraliser.ts"
import { entryOf } from "../turn/History.ts"
import { Internal } from "./StoredAnswer.ts"

/** Conversion of stored messages to the history that models get. */

/** Maximum characters of a proposal in a model's history. */
const maxOfferLength = 600

/** Text in place of an answer that consists only of the server's question. */
const confirmationPlaceholder = "(The shop asked the customer to confirm.)"

/**
 * Selects the messages of a conversation with the trace ids of their turns, and without cards, which models never see.
 * An answer outside any turn counts as acknowledged. A staff message does not: it is no turn's answer.
 */
export const selectMessages = (sql: SqlClient.SqlClient, conversation: string): Statement.Fragment => sql`
  SELECT m.id, m.seq, m.role, m.content, m.agent_name, m.metadata - 'cards' AS metadata, t.trace_id,
    m.agent_name IS NOT DISTINCT FROM ${staffName} AS is_staff,
    m.role <> 'user' AND m.agent_name IS DISTINCT FROM ${staffName}
      AND coalesce(t.state, 'acknowledged') = 'acknowledged' AS is_acknowledged
  FROM messages m LEFT JOIN turns t
    ON t.conversation_id = m.conversation_id AND m.id IN (t.user_message_id, t.answer_id)
  WHERE m.conversation_id = ${conversation}`

/** Message of a conversation, selected for a later turn. */
export const HistoryRow = Schema.Struct({
  id: MessageId,
  role: Schema.Literal("user", "assistant"),
  content: Schema.String,
  agent_name: Schema.NullOr(Schema.String),
  /** Trace id of its turn; null for a message outside any turn. */
  trace_id: Schema.NullOr(Schema.String),
  is_staff: Schema.Boolean,
  /** True for a turn's answer without confirmed delivery. */
  is_unacknowledged: Schema.Boolean,
  internal: Schema.Struct({
    ...Internal.fields,
    writes: Schema.optionalWith(Schema.Array(Schema.Struct({ tool: Schema.String, summary: Schema.String })), {
      default: () => []
    })
  })
})
export type HistoryRow = typeof HistoryRow.Type

/** Returns the messages since the last acknowledged answer, newest first. Their writes must be reported again. */
export const unacknowledgedOf = (newestFirst: ReadonlyArray<HistoryRow>): ReadonlyArray<HistoryRow> =>
  Array.takeWhile(
    Array.filter(newestFirst, ({ is_staff }) => !is_staff),
    ({ is_unacknowledged, role }) => role === "user" || is_unacknowledged
  )

/** Returns a line of the server, which may quote user text, or the other text if the scanner objects to the line. */
const safeLine = ({ neutralise }: Neutraliser["Type"], line: string, replacement: string) =>
  Effect.map(neutralise(UserText, line), (read) => (read === neutralized || read === withheld ? replacement : line))

/**
 * Returns an answer's own text as models get it. The server's lines can quote user text, such as memories, reasons and
 * names, and are scanned: all lines of an answer that reports confirmed actions, else only its receipts.
 */
const neutraliseOwnText = Effect.fnUntraced(function* (
  text: string,
  { told_actions, writes }: HistoryRow["internal"],
  locale: Locale,
  neutraliser: Neutraliser["Type"]
) {
  if (told_actions.length > 0) {
    return (yield* Effect.forEach(text.split("\n"), (line) => safeLine(neutraliser, line, neutralized))).join("\n")
  }
  const receiptLines = writes.map(({ summary }) => summary).join("\n")
  if (receiptLines === "" || !text.endsWith(receiptLines)) {
    return text
  }
  const lines = yield* Effect.forEach(writes, ({ summary, tool }) =>
    safeLine(neutraliser, summary, `${receipt({ tool, result: null }, locale)} ${neutralized}`)
  )
  return text.slice(0, text.length - receiptLines.length) + lines.join("\n")
})

/** Builds a history entry: the text without the server's question, and the proposals that it showed. */
export const entryFor = Effect.fnUntraced(function* (
  { agent_name, content, id, internal, role }: HistoryRow,
  actions: ReadonlyArray<PendingAction>,
  droppedNow: ReadonlyArray<Pick<PendingAction, "id">>,
  locale: Locale,
  neutraliser: Neutraliser["Type"]
) {
  const ownText = yield* neutraliseOwnText(content.slice(0, internal.own_length).trim(), internal, locale, neutraliser)
  const offers = actions.flatMap(({ hint, id: action, shownBy, state, terms }) =>
    shownBy === id
      ? [
          {
            summary: UserText.make(
              [cut(summary(terms, locale), maxOfferLength), ...hintLines(hint, locale)].join("\n")
            ),
            became: droppedNow.some(({ id }) => id === action) ? ("dropped_now" as const) : state
          }
        ]
      : []
  )
  return entryOf(role, ownText === "" ? confirmationPlaceholder : ownText, {
    agentName: agent_name,
    offers,
    modelStates: internal.model_states,
    shows: internal.shows
  })
})
