import { type SqlClient, SqlSchema } from "@effect/sql"
import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { ActionId, ConversationId, TraceId } from "@storefront/domain/Ids"
import { Array, Option, Schema } from "effect"
import { isPending } from "../../platform/effects/ActionStates.ts"

/** Placement of a new proposal among those that are pending. */

/** Maximum proposals of a turn: as many as a customer may be asked about at once. */
const maxProposals = 5

/** Pending action of the turn, or with the terms of the new one. */
const Rival = Schema.Struct({
  id: ActionId,
  state: ActionState,
  /** Position within its turn. */
  position: Schema.Int,
  isSame: Schema.Boolean,
  isOfTurn: Schema.Boolean,
  hasSubject: Schema.Boolean
})
type Rival = typeof Rival.Type

/** Finds the rivals of a new proposal, and stores which actions of the conversation have expired. */
export const selectRivals = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Struct({
      conversation: ConversationId,
      turn: TraceId,
      fingerprint: Schema.String,
      subject: Schema.NullOr(Schema.String)
    }),
    Result: Rival,
    execute: ({ conversation, fingerprint, subject, turn }) => sql`
      WITH expired AS (
        UPDATE pending_actions SET state = 'expired', settled_at = now()
        WHERE conversation_id = ${conversation} AND state = 'open' AND expires_at <= now()
      ), pending AS (
        SELECT id, state, position, fingerprint = ${fingerprint} AS "isSame", proposed_in = ${turn} AS "isOfTurn",
          subject IS NOT DISTINCT FROM ${subject}::uuid AS "hasSubject"
        FROM pending_actions WHERE conversation_id = ${conversation} AND ${sql.literal(isPending)}
      )
      SELECT * FROM pending WHERE "isSame" OR "isOfTurn"`
  })

interface Place {
  /** Row with the same terms. */
  readonly same: Option.Option<ActionId>
  /** Proposals that it replaces; never one that was shown. */
  readonly replaced: ReadonlyArray<ActionId>
  readonly position: number
}

/** Places a new proposal among its rivals; none if the turn has reached its limit. */
export const placeAmong = (rivals: ReadonlyArray<Rival>): Option.Option<Place> => {
  const others = Array.filter(rivals, ({ isOfTurn, isSame }) => isOfTurn && !isSame)
  const [kept, replaced] = Array.partition(others, ({ hasSubject, state }) => hasSubject && state === "proposed")
  return kept.length < maxProposals
    ? Option.some({
        same: Option.map(
          Array.findFirst(rivals, ({ isSame }) => isSame),
          ({ id }) => id
        ),
        replaced: Array.map(replaced, ({ id }) => id),
        position: Math.max(-1, ...Array.map(others, ({ position }) => position)) + 1
      })
    : Option.none()
}
