import { type SqlClient, SqlSchema } from "@effect/sql"
import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { actNames, Terms } from "@storefront/domain/confirmation/Terms"
import { ActionId, MessageId, TraceId } from "@storefront/domain/Ids"
import { SpecialistName } from "@storefront/domain/Topology"
import { Schema } from "effect"
import { currentState } from "../../platform/effects/ActionStates.ts"

/** Action of the audit: a proposed binding act, the answer that showed it, and the message that confirmed it. */
export const AuditAction = Schema.Struct({
  action_id: ActionId,
  act: Schema.Literal(...actNames),
  agent_name: SpecialistName,
  state: ActionState,
  terms: Terms,
  /** Trace id of the turn. */
  proposed_in: TraceId,
  /** Newest answer that has shown it. */
  shown_by: Schema.NullOr(MessageId),
  confirmed_by: Schema.NullOr(MessageId),
  created_at: Schema.DateTimeUtc,
  settled_at: Schema.NullOr(Schema.DateTimeUtc)
})
export type AuditAction = typeof AuditAction.Type

/** Selects the actions that a turn proposed, showed or confirmed, in the order of their creation. */
export const selectActions = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: TraceId,
    Result: Schema.Struct({
      ...AuditAction.fields,
      created_at: Schema.DateTimeUtcFromDate,
      settled_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
    }),
    execute: (trace) => sql`
      SELECT a.id AS action_id, a.act, a.agent_name,
        ${sql.literal(currentState)} AS state,
        a.terms, a.proposed_in, a.shown_by, a.confirmed_by, a.created_at, a.settled_at
      FROM pending_actions a
      WHERE a.conversation_id IN (SELECT conversation_id FROM usage_logs WHERE trace_id = ${trace})
        AND (a.proposed_in = ${trace} OR EXISTS (
          SELECT FROM messages m WHERE m.id IN (a.shown_by, a.confirmed_by) AND m.metadata ->> 'trace_id' = ${trace}))
      ORDER BY a.created_at, a.id`
  })
