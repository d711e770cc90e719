import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { type ProposedAction } from "@storefront/domain/api/AgentApi"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Hint } from "@storefront/domain/confirmation/Hint"
import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { actNames, subjectOf, Terms } from "@storefront/domain/confirmation/Terms"
import { UserId } from "@storefront/domain/Identity"
import { ActionId, ConversationId, MessageId, TraceId } from "@storefront/domain/Ids"
import { SpecialistName } from "@storefront/domain/Topology"
import { type Locale } from "@storefront/domain/words/Locale"
import { proposalText } from "@storefront/domain/words/ProposalText"
import { Context, Data, Duration, Effect, Layer, Option, Schema } from "effect"
import { v7 } from "uuid"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import * as Transaction from "../../platform/database/Transaction.ts"
import { currentState, pendingCondition } from "../../platform/effects/ActionStates.ts"
import { fingerprintOf } from "./Fingerprint.ts"
import { placeAmong, selectCompeting } from "./ProposalPlacement.ts"

/** Stored proposal. An open one past `expiresAt` reads as expired, whatever state the row has. */
export const PendingAction = Schema.Struct({
  id: ActionId,
  owner: UserId,
  conversationId: ConversationId,
  agentName: SpecialistName,
  act: Schema.Literal(...actNames),
  /** Encoded by the act's schema. */
  args: Schema.Unknown,
  terms: Terms,
  hint: Schema.NullOr(Hint),
  state: ActionState,
  proposedIn: TraceId,
  shownBy: Schema.NullOr(MessageId),
  confirmedBy: Schema.NullOr(MessageId),
  /** Encoded by the act's schema; null unless confirmed. */
  result: Schema.Unknown,
  expiresAt: Schema.DateTimeUtcFromDate
})
export type PendingAction = typeof PendingAction.Type

/** Returns a test for proposals of the same act on the same order, cart, product or memory. */
export const hasSameSubject =
  ({ terms }: Pick<PendingAction, "terms">) =>
  (other: Pick<PendingAction, "terms">): boolean =>
    other.terms.act === terms.act && subjectOf(other.terms) === subjectOf(terms)

/** Words a stored proposal, for transport to the front door. */
export const toProposed =
  (locale: Locale) =>
  ({ expiresAt, hint, id, terms }: Pick<PendingAction, "expiresAt" | "hint" | "id" | "terms">): ProposedAction => ({
    actionId: id,
    terms,
    summary: proposalText({ hint, terms }, locale),
    expiresAt
  })

/** Proposal to be stored. */
export type NewAction = Pick<
  PendingAction,
  "owner" | "conversationId" | "agentName" | "act" | "args" | "terms" | "hint" | "proposedIn"
>

/** The turn has reached its limit of proposals. */
export class TooManyProposals extends Data.TaggedError("TooManyProposals") {}

/** The person who would have to confirm has no such active conversation. */
export class NoConversation extends Data.TaggedError("NoConversation") {}

/** Proposals that an answer shows to the customer. */
export interface ShownProposals {
  readonly conversation: ConversationId
  readonly turn: TraceId
  readonly answer: MessageId
  readonly ids: ReadonlyArray<ActionId>
  readonly time: Duration.Duration
}

const encodeHint = Schema.encodeSync(Hint)

const toPgArray = (ids: ReadonlyArray<string>) => `{${ids.join(",")}}`

/** Locks the owner's active conversation. Must come before locks on its actions. Proposals and new turns in it wait. */
export const lockConversation = (sql: SqlClient.SqlClient, owner: UserId, conversation: ConversationId) =>
  Effect.filterOrFail(
    sql`
      SELECT id FROM conversations WHERE id = ${conversation} AND user_id = ${owner} AND is_active FOR NO KEY UPDATE`,
    (rows) => rows.length > 0,
    () => new NoConversation()
  )

/** Table of proposals. Each operation joins the caller's transaction, or runs by itself. */
export class PendingActions extends Context.Tag("@storefront/server/assistant/actions/PendingActions")<
  PendingActions,
  {
    /**
     * Stores a proposal as `proposed`, in at most 4 statements. A pending row with equal terms is reused, and becomes
     * the last proposal of this turn; if it was open it stays open even if the turn fails, because it was shown. Drops
     * this turn's earlier, unshown proposal for the same subject.
     */
    readonly propose: (
      action: NewAction
    ) => Effect.Effect<PendingAction, TooManyProposals | NoConversation | DatabaseUnavailable>
    /** Returns actions of the owner's conversation, in the order of the ids. */
    readonly find: (
      owner: UserId,
      conversation: ConversationId,
      ids: ReadonlyArray<ActionId>
    ) => Effect.Effect<ReadonlyArray<PendingAction>, DatabaseUnavailable>
    /** Returns actions of a person in any conversation, in the order of the ids. */
    readonly findAll: (
      owner: UserId,
      ids: ReadonlyArray<ActionId>
    ) => Effect.Effect<ReadonlyArray<PendingAction>, DatabaseUnavailable>
    /** Returns a turn's pending proposals in the order in which they are shown. */
    readonly proposedIn: (
      conversation: ConversationId,
      turn: TraceId
    ) => Effect.Effect<ReadonlyArray<PendingAction>, DatabaseUnavailable>
    /** Drops the given actions, as far as they are proposed or open. */
    readonly drop: (
      conversation: ConversationId,
      ids: ReadonlyArray<ActionId>
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** Drops all proposed or open actions of a conversation; with a turn, only its unshown proposals. */
    readonly dropAll: (
      conversation: ConversationId,
      turn: Option.Option<TraceId>
    ) => Effect.Effect<void, DatabaseUnavailable>
    /** Drops all proposed or open actions of a person. */
    readonly dropAllOf: (owner: UserId) => Effect.Effect<void, DatabaseUnavailable>
    /**
     * Marks proposals of the turn, and open ones of earlier turns, as shown by an answer in the order of `ids`: opens
     * them for `time` from now. Drops the turn's other unshown proposals.
     */
    readonly show: (showing: ShownProposals) => Effect.Effect<void, DatabaseUnavailable>
    /** Locks an action until the transaction ends; none if it belongs to another person or conversation. */
    readonly lock: (
      owner: UserId,
      conversation: ConversationId,
      id: ActionId
    ) => Effect.Effect<Option.Option<PendingAction>, DatabaseUnavailable>
    /** Settles a locked, open action, even past `expiresAt`. */
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

      const expiryIn = (duration: Duration.Duration) =>
        sql`now() + ${Duration.toMillis(duration)}::float8 * interval '1 ms'`

      const competingWith = selectCompeting(sql)

      const dropProposed = (ids: ReadonlyArray<ActionId>) => sql`
        UPDATE pending_actions SET state = 'dropped', settled_at = now() WHERE ${sql.in("id", ids)} AND state = 'proposed'`

      const decodeOne = Schema.decodeUnknown(Schema.Tuple(PendingAction))

      const reuse = (id: ActionId, { args, proposedIn }: NewAction, position: number) => sql`
        UPDATE pending_actions
        SET proposed_in = ${proposedIn}, position = ${position}, args = ${JSON.stringify(args)}::jsonb
        WHERE id = ${id} RETURNING ${columns}`

      const insert = (action: NewAction, json: string, fingerprint: string, position: number) => sql`
        INSERT INTO pending_actions (id, user_id, conversation_id, agent_name, act, subject, args, terms, hint,
          fingerprint, position, state, proposed_in, expires_at)
        VALUES (${v7()}, ${action.owner}, ${action.conversationId}, ${action.agentName}, ${action.act},
          ${subjectOf(action.terms)}, ${JSON.stringify(action.args)}::jsonb, ${json}::jsonb,
          ${action.hint === null ? null : JSON.stringify(encodeHint(action.hint))}::jsonb, ${fingerprint}, ${position}, 'proposed', ${action.proposedIn}, ${expiryIn(time)})
        RETURNING ${columns}`

      const propose = Effect.fn("PendingActions.propose")(
        function* (action: NewAction) {
          const { conversationId: conversation, owner, proposedIn: turn, terms } = action
          const { json, fingerprint } = yield* fingerprintOf(terms)
          yield* lockConversation(sql, owner, conversation)
          const competing = yield* competingWith({ conversation, turn, fingerprint, subject: subjectOf(terms) })
          const { position, replaced, same } = yield* Effect.mapError(
            placeAmong(competing),
            () => new TooManyProposals()
          )
          if (replaced.length > 0) {
            yield* dropProposed(replaced)
          }
          const stored = yield* Option.match(same, {
            onNone: () => insert(action, json, fingerprint, position),
            onSome: (id) => reuse(id, action, position)
          })
          return (yield* decodeOne(stored))[0]
        },
        Transaction.withRetry(sql),
        Transaction.orUnavailable
      )

      const select = SqlSchema.findAll({
        Request: Schema.Struct({
          owner: UserId,
          conversation: Schema.NullOr(ConversationId),
          ids: Schema.Array(ActionId)
        }),
        Result: PendingAction,
        execute: ({ conversation, ids, owner }) => sql`
          SELECT ${columns} FROM pending_actions
          WHERE ${sql.and([
            sql`user_id = ${owner}`,
            ...optionalCondition(conversation, (id) => sql`conversation_id = ${id}`),
            sql.in("id", ids)
          ])}
          ORDER BY array_position(${toPgArray(ids)}::uuid[], id)`
      })

      const selectByTurn = SqlSchema.findAll({
        Request: Schema.Struct({ conversation: ConversationId, turn: TraceId }),
        Result: PendingAction,
        execute: ({ conversation, turn }) => sql`
          SELECT ${columns} FROM pending_actions
          WHERE conversation_id = ${conversation} AND proposed_in = ${turn} AND ${sql.literal(pendingCondition)}
          ORDER BY position, created_at, id`
      })

      const lockOne = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, conversation: ConversationId, id: ActionId }),
        Result: PendingAction,
        execute: ({ conversation, id, owner }) => sql`
          SELECT ${columns} FROM pending_actions
          WHERE id = ${id} AND user_id = ${owner} AND conversation_id = ${conversation} FOR UPDATE`
      })

      const isUnshownOf = (turn: TraceId) => sql`proposed_in = ${turn} AND state = 'proposed'`

      /** Drops pending actions; an open one past its time ends as expired. */
      const dropWhere = (condition: Statement.Fragment) => sql`
        UPDATE pending_actions
        SET state = CASE WHEN ${sql.literal(pendingCondition)} THEN 'dropped' ELSE 'expired' END, settled_at = now()
        WHERE state IN ('proposed', 'open') AND ${condition}`

      const dropIn = (conversation: ConversationId, condition: Statement.Fragment) =>
        dropWhere(sql`conversation_id = ${conversation} AND ${condition}`)

      const show = Effect.fn("PendingActions.show")(
        function* ({ answer, conversation, ids, time, turn }: ShownProposals) {
          yield* sql`
            UPDATE pending_actions
            SET state = 'open', shown_by = ${answer}, expires_at = ${expiryIn(time)},
              position = array_position(${toPgArray(ids)}::uuid[], id) - 1
            WHERE conversation_id = ${conversation} AND ${sql.in("id", ids)} AND ${sql.literal(pendingCondition)}
              AND (state = 'open' OR proposed_in = ${turn})`
          yield* dropIn(conversation, isUnshownOf(turn))
        },
        Transaction.transact(sql),
        Transaction.orUnavailable
      )

      return {
        propose,
        find: (owner, conversation, ids) => Transaction.orUnavailable(select({ owner, conversation, ids })),
        findAll: (owner, ids) => Transaction.orUnavailable(select({ owner, conversation: null, ids })),
        proposedIn: (conversation, turn) => Transaction.orUnavailable(selectByTurn({ conversation, turn })),
        drop: (conversation, ids) => Transaction.orUnavailable(dropIn(conversation, sql.in("id", ids))),
        dropAll: (conversation, turn) =>
          Transaction.orUnavailable(
            dropIn(conversation, Option.match(turn, { onNone: () => sql`true`, onSome: (trace) => isUnshownOf(trace) }))
          ),
        dropAllOf: (owner) => Transaction.orUnavailable(dropWhere(sql`user_id = ${owner}`)),
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
