import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Hint } from "@storefront/domain/confirmation/Hint"
import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { actNames, subjectOf, Terms } from "@storefront/domain/confirmation/Terms"
import { UserId } from "@storefront/domain/Identity"
import { ActionId, ConversationId, MessageId, TraceId } from "@storefront/domain/Ids"
import { SpecialistName } from "@storefront/domain/Topology"
import { Context, Data, Duration, Effect, Layer, Option, Schema } from "effect"
import { v7 } from "uuid"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import * as Transaction from "../../platform/database/Transaction.ts"
import { currentState, isPending } from "../../platform/effects/ActionStates.ts"
import { fingerprintOf } from "./Fingerprint.ts"
import { placeAmong, selectRivals } from "./Rivals.ts"

/** A stored proposal. One that is open past its time reads as expired. */
export const PendingAction = Schema.Struct({
  id: ActionId,
  owner: UserId,
  conversationId: ConversationId,
  agentName: SpecialistName,
  act: Schema.Literal(...actNames),
  /** Encoded, as the act's schema has them. */
  args: Schema.Unknown,
  terms: Terms,
  /** Null where there is none. */
  hint: Schema.NullOr(Hint),
  state: ActionState,
  proposedIn: TraceId,
  shownBy: Schema.NullOr(MessageId),
  confirmedBy: Schema.NullOr(MessageId),
  /** Encoded, as the act's schema has it; null unless confirmed. */
  result: Schema.Unknown,
  expiresAt: Schema.DateTimeUtcFromDate
})
export type PendingAction = typeof PendingAction.Type

/** Returns a test for proposals of the same act on the same order, cart, product or memory. */
export const hasMatterOf =
  ({ terms }: Pick<PendingAction, "terms">) =>
  (other: Pick<PendingAction, "terms">): boolean =>
    other.terms.act === terms.act && subjectOf(other.terms) === subjectOf(terms)

/** A proposal that is to be stored. */
export type NewAction = Pick<
  PendingAction,
  "owner" | "conversationId" | "agentName" | "act" | "args" | "terms" | "hint" | "proposedIn"
>

/** The turn has proposed as much as it may. */
export class TooManyProposals extends Data.TaggedError("TooManyProposals") {}

/** The conversation is not one of the person who would be asked. */
export class NoConversation extends Data.TaggedError("NoConversation") {}

/** Proposals that an answer shows. */
export interface Showing {
  readonly conversation: ConversationId
  readonly turn: TraceId
  readonly answer: MessageId
  readonly ids: ReadonlyArray<ActionId>
  readonly time: Duration.Duration
}

const encodeHint = Schema.encodeSync(Hint)

const arrayOf = (ids: ReadonlyArray<string>) => `{${ids.join(",")}}`

/** Locks an active conversation of its owner, before its actions: others that propose or open a turn in it wait. */
export const lockConversation = (sql: SqlClient.SqlClient, owner: UserId, conversation: ConversationId) =>
  Effect.filterOrFail(
    sql`
      SELECT id FROM conversations WHERE id = ${conversation} AND user_id = ${owner} AND is_active FOR NO KEY UPDATE`,
    (found) => found.length > 0,
    () => new NoConversation()
  )

/**
 * The table of proposals. Each runs within the transaction of its caller, or by itself.
 */
export class PendingActions extends Context.Tag("@storefront/server/assistant/actions/PendingActions")<
  PendingActions,
  {
    /**
     * Stores a proposal as `proposed`, in at most 4 statements. The same terms in the same conversation are the same row,
     * which becomes the last of this turn: an open one stays open whatever becomes of the turn, because it was shown.
     * Another one for the same subject that this turn has proposed is dropped.
     */
    readonly propose: (
      action: NewAction
    ) => Effect.Effect<PendingAction, TooManyProposals | NoConversation | DatabaseUnavailable>
    /** Those with these ids in the conversation of their owner, in the order of the ids. */
    readonly find: (
      owner: UserId,
      conversation: ConversationId,
      ids: ReadonlyArray<ActionId>
    ) => Effect.Effect<ReadonlyArray<PendingAction>, DatabaseUnavailable>
    /** Those that a turn has proposed and that can be shown, in their order. */
    readonly proposedIn: (
      conversation: ConversationId,
      turn: TraceId
    ) => Effect.Effect<ReadonlyArray<PendingAction>, DatabaseUnavailable>
    /** Drops what is proposed or open of them. */
    readonly drop: (
      conversation: ConversationId,
      ids: ReadonlyArray<ActionId>
    ) => Effect.Effect<void, DatabaseUnavailable>
    /**
     * Drops all that is proposed or open in a conversation. When a turn is given, only what that turn has proposed and
     * no answer has shown.
     */
    readonly dropAll: (
      conversation: ConversationId,
      turn: Option.Option<TraceId>
    ) => Effect.Effect<void, DatabaseUnavailable>
    /**
     * Shows proposals of the turn, and open ones of earlier turns, with an answer and in this order: they are open for
     * `time` from now on. Drops what else the turn has proposed and no answer has shown.
     */
    readonly show: (showing: Showing) => Effect.Effect<void, DatabaseUnavailable>
    /** The one with this id, locked until the transaction ends; none of another person or conversation. */
    readonly lock: (
      owner: UserId,
      conversation: ConversationId,
      id: ActionId
    ) => Effect.Effect<Option.Option<PendingAction>, DatabaseUnavailable>
    /** Ends a locked one that is open, also past its time. `confirmed` comes with the message and the encoded result. */
    readonly settle: (
      id: ActionId,
      end:
        | { readonly state: "confirmed"; readonly message: MessageId; readonly result: unknown }
        | { readonly state: "stale" | "expired" | "dropped" }
    ) => Effect.Effect<void, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* LimitsConfig.confirmationTime

      const columns = sql.literal(`
        id, user_id AS owner, conversation_id AS "conversationId", agent_name AS "agentName", act, args, terms, hint,
        ${currentState} AS state,
        proposed_in AS "proposedIn", shown_by AS "shownBy", confirmed_by AS "confirmedBy", result,
        expires_at AS "expiresAt"`)

      const after = (duration: Duration.Duration) =>
        sql`now() + ${Duration.toMillis(duration)}::float8 * interval '1 ms'`

      const rivalsOf = selectRivals(sql)

      const dropIds = (ids: ReadonlyArray<ActionId>) => sql`
        UPDATE pending_actions SET state = 'dropped', settled_at = now() WHERE ${sql.in("id", ids)} AND state = 'proposed'`

      const decodeOne = Schema.decodeUnknown(Schema.Tuple(PendingAction))

      const move = (id: ActionId, { args, proposedIn }: NewAction, position: number) => sql`
        UPDATE pending_actions
        SET proposed_in = ${proposedIn}, position = ${position}, args = ${JSON.stringify(args)}::jsonb
        WHERE id = ${id} RETURNING ${columns}`

      const insert = (action: NewAction, json: string, fingerprint: string, position: number) => sql`
        INSERT INTO pending_actions (id, user_id, conversation_id, agent_name, act, subject, args, terms, hint,
          fingerprint, position, state, proposed_in, expires_at)
        VALUES (${v7()}, ${action.owner}, ${action.conversationId}, ${action.agentName}, ${action.act},
          ${subjectOf(action.terms)}, ${JSON.stringify(action.args)}::jsonb, ${json}::jsonb,
          ${action.hint === null ? null : JSON.stringify(encodeHint(action.hint))}::jsonb, ${fingerprint}, ${position}, 'proposed', ${action.proposedIn}, ${after(time)})
        RETURNING ${columns}`

      const propose = Effect.fn("PendingActions.propose")(
        function* (action: NewAction) {
          const { conversationId: conversation, owner, proposedIn: turn, terms } = action
          const { json, fingerprint } = yield* fingerprintOf(terms)
          yield* lockConversation(sql, owner, conversation)
          const rivals = yield* rivalsOf({ conversation, turn, fingerprint, subject: subjectOf(terms) })
          const { position, replaced, same } = yield* Effect.mapError(placeAmong(rivals), () => new TooManyProposals())
          if (replaced.length > 0) {
            yield* dropIds(replaced)
          }
          const stored = yield* Option.match(same, {
            onNone: () => insert(action, json, fingerprint, position),
            onSome: (id) => move(id, action, position)
          })
          return (yield* decodeOne(stored))[0]
        },
        Transaction.withRetry(sql),
        Transaction.orUnavailable
      )

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ owner: UserId, conversation: ConversationId, ids: Schema.Array(ActionId) }),
        Result: PendingAction,
        execute: ({ conversation, ids, owner }) => sql`
          SELECT ${columns} FROM pending_actions
          WHERE user_id = ${owner} AND conversation_id = ${conversation} AND ${sql.in("id", ids)}
          ORDER BY array_position(${arrayOf(ids)}::uuid[], id)`
      })

      const selectOfTurn = SqlSchema.findAll({
        Request: Schema.Struct({ conversation: ConversationId, turn: TraceId }),
        Result: PendingAction,
        execute: ({ conversation, turn }) => sql`
          SELECT ${columns} FROM pending_actions
          WHERE conversation_id = ${conversation} AND proposed_in = ${turn} AND ${sql.literal(isPending)}
          ORDER BY position, created_at, id`
      })

      const lockOne = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, conversation: ConversationId, id: ActionId }),
        Result: PendingAction,
        execute: ({ conversation, id, owner }) => sql`
          SELECT ${columns} FROM pending_actions
          WHERE id = ${id} AND user_id = ${owner} AND conversation_id = ${conversation} FOR UPDATE`
      })

      const unshownOf = (turn: TraceId) => sql`proposed_in = ${turn} AND state = 'proposed'`

      /** Ends what is pending; an open one past its time as expired. */
      const dropWhere = (conversation: ConversationId, condition: Statement.Fragment) => sql`
        UPDATE pending_actions
        SET state = CASE WHEN ${sql.literal(isPending)} THEN 'dropped' ELSE 'expired' END, settled_at = now()
        WHERE conversation_id = ${conversation} AND state IN ('proposed', 'open') AND ${condition}`

      const show = Effect.fn("PendingActions.show")(
        function* ({ answer, conversation, ids, time, turn }: Showing) {
          yield* sql`
            UPDATE pending_actions
            SET state = 'open', shown_by = ${answer}, expires_at = ${after(time)},
              position = array_position(${arrayOf(ids)}::uuid[], id) - 1
            WHERE conversation_id = ${conversation} AND ${sql.in("id", ids)} AND ${sql.literal(isPending)}
              AND (state = 'open' OR proposed_in = ${turn})`
          yield* dropWhere(conversation, unshownOf(turn))
        },
        Transaction.transact(sql),
        Transaction.orUnavailable
      )

      return {
        propose,
        find: (owner, conversation, ids) => Transaction.orUnavailable(select({ owner, conversation, ids })),
        proposedIn: (conversation, turn) => Transaction.orUnavailable(selectOfTurn({ conversation, turn })),
        drop: (conversation, ids) => Transaction.orUnavailable(dropWhere(conversation, sql.in("id", ids))),
        dropAll: (conversation, turn) =>
          Transaction.orUnavailable(
            dropWhere(
              conversation,
              Option.match(turn, { onNone: () => sql`true`, onSome: (trace) => unshownOf(trace) })
            )
          ),
        show,
        lock: (owner, conversation, id) => Transaction.orUnavailable(lockOne({ owner, conversation, id })),
        settle: (id, end) =>
          Transaction.orUnavailable(
            end.state === "confirmed"
              ? sql`
                  UPDATE pending_actions SET state = 'confirmed', confirmed_by = ${end.message},
                    result = ${JSON.stringify(end.result)}::jsonb, settled_at = now()
                  WHERE id = ${id} AND state = 'open'`
              : sql`UPDATE pending_actions SET state = ${end.state}, settled_at = now() WHERE id = ${id} AND state = 'open'`
          )
      }
    })
  )
}
