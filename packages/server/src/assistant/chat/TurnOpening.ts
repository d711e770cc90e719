import { SqlClient, SqlSchema } from "@effect/sql"
import { decide, type Decision, type KnownAction } from "@storefront/domain/confirmation/Decision"
import { ActionNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type ActionId, ConversationId, MessageId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { readShort } from "@storefront/domain/words/ShortMessages"
import { summary } from "@storefront/domain/words/Summary"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Effect, Option, Schema } from "effect"
import { type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import { entryOf, type HistoryEntry } from "../agent/History.ts"
import { type GuardReport } from "../../platform/scanner/Scanner.ts"
import { chooseLocale } from "../../platform/text/CustomerLocale.ts"
import { cut } from "../../platform/text/Text.ts"
import { Internal } from "./Answers.ts"

/** Messages of a conversation that a turn gets to see. */
const contextMessages = 50

/** Characters of a proposal that models are told. */
const maxOfferLength = 600

/** Stands for an answer of which nothing is left without the server's question. */
const onlyAsked = "(The shop asked the customer to confirm.)"

/** What a turn begins with. */
export interface Opening {
  /** The conversation is not stored yet. */
  readonly isNew: boolean
  readonly message: string
  readonly guard: GuardReport
  /** The actions that the request names by id. */
  readonly named: ReadonlyArray<ActionId>
  /** The languages that the client prefers, as HTTP has them. */
  readonly acceptLanguage: string | null
  /** The newest answer there was when the message came: its writer cannot have read a later one. */
  readonly answerBefore: Option.Option<MessageId>
}

/** What a turn finds when it begins. */
export interface Opened {
  readonly messageId: MessageId
  /** The last messages before this one, oldest first, without turns that the guard blocked. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** The turn in which the same message was sent first, when no answer was heard since; else this one. */
  readonly origin: string
  readonly locale: Locale
  readonly decision: Decision
  /** The actions that the message can mean: those of the newest answer, its block first, and those that it names. */
  readonly actions: ReadonlyArray<PendingAction>
}

const HistoryRow = Schema.Struct({
  id: MessageId,
  role: Schema.Literal("user", "assistant"),
  content: Schema.String,
  agent_name: Schema.NullOr(Schema.String),
  trace_id: Schema.NullOr(Schema.String),
  origin: Schema.NullOr(Schema.String),
  internal: Internal
})
type HistoryRow = typeof HistoryRow.Type

/** What was said in a conversation before a message, and what the message decides. */
export interface Found extends Pick<Opened, "decision" | "actions"> {
  readonly newestFirst: ReadonlyArray<HistoryRow>
  /** All that the messages showed. */
  readonly offered: ReadonlyArray<PendingAction>
  readonly earlierOrigin: string | null
}

/** The origin of a message that was sent before, unless an answer was heard since: that may be what this one replies to. */
const earlierOriginOf = (newestFirst: ReadonlyArray<HistoryRow>, message: string) => {
  const unanswered = Array.takeWhile(newestFirst, ({ internal, role }) => role === "user" || internal.unheard === true)
  const same = unanswered.find(({ content, role }) => role === "user" && content === message)
  return same?.origin ?? same?.trace_id ?? null
}

/** An answer without the server's question, with what it proposed beside it. */
const entryFor = (
  { agent_name, content, id, internal, role }: HistoryRow,
  actions: ReadonlyArray<PendingAction>,
  droppedNow: ReadonlyArray<ActionId>,
  locale: Locale
): HistoryEntry => {
  const own = content.slice(0, internal.own_length).trim()
  const offers = actions.flatMap(({ id: action, shownBy, state, terms }) =>
    shownBy === id
      ? [
          {
            summary: UserText.make(cut(summary(terms, locale), maxOfferLength)),
            became: droppedNow.includes(action) ? ("dropped_now" as const) : state
          }
        ]
      : []
  )
  const text = own === "" ? onlyAsked : internal.own_length === undefined ? content : own
  return entryOf(role, text, { agentName: agent_name, offers, modelStates: internal.model_states })
}

/** Puts what was found into the words of the turn, when the message is stored. */
export const view = Effect.fnUntraced(function* (
  { newestFirst, offered, ...found }: Found,
  { acceptLanguage, message }: Opening
) {
  const oldestFirst = Array.reverse(newestFirst)
  const said = oldestFirst.flatMap(({ content, role }) => (role === "user" ? [content] : []))
  const locale = yield* chooseLocale([...said, message], Option.fromNullable(acceptLanguage))
  const droppedNow = found.decision._tag === "GoOn" ? found.decision.dropped : []
  return { ...found, locale, history: oldestFirst.map((row) => entryFor(row, offered, droppedNow, locale)) }
})

/** Reads what was said in conversations, within the transaction that stores a message. Failures of the database are defects. */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pending = yield* PendingActions

  const columns = sql`
    id, role, content, agent_name, metadata ->> 'trace_id' AS trace_id, metadata ->> 'origin' AS origin,
    metadata AS internal`

  const selectHistory = SqlSchema.findAll({
    Request: Schema.Struct({ conversation: ConversationId, except: MessageId }),
    Result: HistoryRow,
    execute: ({ conversation, except }) => sql`
      SELECT ${columns} FROM messages
      WHERE conversation_id = ${conversation} AND id <> ${except} AND metadata -> 'guard' ->> 'verdict' IS DISTINCT FROM 'blocked'
      ORDER BY seq DESC LIMIT ${contextMessages}`
  })

  /** The newest message that is not the customer's, be it of a turn that the guard blocked. */
  const selectNewestAnswer = SqlSchema.findOne({
    Request: ConversationId,
    Result: HistoryRow,
    execute: (conversation) => sql`
      SELECT ${columns} FROM messages WHERE conversation_id = ${conversation} AND role <> 'user'
      ORDER BY seq DESC LIMIT 1`
  })

  /** Fails when one of the named actions is not the person's in the conversation. */
  const read = Effect.fnUntraced(function* (
    person: User,
    conversation: ConversationId,
    { answerBefore, guard, isNew, message, named }: Opening,
    id: MessageId
  ) {
    const newestFirst = isNew ? [] : yield* Effect.orDie(selectHistory({ conversation, except: id }))
    const newest = isNew ? Option.none<HistoryRow>() : yield* Effect.orDie(selectNewestAnswer(conversation))
    const shown = Option.match(newest, {
      onNone: (): ReadonlyArray<ActionId> => [],
      onSome: ({ internal }) => internal.pending_actions
    })
    const told = Option.match(newest, { onNone: () => [], onSome: ({ internal }) => internal.told_actions })
    const ofNewest = Array.dedupe([...shown, ...told])
    const ids = Array.dedupe([
      ...ofNewest,
      ...named,
      ...newestFirst.flatMap(({ internal }) => internal.pending_actions)
    ])
    const found = ids.length === 0 ? [] : yield* Effect.orDie(pending.find(person.id, conversation, ids))
    const byId = new Map(found.map((action) => [action.id, action]))
    // One that was never shown is nothing that a customer can name.
    if (named.some((action) => (byId.get(action)?.state ?? "proposed") === "proposed")) {
      return yield* new ActionNotFound()
    }
    const rowsOf = (ids: ReadonlyArray<ActionId>) => Array.filterMap(ids, (id) => Option.fromNullable(byId.get(id)))
    const known = rowsOf(ofNewest).map(({ id, state }): KnownAction => ({ id, state, isShown: shown.includes(id) }))
    const decision = decide({
      words: readShort(message),
      isBlocked: guard.verdict === "blocked",
      named,
      answer: Option.map(newest, ({ id, internal }) => ({
        isReceived: internal.unheard !== true && Option.contains(answerBefore, id),
        actions: known
      }))
    })
    const result: Found = {
      newestFirst,
      offered: found,
      earlierOrigin: earlierOriginOf(newestFirst, message),
      decision,
      actions: rowsOf(Array.dedupe([...ofNewest, ...named]))
    }
    return result
  })

  const newestAnswer = (conversation: ConversationId) =>
    Effect.map(
      Effect.orDie(selectNewestAnswer(conversation)),
      Option.map(({ id }) => id)
    )

  return { read, newestAnswer }
})
