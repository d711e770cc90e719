import { SqlClient } from "@effect/sql"
import { AgentUsage, DailyUsage, UsageStatistics, UsageTotals } from "@storefront/domain/api/AdminApi"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { decoded } from "../database/Decoded.ts"

const decodeTotals = Schema.decodeUnknown(Schema.Tuple(UsageTotals))
const decodeAgents = Schema.decodeUnknown(Schema.Array(AgentUsage))
const decodeDays = Schema.decodeUnknown(Schema.Array(DailyUsage))

/** Days of the report, today included, and days of its trend. */
const windowDays = 30
const trendDays = 7

/** What was used in the last 30 days, from the rollups. Failures of the database are defects. */
export class UsageReport extends Context.Tag("@storefront/server/admin/UsageReport")<
  UsageReport,
  { readonly make: Effect.Effect<UsageStatistics> }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      /** Sums of `usage_daily`, exact as long as they are below 2^53. */
      const sum = (column: string) => sql.literal(`COALESCE(sum(d.${column}), 0)::float8`)
      const averageDuration = sql.literal(
        "COALESCE(round(sum(d.duration_ms_sum) / NULLIF(sum(d.request_count), 0)), 0)::float8"
      )

      const make = Effect.gen(function* () {
        const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
        const inWindow = sql`day BETWEEN ${today}::date - ${windowDays - 1}::int AND ${today}::date`
        const totals = yield* sql`
          SELECT ${sum("request_count")} AS total_requests, ${sum("tokens_in")} AS total_tokens_in,
            ${sum("tokens_out")} AS total_tokens_out, ${sum("tool_calls")} AS total_tool_calls,
            ${averageDuration} AS avg_duration_ms,
            (SELECT count(DISTINCT user_id)::int FROM usage_daily_users WHERE ${inWindow}) AS unique_users
          FROM usage_daily d WHERE ${inWindow}`
        const agents = yield* sql`
          SELECT d.agent_name, ${sum("request_count")} AS request_count, ${sum("tokens_in")} AS tokens_in,
            ${sum("tokens_out")} AS tokens_out, ${sum("error_count")} AS error_count,
            ${averageDuration} AS avg_duration_ms,
            (
              SELECT count(DISTINCT u.user_id)::int FROM usage_daily_users u
              WHERE u.agent_name = d.agent_name AND ${inWindow}
            ) AS unique_users
          FROM usage_daily d WHERE ${inWindow}
          GROUP BY d.agent_name ORDER BY sum(d.request_count) DESC, d.agent_name`
        const days = yield* sql`
          SELECT calendar.day::text AS day,
            (SELECT ${sum("request_count")} FROM usage_daily d WHERE d.day = calendar.day) AS request_count,
            (
              SELECT count(DISTINCT u.user_id)::int FROM usage_daily_users u WHERE u.day = calendar.day
            ) AS unique_users
          FROM (
            SELECT ${today}::date - back AS day FROM generate_series(0, ${trendDays - 1}::int) back
          ) calendar
          ORDER BY calendar.day`
        const [overall] = yield* decodeTotals(totals)
        return new UsageStatistics(
          {
            period: "last_30_days",
            overall,
            by_agent: yield* decodeAgents(agents),
            daily_trend: yield* decodeDays(days)
          },
          decoded
        )
      })

      return { make: Effect.withSpan(Effect.orDie(make), "UsageReport.make") }
    })
  )
}
