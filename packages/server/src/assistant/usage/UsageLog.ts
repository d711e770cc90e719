import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SqlClient, SqlSchema } from "@effect/sql"
import { type User, UserId } from "@storefront/domain/Identity"
import { ConversationId, UsageLogId } from "@storefront/domain/Ids"
import { isMutating } from "@storefront/domain/tools/Writes"
import { BigDecimal, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { type IdOrigins } from "../guard/Provenance.ts"
import { prices } from "../../platform/config/PriceConfig.ts"
import { costOf } from "./Cost.ts"
import { type TurnReport } from "../turn/TurnReport.ts"
import { orUnavailable, retryConflicts, withRetry } from "../../platform/database/Transaction.ts"
import { cut, storable } from "../../platform/text/Text.ts"
import { mask, maskedObject, summary } from "../../platform/text/Masking.ts"
import { reconcile } from "./StepReconciliation.ts"

/** Run to be logged. */
export interface UsageEntry {
  readonly report: TurnReport
  readonly caller: User
  /** Stored as a reference only if it is a conversation of the caller. */
  readonly conversationId: ConversationId | null
  /** Key of its message in `tool_effects`; null for the orchestrator, which writes nothing itself. */
  readonly messageKey: string | null
  /** Message to the agent, of which the log keeps a masked summary. */
  readonly message: string
}

const maxErrorLength = 1_000
const maxModelLength = 200

const toPgArray = (ids: ReadonlyArray<string>) => `{${ids.join(",")}}`

/** Returns whether a run may have effects that are missing in its steps. */
const isInDoubt = ({ messageKey, report: { status, steps } }: UsageEntry) =>
  messageKey !== null &&
  !(status === "success" && steps.every((step) => step.status === "success" || !isMutating(step.toolName)))

/** Log of agents' runs with their steps, and its daily rollups. */
export class UsageLog extends Context.Tag("@storefront/server/assistant/usage/UsageLog")<
  UsageLog,
  {
    /**
     * Stores a run with its steps and rollups in one transaction, and removes it from the open runs. Returns the report
     * with all effects of the run as steps. Idempotent.
     */
    readonly record: (entry: UsageEntry) => Effect.Effect<TurnReport, DatabaseUnavailable>
    /** Records a run inside the caller's transaction, of which it must be the last statement. */
    readonly recordWithin: (entry: UsageEntry) => Effect.Effect<TurnReport, DatabaseUnavailable>
    /** Returns the ids that appeared in specialists' runs of a conversation, for any A2A client, oldest run first. */
    readonly idsOf: (
      conversation: ConversationId,
      owner: UserId
    ) => Effect.Effect<ReadonlyArray<IdOrigins>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const priceTable = yield* prices

      const selectEffects = SqlSchema.findAll({
        Request: UsageLogId,
        Result: Schema.Struct({ toolName: Schema.String, result: Schema.Unknown }),
        // By the run alone: the effects of a guest's run belong to the account that has claimed the guest since.
        execute: (runId) => sql`
          SELECT tool_name AS "toolName", result FROM tool_effects WHERE run_id = ${runId} ORDER BY seq`
      })

      const selectIds = SqlSchema.findAll({
        Request: Schema.Struct({ conversation: ConversationId, owner: UserId }),
        Result: Schema.Struct({ found: Schema.Array(Schema.UUID), quoted: Schema.Array(Schema.UUID) }),
        // Excludes the orchestrator's runs: the results of its tool are agents' prose, which is no source of ids.
        execute: ({ conversation, owner }) => sql`
          SELECT found_ids AS found, quoted_ids AS quoted FROM usage_logs
          WHERE context_id = ${conversation} AND agent_name <> 'orchestrator'
            AND (user_id = ${owner} OR user_id IN (SELECT id FROM users WHERE merged_into = ${owner}))
          ORDER BY seq`
      })

      /** Inserts in one statement, because each further statement would nearly double the time. */
      const insert = Effect.fnUntraced(function* ({ caller, conversationId, message }: UsageEntry, report: TurnReport) {
        const cost = Option.map(costOf(priceTable, report.requestedModel, report), BigDecimal.format)
        const endedAt = DateTime.add(report.startedAt, { millis: report.durationMs })
        const day = DateTime.formatIsoDateUtc(endedAt)
        const steps = report.steps.map(({ durationMs, input, output, status, toolName }, index) => ({
          step_index: index,
          tool_name: toolName,
          tool_input: maskedObject(input),
          tool_output: maskedObject(output),
          status,
          duration_ms: durationMs
        }))
        yield* sql`
          WITH run AS (
            INSERT INTO usage_logs
              (id, user_id, agent_name, conversation_id, context_id, trace_id, model, input_summary, tokens_in, cached_tokens,
               cache_write_tokens, tokens_out, reasoning_tokens, cost, tool_calls_count, duration_ms, status, guard, found_ids, quoted_ids, error_message, created_at)
            VALUES
              (${report.runId}, ${caller.id}, ${report.agentName},
               (SELECT id FROM conversations WHERE id = ${conversationId} AND user_id = ${caller.id}), ${conversationId},
               ${report.traceId}, ${cut(storable(report.model), maxModelLength)}, ${summary(message)}, ${report.tokensIn},
               ${report.cachedTokens}, ${report.cacheWriteTokens}, ${report.tokensOut}, ${report.reasoningTokens}, ${Option.getOrNull(cost)},
               ${report.steps.length}, ${report.durationMs}, ${report.status},
               ${JSON.stringify(report.guard)}, ${toPgArray(report.ids.found)}, ${toPgArray(report.ids.quoted)},
               ${report.errorMessage === null ? null : cut(mask(report.errorMessage), maxErrorLength)},
               ${DateTime.toDateUtc(endedAt)})
            ON CONFLICT (id) DO NOTHING RETURNING *),
          reported AS (DELETE FROM agent_runs WHERE id = ${report.runId} AND user_id = ${caller.id}),
          steps AS (
            INSERT INTO agent_execution_steps
              (usage_log_id, step_index, tool_name, tool_input, tool_output, status, duration_ms)
            SELECT run.id, step.step_index, step.tool_name, step.tool_input::jsonb, step.tool_output::jsonb, step.status,
              step.duration_ms
            FROM run, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) AS step
              (step_index int, tool_name text, tool_input text, tool_output text, status text, duration_ms int)),
          person AS (
            INSERT INTO usage_daily_users (day, agent_name, user_id)
            SELECT ${day}::date, agent_name, user_id FROM run ON CONFLICT DO NOTHING)
          INSERT INTO usage_daily AS total
            (day, agent_name, request_count, error_count, tokens_in, cached_tokens, cache_write_tokens, tokens_out, reasoning_tokens, cost,
             tool_calls, duration_ms_sum)
          SELECT ${day}::date, agent_name, 1, (status = 'error')::int, tokens_in, cached_tokens, cache_write_tokens, tokens_out,
            reasoning_tokens, coalesce(cost, 0), tool_calls_count, duration_ms
          FROM run
          ON CONFLICT (day, agent_name) DO UPDATE SET
            request_count = total.request_count + excluded.request_count,
            error_count = total.error_count + excluded.error_count,
            tokens_in = total.tokens_in + excluded.tokens_in,
            cached_tokens = total.cached_tokens + excluded.cached_tokens,
            cache_write_tokens = total.cache_write_tokens + excluded.cache_write_tokens,
            tokens_out = total.tokens_out + excluded.tokens_out,
            reasoning_tokens = total.reasoning_tokens + excluded.reasoning_tokens,
            cost = total.cost + excluded.cost,
            tool_calls = total.tool_calls + excluded.tool_calls,
            duration_ms_sum = total.duration_ms_sum + excluded.duration_ms_sum`
        return report
      })

      /** Inserts a run in doubt, with its steps completed by its stored effects. */
      const insertReconciled = Effect.fnUntraced(function* (entry: UsageEntry) {
        const { caller, report } = entry
        // The row lock waits for a write in progress.
        yield* sql`DELETE FROM agent_runs WHERE id = ${report.runId} AND user_id = ${caller.id}`
        const effects = yield* selectEffects(report.runId)
        return yield* insert(entry, { ...report, steps: reconcile(report.steps, effects) })
      })

      const insertWithin = (entry: UsageEntry) =>
        isInDoubt(entry) ? insertReconciled(entry) : insert(entry, entry.report)

      return {
        record: (entry) =>
          orUnavailable(isInDoubt(entry) ? withRetry(sql)(insertWithin(entry)) : retryConflicts(insertWithin(entry))),
        recordWithin: (entry) => orUnavailable(insertWithin(entry)),
        idsOf: Effect.fn("UsageLog.idsOf")((conversation, owner) => orUnavailable(selectIds({ conversation, owner })))
      }
    })
  )

  /** Appends recorded entries to an array. */
  static readonly layerTest = (entries: Array<UsageEntry>) => {
    const append = (entry: UsageEntry) =>
      Effect.as(
        Effect.sync(() => entries.push(entry)),
        entry.report
      )
    return Layer.succeed(this, {
      record: append,
      recordWithin: append,
      idsOf: () => Effect.succeed([])
    })
  }
}
