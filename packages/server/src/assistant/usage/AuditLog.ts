import { SqlClient, type Statement } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { AuditEntry, AuditPage, type AuditQuery, AuditStep } from "@storefront/domain/api/AdminApi"
import { UserId } from "@storefront/domain/Identity"
import { type TraceId, UsageLogId } from "@storefront/domain/Ids"
import { Array, Chunk, Context, type Duration, Effect, Layer, Option, Schema, Stream, Struct } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { type AuditAction, selectActions } from "./AuditActions.ts"

/** Run of the audit, for operators. */
export const AuditRun = Schema.Struct({
  ...AuditEntry.fields,
  /** Model that it asked; null for runs stored before this column existed. */
  model: Schema.NullOr(Schema.String),
  /** Guard's verdict on the message, with the ids of the rules that matched. */
  guard: Schema.Struct({ verdict: Schema.Literal("clean", "flagged", "blocked"), rules: Schema.Array(Schema.String) })
})
export type AuditRun = typeof AuditRun.Type

const RunRow = Schema.Struct({ ...Struct.omit(AuditRun.fields, "steps"), created_at: Schema.DateTimeUtcFromDate })

const StepRow = Schema.Struct({ usage_log_id: UsageLogId, ...AuditStep.fields })

const isUserId = Schema.is(UserId)

const decodeRuns = Schema.decodeUnknown(Schema.Array(RunRow))
const decodeSteps = Schema.decodeUnknown(Schema.Array(StepRow))
const decodeTotal = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ total: Schema.Int })))
const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: UsageLogId })))

/** Maximum delay with which a run may enter the log and still be followed. Sweeps report abandoned runs late. */
const maxDelay = "10 minutes"

/** Queries of the audit. */
export class AuditLog extends Context.Tag("@storefront/server/assistant/usage/AuditLog")<
  AuditLog,
  {
    /** Returns the matching entries with their steps, newest first. */
    readonly list: (query: AuditQuery) => Effect.Effect<AuditPage, DatabaseUnavailable>
    /** Returns the runs of a trace, in the order in which they began; empty if there are none. */
    readonly trace: (traceId: TraceId) => Effect.Effect<ReadonlyArray<AuditRun>, DatabaseUnavailable>
    /** Returns the actions that a turn proposed, showed or confirmed. */
    readonly actions: (traceId: TraceId) => Effect.Effect<ReadonlyArray<AuditAction>, DatabaseUnavailable>
    /** Returns the last `count` runs, oldest first. */
    readonly last: (count: number) => Effect.Effect<ReadonlyArray<AuditRun>, DatabaseUnavailable>
    /** Emits the last `count` runs, and then polls for every run that enters the log. Does not end. */
    readonly follow: (count: number, pause: Duration.DurationInput) => Stream.Stream<AuditRun, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const stepsOf = Effect.fnUntraced(function* (runs: ReadonlyArray<typeof RunRow.Type>) {
        const steps = yield* Effect.flatMap(
          sql`
            SELECT usage_log_id, step_index, tool_name, tool_input, tool_output, status, duration_ms
            FROM agent_execution_steps WHERE ${sql.in("usage_log_id", Array.map(runs, Struct.get("id")))}
            ORDER BY usage_log_id, step_index`,
          decodeSteps
        )
        return Array.groupBy(steps, Struct.get("usage_log_id"))
      })

      const conditions = ({ agent, status, trace_id, user }: Omit<AuditQuery, "limit" | "offset">) => [
        ...optionalCondition(trace_id, (id) => sql`trace_id = ${id}`),
        ...optionalCondition(user, (name) =>
          isUserId(name) ? sql`user_id = ${name}` : sql`user_id = (SELECT id FROM users WHERE email = ${name})`
        ),
        ...optionalCondition(agent, (name) => sql`agent_name = ${name}`),
        ...optionalCondition(status, (outcome) => sql`status = ${outcome}`)
      ]

      /** Selects runs with their steps, newest first. */
      const select = Effect.fnUntraced(function* (condition: Statement.Fragment) {
        const runs = yield* Effect.flatMap(
          sql`
            SELECT l.id, l.agent_name, u.email AS user_email, u.name AS user_name, l.input_summary, l.tokens_in,
              l.tokens_out, l.tool_calls_count, l.duration_ms, l.status, l.error_message, l.trace_id, l.created_at, l.model, l.guard
            FROM (SELECT * FROM usage_logs ${condition}) l
            JOIN users u ON u.id = l.user_id
            ORDER BY l.created_at DESC, l.id DESC`,
          decodeRuns
        )
        const steps = yield* stepsOf(runs)
        return runs.map((run): AuditRun => ({
          ...run,
          steps: (steps[run.id] ?? []).map((step) => new AuditStep(step, skipValidation))
        }))
      }, orUnavailable)

      const newest = (limit: number, offset: number, matches: Statement.Fragment = sql`true`) =>
        select(sql`WHERE ${matches} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`)

      const list = Effect.fn("AuditLog.list")(function* ({ limit, offset, ...filter }: AuditQuery) {
        const filters = conditions(filter)
        const matches = sql.and([sql`true`, ...filters])
        const runs = yield* newest(limit, offset, matches)
        const [{ total }] = yield* Effect.flatMap(
          filters.length === 0
            ? sql`SELECT COALESCE(sum(request_count), 0)::float8 AS total FROM usage_daily`
            : sql`SELECT count(*)::int AS total FROM usage_logs WHERE ${matches}`,
          decodeTotal
        )
        const entries = runs.map((run) => new AuditEntry(Struct.omit(run, "model", "guard"), skipValidation))
        return new AuditPage({ entries, total, limit, offset }, skipValidation)
      }, orUnavailable)

      const trace = Effect.fn("AuditLog.trace")(function* (traceId: TraceId) {
        const runs = yield* select(sql`WHERE trace_id = ${traceId}`)
        return runs.toSorted((a, b) => startMillis(a) - startMillis(b))
      })

      const last = Effect.fn("AuditLog.last")((count: number) => Effect.map(newest(count, 0), Array.reverse))

      const recentIds = Effect.flatMap(
        sql`SELECT id FROM usage_logs WHERE created_at >= now() - ${maxDelay}::interval`,
        decodeIds
      ).pipe(
        Effect.map((rows) => new Set(rows.map(({ id }) => id))),
        orUnavailable
      )

      /** Returns the recent runs that are not in `known`, and the ids of all recent runs. */
      const newRuns = Effect.fnUntraced(function* (known: ReadonlySet<UsageLogId>) {
        const recent = yield* recentIds
        const newIds = [...recent].filter((id) => !known.has(id))
        const runs = newIds.length === 0 ? [] : Array.reverse(yield* select(sql`WHERE ${sql.in("id", newIds)}`))
        return [Chunk.fromIterable(runs), Option.some(recent)] as const
      })

      const follow = (count: number, pause: Duration.DurationInput) =>
        Stream.unwrap(
          Effect.gen(function* () {
            const recent = yield* recentIds
            const runs = yield* last(count)
            const known: ReadonlySet<UsageLogId> = new Set([...recent, ...runs.map(({ id }) => id)])
            return Stream.concat(
              Stream.fromIterable(runs),
              Stream.paginateChunkEffect(known, (known) => Effect.delay(newRuns(known), pause))
            )
          })
        )

      const actionsOf = selectActions(sql)

      return { list, trace, actions: (traceId) => orUnavailable(actionsOf(traceId)), last, follow }
    })
  )
}

/** Returns the time at which a run began, in epoch milliseconds. */
export const startMillis = ({ created_at, duration_ms }: Pick<AuditRun, "created_at" | "duration_ms">) =>
  created_at.epochMillis - duration_ms
