import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SqlClient, SqlSchema } from "@effect/sql"
import { Terms } from "@storefront/domain/confirmation/Terms"
import { UserId } from "@storefront/domain/Identity"
import { ActionId, ConversationId, TraceId } from "@storefront/domain/Ids"
import { checkoutAtTill } from "@storefront/domain/tools/CartTools"
import { receipt } from "@storefront/domain/words/Receipts"
import { Context, Effect, Layer, Predicate, Record, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { termText } from "../../platform/effects/TermText.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { type Receipt } from "./StoredAnswer.ts"
import { describeDone } from "../actions/DoneSentences.ts"
import { selectMessages } from "./HistoryRows.ts"

/** Turns each text of a result into one line of plain text, for people. */
const plainText = (value: unknown): unknown =>
  typeof value === "string"
    ? termText(value)
    : Array.isArray(value)
      ? value.map(plainText)
      : Predicate.isRecord(value)
        ? Record.map(value, plainText)
        : value

/** Receipts of writes, read from the stored effects, so that no write goes unreported. */
export class Receipts extends Context.Tag("@storefront/server/assistant/chat/Receipts")<
  Receipts,
  {
    /**
     * Returns one receipt per write of the turn and of the turns since the last acknowledged answer, in the order of
     * the writes. Confirmed acts are included, except the `reported` ones, which the answer itself reports.
     */
    readonly of: (
      turn: Pick<ConversationTurn, "caller" | "conversationId" | "traceId" | "locale">,
      reported: ReadonlyArray<ActionId>
    ) => Effect.Effect<ReadonlyArray<Receipt>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const select = SqlSchema.findAll({
        Request: Schema.Struct({ owner: UserId, conversation: ConversationId, trace: TraceId }),
        Result: Schema.Struct({
          tool: Schema.String,
          result: Schema.Unknown,
          action: Schema.NullOr(ActionId),
          terms: Schema.NullOr(Terms)
        }),
        execute: ({ conversation, owner, trace }) => sql`
          WITH history AS (
            SELECT seq, role, trace_id, is_acknowledged FROM (${selectMessages(sql, conversation)}) messages
          ),
          unreported AS (
            SELECT ${trace}::text AS trace_id
            UNION
            SELECT trace_id FROM history
            WHERE role = 'user' AND seq > ALL (SELECT seq FROM history WHERE is_acknowledged)
          ),
          runs AS (
            SELECT id FROM agent_runs JOIN unreported USING (trace_id)
            UNION
            SELECT id FROM usage_logs JOIN unreported USING (trace_id)
          )
          SELECT e.tool_name AS tool, e.result, a.id AS action, a.terms
          FROM tool_effects e JOIN runs ON runs.id = e.run_id
          LEFT JOIN pending_actions a ON a.conversation_id = ${conversation} AND a.id::text = e.effect_key
          WHERE e.user_id = ${owner} ORDER BY e.seq`
      })
      return {
        of: Effect.fn("Receipts.of")(function* ({ caller, conversationId, locale, traceId }, reported) {
          const writes = yield* orUnavailable(
            select({ owner: caller.id, conversation: conversationId, trace: traceId })
          )
          return writes.flatMap(({ action, result, terms, tool }) =>
            action !== null && reported.includes(action)
              ? []
              : [
                  {
                    tool,
                    summary:
                      terms === null
                        ? // A link is the server's own text, and is worthless if it is cut.
                          receipt({ tool, result: tool === checkoutAtTill.name ? result : plainText(result) }, locale)
                        : describeDone({ result, terms }, locale)
                  }
                ]
          )
        })
      }
    })
  )
}
