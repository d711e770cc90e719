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
import { parseShortMessage } from "@storefront/domain/words/ShortMessages"
import { Array, Context, Effect, Layer, Option, Ref, Schema } from "effect"
import { briefRetry, orUnavailable, retryFaults, withRetry } from "../../platform/database/Transaction.ts"
import { type GuardReport } from "../../platform/scanner/Scanner.ts"
import { chooseLocale } from "../../platform/text/CustomerLocale.ts"
import { type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import { Neutraliser } from "../guard/Neutraliser.ts"
import { type HistoryEntry } from "../turn/History.ts"
import * as ConversationTitle from "./ConversationTitle.ts"
import { entryFor, HistoryRow, selectMessages, unacknowledgedOf } from "./HistoryRows.ts"
import { type LeasedTurn, TurnStates } from "./TurnStates.ts"

/** Maximum earlier messages of a turn's history. */
const contextMessages = 50

/** Incoming message that is to begin a turn. */
export interface IncomingMessage {
  /** True if the conversation is not stored yet. */
  readonly isNew: boolean
  readonly words: string
  readonly guard: GuardReport
  /** Actions that the client confirms by id beside the message. */
  readonly namedActions: ReadonlyArray<ActionId>
  /** Actions that the client declines by id. */
  readonly declinedActions: ReadonlyArray<ActionId>
  /** The client's `Accept-Language` header. */
  readonly acceptLanguage: string | null
  /** Newest answer that the customer can have read, looked up with `precedingAnswer` when the message arrived. */
  readonly precedingAnswer: Option.Option<MessageId>
}

/** State of the conversation for a turn, and the decision about its message. */
export interface OpenedTurn {
  /** Latest messages before this one, oldest first, without turns that the guard blocked. */
  readonly history: ReadonlyArray<HistoryEntry>
  /** Idempotency key: the trace id of the first sending since the last acknowledged answer; else of this turn. */
  readonly messageId: string
  readonly locale: Locale
  readonly decision: Decision
  /** Actions that the message can refer to: those of the newest answer, its block first, then those named by id. */
  readonly actions: ReadonlyArray<PendingAction>
  /** True if earlier messages have no acknowledged answer, so that their writes must be reported again. */
  readonly isAfterUnacknowledged: boolean
  /** Open proposals dropped because a model will answer the message. */
  readonly dropped: ReadonlyArray<PendingAction>
}

/** Conversation before a message, and the decision about the message. */
interface ConversationState extends Pick<OpenedTurn, "decision" | "actions"> {
  readonly newestFirst: ReadonlyArray<HistoryRow>
  /** Actions that earlier messages showed or the new one names. */
  readonly knownActions: ReadonlyArray<PendingAction>
  /** Idempotency key of the same words sent before; none after an acknowledged answer, to which they may reply. */
  readonly repeatedKey: Option.Option<string>
}

/** Derives a turn's state from the conversation, once the message is stored. */
const toOpenedTurn = Effect.fnUntraced(function* (
  { actions, decision, repeatedKey, newestFirst, knownActions }: ConversationState,
  { acceptLanguage, words }: IncomingMessage,
  turn: LeasedTurn,
  neutraliser: Neutraliser["Type"]
) {
  const oldestFirst = Array.reverse(newestFirst)
  const customerTexts = oldestFirst.flatMap(({ content, role }) => (role === "user" ? [content] : []))
  const locale = yield* chooseLocale([...customerTexts, words], Option.fromNullable(acceptLanguage))
  // Also drops proposals of an older answer, which stay open when a staff message follows it.
  const dropped = decision._tag === "GoOn" ? knownActions.filter(({ state }) => state === "open") : []
  const opened: OpenedTurn = {
    history: yield* Effect.forEach(oldestFirst, (row) => entryFor(row, knownActions, dropped, locale, neutraliser)),
    messageId: Option.getOrElse(repeatedKey, () => turn.traceId),
    locale,
    decision,
    actions,
    isAfterUnacknowledged: unacknowledgedOf(newestFirst).length > 0,
    dropped
  }
  return opened
})

/** Opening of turns: decides about an incoming message, and stores it. */
export class TurnOpening extends Context.Tag("@storefront/server/assistant/chat/TurnOpening")<
  TurnOpening,
  {
    /**
     * Returns the newest answer of the conversation, even one of a blocked turn; none if the words cannot be a reply.
     * Must be called as soon as a message arrives: a yes sent before an answer was shown does not confirm that answer.
     */
    readonly precedingAnswer: (
      conversation: ConversationId,
      words: string
    ) => Effect.Effect<Option.Option<MessageId>, DatabaseUnavailable>
    /**
     * Leases the conversation to the turn, decides which proposals the message confirms or drops, and stores it, in one
     * transaction with the dropped proposals, the conversation if `isNew`, and the effects of `alongside`. Idempotent;
     * retries short database faults.
     */
    readonly open: <A>(
      turn: LeasedTurn,
      opening: IncomingMessage,
      alongside: (decision: Decision) => Effect.Effect<A, DatabaseUnavailable>
    ) => Effect.Effect<
      readonly [OpenedTurn, A],
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
        role <> 'user' AND NOT (is_acknowledged OR is_staff) AS is_unacknowledged, metadata AS internal`

      const isNotBlocked = sql`metadata -> 'guard' ->> 'verdict' IS DISTINCT FROM 'blocked'`

      const selectHistory = SqlSchema.findAll({
        Request: Schema.Struct({ conversation: ConversationId, except: MessageId }),
        Result: HistoryRow,
        execute: ({ conversation, except }) => sql`
          SELECT ${columns} FROM (${selectMessages(sql, conversation)}) history
          WHERE id <> ${except} AND ${isNotBlocked} ORDER BY seq DESC LIMIT ${contextMessages}`
      })

      const selectNewestAnswer = SqlSchema.findOne({
        Request: ConversationId,
        Result: HistoryRow,
        execute: (conversation) => sql`
          SELECT ${columns} FROM (${selectMessages(sql, conversation)}) history
          WHERE role <> 'user' ORDER BY seq DESC LIMIT 1`
      })

      /** Finds the first sending of the same words since the last acknowledged answer. Its trace id is their key. */
      const selectFirstSending = SqlSchema.findOne({
        Request: Schema.Struct({ conversation: ConversationId, except: MessageId, words: Schema.String }),
        Result: Schema.Struct({ trace_id: Schema.String }),
        execute: ({ conversation, except, words }) => sql`
          WITH history AS (SELECT * FROM (${selectMessages(sql, conversation)}) messages WHERE ${isNotBlocked})
          SELECT trace_id FROM history
          WHERE role = 'user' AND content = ${words} AND id <> ${except} AND trace_id IS NOT NULL
            AND seq > ALL (SELECT seq FROM history WHERE is_acknowledged)
          ORDER BY seq LIMIT 1`
      })

      /** Reads the conversation. Fails if a named action is not one of the caller's here, or was never shown. */
      const readState = Effect.fnUntraced(function* (
        { caller, conversationId: conversation, userMessageId: id }: LeasedTurn,
        { declinedActions, guard, isNew, namedActions, precedingAnswer, words }: IncomingMessage
      ) {
        const newestFirst = isNew ? [] : yield* selectHistory({ conversation, except: id })
        const newest = isNew ? Option.none<HistoryRow>() : yield* selectNewestAnswer(conversation)
        const shown = Option.match(newest, {
          onNone: (): ReadonlyArray<ActionId> => [],
          onSome: ({ internal }) => internal.pending_actions
        })
        const reported = Option.match(newest, { onNone: () => [], onSome: ({ internal }) => internal.told_actions })
        const latest = Array.dedupe([...shown, ...reported])
        const ids = Array.dedupe([
          ...latest,
          ...namedActions,
          ...declinedActions,
          ...newestFirst.flatMap(({ internal }) => internal.pending_actions)
        ])
        const found = ids.length === 0 ? [] : yield* pending.find(caller.id, conversation, ids)
        const byId = new Map(found.map((action) => [action.id, action]))
        if (
          [...namedActions, ...declinedActions].some((action) => (byId.get(action)?.state ?? "proposed") === "proposed")
        ) {
          return yield* new ActionNotFound()
        }
        const rowsOf = (ids: ReadonlyArray<ActionId>) => Array.filterMap(ids, (id) => Option.fromNullable(byId.get(id)))
        const known = rowsOf(latest).map(({ id, state }): KnownAction => ({ id, state, isShown: shown.includes(id) }))
        const decision = decide({
          words: parseShortMessage(words),
          isBlocked: guard.verdict === "blocked",
          named: namedActions,
          declined: declinedActions,
          answer: Option.map(newest, ({ id, is_unacknowledged }) => ({
            isReceived: !is_unacknowledged && Option.contains(precedingAnswer, id),
            actions: known
          }))
        })
        const firstSending =
          unacknowledgedOf(newestFirst).length === 0
            ? Option.none()
            : yield* selectFirstSending({ conversation, except: id, words })
        const result: ConversationState = {
          newestFirst,
          knownActions: found,
          repeatedKey: Option.map(firstSending, ({ trace_id }) => trace_id),
          decision,
          actions: rowsOf(Array.dedupe([...latest, ...namedActions, ...declinedActions]))
        }
        return result
      })

      /** Drops the proposals that the message does not leave open. */
      const dropProposals = (conversation: ConversationId, { decision }: ConversationState) => {
        switch (decision._tag) {
          case "ShowAgain":
            return Effect.void
          case "Confirm":
            return decision.declined.length === 0 ? Effect.void : pending.drop(conversation, decision.declined)
          case "Decline":
            return pending.drop(conversation, decision.ids)
          default:
            return pending.dropAll(conversation, Option.none())
        }
      }

      const open = Effect.fnUntraced(function* <A>(
        turn: LeasedTurn,
        opening: IncomingMessage,
        alongside: (decision: Decision) => Effect.Effect<A, DatabaseUnavailable>
      ) {
        const { guard, isNew, words } = opening
        // Kept across attempts: once the transaction is committed, the actions that it dropped no longer read as open.
        const committed = yield* Ref.make(Option.none<readonly [ConversationState, A]>())
        const [found, extra] = yield* Effect.gen(function* () {
          const { isStored } = yield* states.begin(turn, {
            content: words,
            metadata: { trace_id: turn.traceId, guard },
            isNew,
            title: guard.verdict === "blocked" ? ConversationTitle.forBlocked : ConversationTitle.make(words)
          })
          const previousAttempt = isStored ? yield* Ref.get(committed) : Option.none()
          if (Option.isSome(previousAttempt)) {
            return previousAttempt.value
          }
          const found = yield* readState(turn, opening)
          yield* Effect.unless(dropProposals(turn.conversationId, found), () => isNew)
          const result = [found, yield* alongside(found.decision)] as const
          yield* Ref.set(committed, Option.some(result))
          return result
        }).pipe(withRetry(sql), retryFaults(briefRetry), orUnavailable)
        return [yield* toOpenedTurn(found, opening, turn, neutraliser), extra] as const
      })

      const precedingAnswer = (conversation: ConversationId, words: string) =>
        repliesToAnswer(parseShortMessage(words))
          ? selectNewestAnswer(conversation).pipe(
              Effect.map(Option.map(({ id }) => id)),
              retryFaults(briefRetry),
              orUnavailable
            )
          : Effect.succeedNone

      return { precedingAnswer, open }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([PendingActions.layer, TurnStates.layer]))
}
