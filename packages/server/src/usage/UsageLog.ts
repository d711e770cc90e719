import { SqlClient } from "@effect/sql"
import { type User, type UserId } from "@storefront/domain/Identity"
import { type ConversationId } from "@storefront/domain/Ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { v7 } from "uuid"
import { type TurnReport } from "./TurnReport.ts"
import { withRetry } from "../database/Transaction.ts"
import { cut } from "../text/Text.ts"
import { mask, maskedObject, summary } from "./Masking.ts"

/** One run of one agent, as it goes into the log. */
export interface UsageEntry {
  readonly report: TurnReport
  readonly caller: User
  /** Kept if it is a conversation of the caller. */
  readonly conversationId: ConversationId | null
  /** The message; the log keeps its first 500 characters, masked. */
  readonly input: string
}

const maxErrorLength = 1_000

/** The log of agent runs with their steps, and its daily rollups. Failures of the database are defects. */
export class UsageLog extends Context.Tag("@storefront/server/usage/UsageLog")<
  UsageLog,
  {
    /** Row, steps and rollups in one transaction. */
    readonly record: (entry: UsageEntry) => Effect.Effect<void>
    /** The same statements inside the transaction of the caller, which runs them last. */
    readonly recordWithin: (entry: UsageEntry) => Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const findConversation = (id: ConversationId | null, owner: UserId) =>
        sql<{ readonly id: string }>`SELECT id FROM conversations WHERE id = ${id} AND user_id = ${owner}`

      const insert = Effect.fnUntraced(function* ({ caller, conversationId, input, report }: UsageEntry) {
        const endedAt = DateTime.add(report.startedAt, { millis: report.durationMs })
        const day = DateTime.formatIsoDateUtc(endedAt)
        const id = yield* Effect.sync(() => v7())
        const [conversation] = yield* findConversation(conversationId, caller.id)
        yield* sql`INSERT INTO usage_logs ${sql.insert({
          id,
          user_id: caller.id,
          agent_name: report.agentName,
          conversation_id: conversation?.id ?? null,
          trace_id: report.traceId,
          input_summary: summary(input),
          tokens_in: report.tokensIn,
          tokens_out: report.tokensOut,
          tool_calls_count: report.steps.length,
          duration_ms: report.durationMs,
          status: report.status,
          error_message: report.errorMessage === null ? null : cut(mask(report.errorMessage), maxErrorLength),
          created_at: DateTime.toDateUtc(endedAt)
        })}`
        if (report.steps.length > 0) {
          yield* sql`INSERT INTO agent_execution_steps ${sql.insert(
            report.steps.map((step, index) => ({
              usage_log_id: id,
              step_index: index,
              tool_name: step.toolName,
              tool_input: maskedObject(step.input),
              tool_output: maskedObject(step.output),
              status: step.status,
              duration_ms: step.durationMs
            }))
          )}`
        }
        yield* sql`
          INSERT INTO usage_daily_users ${sql.insert({ day, agent_name: report.agentName, user_id: caller.id })}
          ON CONFLICT DO NOTHING`
        yield* sql`
          INSERT INTO usage_daily AS total ${sql.insert({
            day,
            agent_name: report.agentName,
            request_count: 1,
            error_count: report.status === "error" ? 1 : 0,
            tokens_in: report.tokensIn,
            tokens_out: report.tokensOut,
            tool_calls: report.steps.length,
            duration_ms_sum: report.durationMs
          })}
          ON CONFLICT (day, agent_name) DO UPDATE SET
            request_count = total.request_count + excluded.request_count,
            error_count = total.error_count + excluded.error_count,
            tokens_in = total.tokens_in + excluded.tokens_in,
            tokens_out = total.tokens_out + excluded.tokens_out,
            tool_calls = total.tool_calls + excluded.tool_calls,
            duration_ms_sum = total.duration_ms_sum + excluded.duration_ms_sum`
      })

      return {
        record: Effect.fn("UsageLog.record")((entry) => Effect.orDie(withRetry(sql)(insert(entry)))),
        recordWithin: Effect.fn("UsageLog.recordWithin")((entry) => Effect.orDie(insert(entry)))
      }
    })
  )

  /** Keeps the entries in the array. */
  static readonly layerTest = (entries: Array<UsageEntry>) => {
    const keep = (entry: UsageEntry) => Effect.asVoid(Effect.sync(() => entries.push(entry)))
    return Layer.succeed(this, { record: keep, recordWithin: keep })
  }
}
