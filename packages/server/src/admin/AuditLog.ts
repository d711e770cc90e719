import { SqlClient } from "@effect/sql"
import { AuditEntry, AuditPage, type AuditQuery, AuditStep } from "@storefront/domain/api/AdminApi"
import { UsageLogId } from "@storefront/domain/Ids"
import { Array, Context, Effect, Layer, Schema, Struct } from "effect"
import { decoded } from "../database/Decoded.ts"

const EntryRow = Schema.Struct({ ...Struct.omit(AuditEntry.fields, "steps"), created_at: Schema.DateTimeUtcFromDate })

const StepRow = Schema.Struct({ usage_log_id: UsageLogId, ...AuditStep.fields })

const decodeEntries = Schema.decodeUnknown(Schema.Array(EntryRow))
const decodeSteps = Schema.decodeUnknown(Schema.Array(StepRow))
const decodeTotal = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ total: Schema.Int })))

/** The log of everything that agents did, for reading. Failures of the database are defects. */
export class AuditLog extends Context.Tag("@storefront/server/admin/AuditLog")<
  AuditLog,
  {
    /** Newest first, every entry with its steps. */
    readonly list: (query: AuditQuery) => Effect.Effect<AuditPage>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const list = Effect.fn("AuditLog.list")(function* ({ limit, offset }: AuditQuery) {
        const entries = yield* Effect.flatMap(
          sql`
            SELECT l.id, l.agent_name, u.email AS user_email, u.name AS user_name, l.input_summary, l.tokens_in,
              l.tokens_out, l.tool_calls_count, l.duration_ms, l.status, l.error_message, l.trace_id, l.created_at
            FROM (
              SELECT * FROM usage_logs ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
            ) l
            JOIN users u ON u.id = l.user_id
            ORDER BY l.created_at DESC, l.id DESC`,
          decodeEntries
        )
        const steps = yield* Effect.flatMap(
          sql`
            SELECT usage_log_id, step_index, tool_name, tool_input, tool_output, status, duration_ms
            FROM agent_execution_steps WHERE ${sql.in("usage_log_id", Array.map(entries, Struct.get("id")))}
            ORDER BY usage_log_id, step_index`,
          decodeSteps
        )
        const [{ total }] = yield* Effect.flatMap(
          sql`SELECT COALESCE(sum(request_count), 0)::float8 AS total FROM usage_daily`,
          decodeTotal
        )
        const stepsOf = Array.groupBy(steps, Struct.get("usage_log_id"))
        return new AuditPage(
          {
            entries: entries.map(
              (entry) =>
                new AuditEntry(
                  { ...entry, steps: (stepsOf[entry.id] ?? []).map((step) => new AuditStep(step, decoded)) },
                  decoded
                )
            ),
            total,
            limit,
            offset
          },
          decoded
        )
      }, Effect.orDie)

      return { list }
    })
  )
}
