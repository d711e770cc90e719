import { type SqlClient, SqlSchema } from "@effect/sql"
import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { ActionId, ConversationId, TraceId } from "@storefront/domain/Ids"
import { Array, Option, Schema } from "effect"
import { pendingCondition } from "../../platform/effects/ActionStates.ts"

/** Placement of a new proposal among the pending actions of its conversation. */

/** Maximum proposals of a turn, all of which the customer has to confirm or decline at once. */
const maxProposals = 5

/** Pending action that belongs to the turn of the new proposal, or has the same terms. */
const CompetingAction = Schema.Struct({
  id: ActionId,
  state: ActionState,
  /** Position within its turn. */
  position: Schema.Int,
  isSame: Schema.Boolean,
  isOfTurn: Schema.Boolean,
  hasSubject: Schema.Boolean
})
type CompetingAction = typeof CompetingAction.Type

/** Selects the actions that compete with a new proposal. Also stores the state of the conversation's expired ones. */
export const selectCompeting = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({
      conversation: ConversationId,
      turn: TraceId,
      fingerprint: Schema.String,
      subject: Schema.NullOr(Schema.String)
    }),
    Result: CompetingAction,
    execute: ({ conversation, fingerprint, subject, turn }) => sql`
      WITH expired AS (
        UPDATE pending_actions SET state = 'expired', settled_at = now()
        WHERE conversation_id = ${conversation} AND state = 'open' AND expires_at <= now()
      ), pending AS (
        SELECT id, state, position, fingerprint = ${fingerprint} AS "isSame", proposed_in = ${turn} AS "isOfTurn",
          subject IS NOT DISTINCT FROM ${subject}::uuid AS "hasSubject"
        FROM pending_actions WHERE conversation_id = ${conversation} AND ${sql.literal(pendingCondition)}
      )
      SELECT * FROM pending WHERE "isSame" OR "isOfTurn"`
  })

interface Placement {
  /** Row with the same terms, which is to be reused. */
  readonly same: Option.Option<ActionId>
  /** Unshown proposals for the same subject, which are to be dropped. */
  readonly replaced: ReadonlyArray<ActionId>
  readonly position: number
}

/** Places a new proposal among those that compete with it; none if the turn has reached its limit. */
export const placeAmong = (competing: ReadonlyArray<CompetingAction>): Option.Option<Placement> => {
  const others = Array.filter(competing, ({ isOfTurn, isSame }) => isOfTurn && !isSame)
  const [remaining, replaced] = Array.partition(others, ({ hasSubject, state }) => hasSubject && state === "proposed")
  return remaining.length < maxProposals
    ? Option.some({
        same: Option.map(
          Array.findFirst(competing, ({ isSame }) => isSame),
          ({ id }) => id
        ),
        replaced: Array.map(replaced, ({ id }) => id),
        position: Math.max(-1, ...Array.map(others, ({ position }) => position)) + 1
      })
    : Option.none()
}
