import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SqlClient, SqlSchema } from "@effect/sql"
import { User, UserId } from "@storefront/domain/Identity"
import { ConversationId, TraceId, UsageLogId } from "@storefront/domain/Ids"
import { SpecialistName } from "@storefront/domain/Topology"
import { Context, Data, DateTime, Duration, Effect, Layer, Number, Schema } from "effect"
import { IsSoleOwner } from "../../platform/database/Database.ts"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { repeatedly } from "../../platform/database/RepeatedWork.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { countOrLog, orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { messageKeyOf } from "../../platform/effects/EffectKey.ts"
import { summary } from "../../platform/text/Masking.ts"
import { type Turn } from "../turn/Turn.ts"
import { abandonedReport } from "../turn/TurnReport.ts"
import { UsageLog } from "./UsageLog.ts"

/** Time that a run has to report itself after its deadline, and after it was closed. */
const margin = Duration.seconds(30)
const marginWhenClosed = Duration.seconds(2)

/** Interval of the sweep for runs that were never reported, and its batch size. */
const interval = Duration.seconds(2)
const batchSize = 100

/** Run of a specialist, with the id that its caller chose. A repeated message has several runs. */
export interface AgentRun extends Turn {
  readonly id: UsageLogId
  readonly agentName: SpecialistName
}

/** The run or its turn was closed before the run began, or its id was used before. */
export class RunNotOpened extends Data.TaggedError("RunNotOpened") {}

const Unreported = Schema.Struct({
  ...User.fields,
  run_id: UsageLogId,
  agent_name: SpecialistName,
  message_key: Schema.String,
  conversation_id: Schema.NullOr(ConversationId),
  trace_id: TraceId,
  input_summary: Schema.String,
  started_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  expires_at: Schema.DateTimeUtcFromDate
})

/**
 * Open runs of specialists. A run is stored here from before its first tool call until it is in the log, so that none
 * is lost, and none writes after its end was reported.
 */
export class AgentRuns extends Context.Tag("@storefront/server/assistant/usage/AgentRuns")<
  AgentRuns,
  {
    readonly open: (run: AgentRun, startedAt: DateTime.Utc) => Effect.Effect<void, RunNotOpened | DatabaseUnavailable>
    /**
     * Closes a run that its caller no longer waits for: it writes nothing from now on, even if it begins later. Returns
     * the names of tools that have written for its message, in any of its runs, in the order of the writes.
     */
    readonly close: (run: AgentRun) => Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
    /** Closes all stored runs of a trace. Runs of a turn that has ended cannot be opened. */
    readonly closeTrace: (traceId: TraceId) => Effect.Effect<void, DatabaseUnavailable>
    /** Closes all stored runs for a person. */
    readonly closeAllOf: (person: UserId) => Effect.Effect<void, DatabaseUnavailable>
    /** Logs expired runs that were never reported, with their writes. Returns their number. */
    readonly reportAbandoned: Effect.Effect<number, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const usage = yield* UsageLog
      const transaction = withRetry(sql)

      const rowOf = ({ agentName, caller, conversationId, deadline, id, message, messageId, traceId }: AgentRun) =>
        Effect.map(SteadyClock.toWallClock(deadline), (end) => ({
          id,
          user_id: caller.id,
          agent_name: agentName,
          message_key: messageKeyOf(messageId),
          conversation_id: conversationId,
          trace_id: traceId,
          input_summary: summary(message),
          expires_at: DateTime.toDateUtc(DateTime.addDuration(end, margin))
        }))

      const open = Effect.fnUntraced(function* (run: AgentRun, startedAt: DateTime.Utc) {
        const row = yield* rowOf(run)
        // The lock waits for whoever ends the turn, so that they close the run, or it is not opened.
        const opened = yield* orUnavailable(sql`
          WITH turn AS (
            SELECT state FROM turns
            WHERE conversation_id = ${row.conversation_id}::uuid AND trace_id = ${row.trace_id} FOR SHARE)
          INSERT INTO agent_runs
            (id, user_id, agent_name, message_key, conversation_id, trace_id, input_summary, expires_at, started_at)
          SELECT ${row.id}::uuid, ${row.user_id}::uuid, ${row.agent_name}, ${row.message_key}, ${row.conversation_id}::uuid,
            ${row.trace_id}, ${row.input_summary}, ${row.expires_at}::timestamptz, ${DateTime.toDateUtc(startedAt)}::timestamptz
          WHERE NOT EXISTS (SELECT FROM turn WHERE state <> 'running')
          ON CONFLICT (id) DO NOTHING
          RETURNING EXISTS (SELECT FROM usage_logs WHERE usage_logs.id = ${run.id}) AS is_over`)
        if (opened.length === 0 || opened[0]?.["is_over"] !== false) {
          return yield* new RunNotOpened()
        }
      })

      const selectWritten = SqlSchema.findAll({
        Request: Schema.Struct({ caller: UserId, messageKey: Schema.String, runId: UsageLogId }),
        Result: Schema.Struct({ tool_name: Schema.String }),
        // Effects of confirmed actions have other keys, and are found by the run.
        execute: ({ caller, messageKey, runId }) => sql`
          SELECT tool_name FROM tool_effects
          WHERE user_id = ${caller} AND (left(effect_key, 64) = ${messageKey} OR run_id = ${runId}) ORDER BY seq`
      })

      const close = Effect.fnUntraced(function* (run: AgentRun) {
        // The row lock waits for a write in progress.
        yield* sql`
          INSERT INTO agent_runs AS run ${sql.insert({ ...(yield* rowOf(run)), is_closed: true })}
          ON CONFLICT (id) DO UPDATE SET is_closed = true,
            expires_at = least(run.expires_at, now() + make_interval(secs => ${Duration.toSeconds(marginWhenClosed)}))`
        const writes = yield* selectWritten({
          caller: run.caller.id,
          messageKey: messageKeyOf(run.messageId),
          runId: run.id
        })
        return writes.map(({ tool_name }) => tool_name)
      }, orUnavailable)

      const closeTrace = Effect.fn("AgentRuns.closeTrace")(
        (traceId: TraceId) => sql`UPDATE agent_runs SET is_closed = true WHERE trace_id = ${traceId}`,
        orUnavailable,
        Effect.asVoid
      )

      const closeAllOf = Effect.fn("AgentRuns.closeAllOf")(
        (person: UserId) => sql`UPDATE agent_runs SET is_closed = true WHERE user_id = ${person}`,
        orUnavailable,
        Effect.asVoid
      )

      const select = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Unreported,
        execute: () => sql`
          SELECT u.id, u.email, u.name, u.role, r.id AS run_id, r.agent_name, r.message_key, r.conversation_id, r.trace_id,
            r.input_summary, r.started_at, r.expires_at
          FROM agent_runs r JOIN users u ON u.id = r.user_id
          WHERE r.expires_at < now() ORDER BY r.expires_at, r.id LIMIT ${batchSize}`
      })

      /** Reports one run, and returns the number of runs reported. A concurrent sweep that is later reports none. */
      const report = (run: typeof Unreported.Type) =>
        transaction(
          Effect.gen(function* () {
            const due = yield* sql`
              SELECT id FROM agent_runs WHERE id = ${run.run_id} AND expires_at < now() FOR UPDATE SKIP LOCKED`
            if (due.length === 0) {
              return 0
            }
            if (run.started_at === null) {
              yield* sql`DELETE FROM agent_runs WHERE id = ${run.run_id}`
            } else {
              yield* usage.recordWithin({
                report: abandonedReport({
                  runId: run.run_id,
                  agentName: run.agent_name,
                  traceId: run.trace_id,
                  startedAt: run.started_at,
                  endedAt: run.expires_at
                }),
                caller: new User(run, skipValidation),
                conversationId: run.conversation_id,
                messageKey: run.message_key,
                message: run.input_summary
              })
            }
            return 1
          })
        ).pipe(countOrLog("An abandoned run could not be reported"))

      const reportAbandoned = Effect.flatMap(select(), (runs) => Effect.forEach(runs, report)).pipe(
        Effect.map(Number.sumAll),
        orUnavailable,
        Effect.withSpan("AgentRuns.reportAbandoned", { root: true })
      )

      return { open, close, closeTrace, closeAllOf, reportAbandoned }
    })
  )

  /**
   * Reports abandoned runs at start-up and every two seconds. A sole owner of the database starts by reporting all,
   * since no other process can be working on them.
   */
  static readonly sweep = Layer.scopedDiscard(
    Effect.gen(this, function* () {
      const { reportAbandoned } = yield* this
      const sql = yield* SqlClient.SqlClient
      if (yield* IsSoleOwner) {
        yield* orUnavailable(
          sql`UPDATE agent_runs SET expires_at = least(expires_at, now() - interval '1 millisecond')`
        )
      }
      yield* repeatedly(reportAbandoned, interval, "Abandoned runs could not be reported")
    })
  )
}
