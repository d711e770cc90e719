import { SqlClient, SqlSchema } from "@effect/sql"
import { decide, type Decision, type KnownAction, repliesToAnswer } from "@storefront/domain/confirmation/Decision"
import {
  ActionNotFound,
  type ConversationBusy,
  type ConversationNotFound,
  type DatabaseUnavailable
} from "@storefront/domain/Errors"
import { type ActionId, ConversationId, MessageId } from "@storefront/domain/Ids"
import { type Locale } from "@storefront/domain/words/Locale"
import { readShort } from "@storefront/domain/words/ShortMessages"
import { Array, Context, Effect, Layer, Option, Ref, Schema } from "effect"
import { v7 } from "uuid"
import { forSeconds, orUnavailable, retryFaults, withRetry } from "../../platform/database/Transaction.ts"
import { type GuardReport } from "../../platform/scanner/Scanner.ts"
import { chooseLocale } from "../../platform/text/CustomerLocale.ts"
import { type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { type HistoryEntry } from "../turn/History.ts"
import * as ConversationTitle from "./ConversationTitle.ts"
import { entryFor, HistoryRow, selectSaid, unansweredOf } from "./HistoryRows.ts"
import { type LeasedTurn, TurnStates } from "./TurnStates.ts"

/** Messages of a conversation that a turn gets to see. */
const contextMessages = 50

/** A message that is to begin a turn. */
export interface Opening {
  /** The conversation is not stored yet. */
  readonly isNew: boolean
  readonly words: string
  readonly guard: GuardReport
  /** The actions that the request names by id. */
  readonly named: ReadonlyArray<ActionId>
  /** The languages that the client prefers, as HTTP has them. */
  readonly acceptLanguage: string | null
  /** The newest answer that its writer can have read, as `answerBefore` found it when the message came. */
  readonly answerBefore: Option.Option<MessageId>
}

/** The conversation as a turn finds it, and the effect of its message. */
export interface Opened {
  readonly userMessageId: MessageId
  /** The last messages before this one, oldest first, without turns that the guard blocked. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** Names the message: the trace of the turn in which it was sent first, when no answer was heard since; else of this one. */
  readonly messageId: string
  readonly locale: Locale
  readonly decision: Decision
  /** The actions that the message can mean: those of the newest answer, its block first, and those that it names. */
  readonly actions: ReadonlyArray<PendingAction>
  /** True if earlier messages have no acknowledged answer, so that their writes must be told. */
  readonly isAfterUnheard: boolean
  /** The open proposals that are dropped because a model is to answer the message. */
  readonly dropped: ReadonlyArray<PendingAction>
}

/** The conversation before a message, and the message's decision. */
interface Found extends Pick<Opened, "decision" | "actions"> {
  readonly newestFirst: ReadonlyArray<HistoryRow>
  /** All that the messages showed. */
  readonly offered: ReadonlyArray<PendingAction>
  /** The name of an earlier sending of the same words, unless an answer was acknowledged since: these may reply to that. */
  readonly earlierId: Option.Option<string>
}

/** Puts what was found into the words of the turn, when the message is stored. */
const view = Effect.fnUntraced(function* (
  { actions, decision, earlierId, newestFirst, offered }: Found,
  { acceptLanguage, words }: Opening,
  turn: LeasedTurn,
  userMessageId: MessageId,
  neutraliser: Neutraliser["Type"]
) {
  const oldestFirst = Array.reverse(newestFirst)
  const said = oldestFirst.flatMap(({ content, role }) => (role === "user" ? [content] : []))
  const locale = yield* chooseLocale([...said, words], Option.fromNullable(acceptLanguage))
  // Also those of an older answer, behind which somebody at the shop has written.
  const dropped = decision._tag === "GoOn" ? offered.filter(({ state }) => state === "open") : []
  const opened: Opened = {
    userMessageId,
    history: yield* Effect.forEach(oldestFirst, (row) => entryFor(row, offered, dropped, locale, neutraliser)),
    messageId: Option.getOrElse(earlierId, () => turn.traceId),
    locale,
    decision,
    actions,
    isAfterUnheard: unansweredOf(newestFirst).length > 0,
    dropped
  }
  return opened
})

/** How turns begin. */
export class TurnOpening extends Context.Tag("@storefront/server/assistant/chat/TurnOpening")<
  TurnOpening,
  {
    /**
     * The newest answer of the conversation, be it of a turn that the guard blocked: to be asked as soon as a message comes, for
     * a yes that comes while an answer is made is no yes to that. None for words that mean no answer.
     */
    readonly answerBefore: (
      conversation: ConversationId,
      words: string
    ) => Effect.Effect<Option.Option<MessageId>, DatabaseUnavailable>
    /**
     * Takes the conversation for the turn, decides what the message means for what was proposed, and stores it together with
     * what it drops, with the conversation when `isNew`, and with what is done `together`: all of it or nothing. A short
     * fault of the database is outlasted: what is stored already stays as it is.
     */
    readonly open: <A>(
      turn: LeasedTurn,
      opening: Opening,
      together: (decision: Decision) => Effect.Effect<A, DatabaseUnavailable>
    ) => Effect.Effect<
      readonly [Opened, A],
      ConversationNotFound | ConversationBusy | ActionNotFound | DatabaseUnavailable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pending = yield* PendingActions
      const states = yield* TurnStates
      const neutraliser = yield* Neutraliser

      const columns = sql`
        id, role, content, agent_name, trace_id, is_staff,
        role <> 'user' AND NOT (is_acknowledged OR is_staff) AS is_unheard, metadata AS internal`

      const isNotBlocked = sql`metadata -> 'guard' ->> 'verdict' IS DISTINCT FROM 'blocked'`

      const selectHistory = SqlSchema.findAll({
        Request: Schema.Struct({ conversation: ConversationId, except: MessageId }),
        Result: HistoryRow,
        execute: ({ conversation, except }) => sql`
          SELECT ${columns} FROM (${selectSaid(sql, conversation)}) said
          WHERE id <> ${except} AND ${isNotBlocked} ORDER BY seq DESC LIMIT ${contextMessages}`
      })

      const selectNewestAnswer = SqlSchema.findOne({
        Request: ConversationId,
        Result: HistoryRow,
        execute: (conversation) => sql`
          SELECT ${columns} FROM (${selectSaid(sql, conversation)}) said
          WHERE role <> 'user' ORDER BY seq DESC LIMIT 1`
      })

      /** However often the same message came since the last answer that was received, it has the name that it got first. */
      const selectFirst = SqlSchema.findOne({
        Request: Schema.Struct({ conversation: ConversationId, except: MessageId, words: Schema.String }),
        Result: Schema.Struct({ trace_id: Schema.String }),
        execute: ({ conversation, except, words }) => sql`
          WITH said AS (SELECT * FROM (${selectSaid(sql, conversation)}) messages WHERE ${isNotBlocked})
          SELECT trace_id FROM said
          WHERE role = 'user' AND content = ${words} AND id <> ${except} AND trace_id IS NOT NULL
            AND seq > ALL (SELECT seq FROM said WHERE is_acknowledged)
          ORDER BY seq LIMIT 1`
      })

      /** Fails when one of the named actions is not the person's in the conversation. */
      const read = Effect.fnUntraced(function* (
        { caller, conversationId: conversation }: LeasedTurn,
        { answerBefore, guard, isNew, named, words }: Opening,
        id: MessageId
      ) {
        const newestFirst = isNew ? [] : yield* selectHistory({ conversation, except: id })
        const newest = isNew ? Option.none<HistoryRow>() : yield* selectNewestAnswer(conversation)
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
        const found = ids.length === 0 ? [] : yield* pending.find(caller.id, conversation, ids)
        const byId = new Map(found.map((action) => [action.id, action]))
        // One that was never shown is nothing that a customer can name.
        if (named.some((action) => (byId.get(action)?.state ?? "proposed") === "proposed")) {
          return yield* new ActionNotFound()
        }
        const rowsOf = (ids: ReadonlyArray<ActionId>) => Array.filterMap(ids, (id) => Option.fromNullable(byId.get(id)))
        const known = rowsOf(ofNewest).map(({ id, state }): KnownAction => ({ id, state, isShown: shown.includes(id) }))
        const decision = decide({
          words: readShort(words),
          isBlocked: guard.verdict === "blocked",
          named,
          answer: Option.map(newest, ({ id, is_unheard }) => ({
            isReceived: !is_unheard && Option.contains(answerBefore, id),
            actions: known
          }))
        })
        const first =
          unansweredOf(newestFirst).length === 0
            ? Option.none()
            : yield* selectFirst({ conversation, except: id, words })
        const result: Found = {
          newestFirst,
          offered: found,
          earlierId: Option.map(first, ({ trace_id }) => trace_id),
          decision,
          actions: rowsOf(Array.dedupe([...ofNewest, ...named]))
        }
        return result
      })

      const open = Effect.fnUntraced(function* <A>(
        turn: LeasedTurn,
        opening: Opening,
        together: (decision: Decision) => Effect.Effect<A, DatabaseUnavailable>
      ) {
        const { guard, isNew, words } = opening
        const id = yield* Effect.sync(() => MessageId.make(v7()))
        // Kept across attempts: if a COMMIT succeeded but its reply was lost, actions that it dropped no longer read as open.
        const done = yield* Ref.make(Option.none<readonly [Found, A]>())
        const [found, beside] = yield* Effect.gen(function* () {
          const { isStored } = yield* states.begin(turn, {
            id,
            content: words,
            metadata: { trace_id: turn.traceId, guard },
            title: isNew
              ? guard.verdict === "blocked"
                ? ConversationTitle.ofBlocked
                : ConversationTitle.make(words)
              : null
          })
          const before = isStored ? yield* Ref.get(done) : Option.none()
          if (Option.isSome(before)) {
            return before.value
          }
          const found = yield* read(turn, opening, id)
          const isDropping = found.decision._tag !== "Confirm" && found.decision._tag !== "ShowAgain"
          yield* Effect.when(pending.dropAll(turn.conversationId, Option.none()), () => isDropping && !isNew)
          const result = [found, yield* together(found.decision)] as const
          yield* Ref.set(done, Option.some(result))
          return result
        }).pipe(withRetry(sql), retryFaults(forSeconds), orUnavailable)
        return [yield* view(found, opening, turn, id, neutraliser), beside] as const
      })

      const answerBefore = (conversation: ConversationId, words: string) =>
        repliesToAnswer(readShort(words))
          ? selectNewestAnswer(conversation).pipe(
              Effect.map(Option.map(({ id }) => id)),
              retryFaults(forSeconds),
              orUnavailable
            )
          : Effect.succeedNone

      return { answerBefore, open }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([PendingActions.layer, TurnStates.layer]))
}
