import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { AgentUsage, DailyUsage, UsageStatistics, UsageTotals } from "@storefront/domain/api/AdminApi"
import { Context, DateTime, Effect, Layer, Number, Schema, Struct } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as CostReport from "./CostReport.ts"
import * as FeedbackReport from "./FeedbackReport.ts"

/** Sums over the days of the window. */
const AgentRow = Schema.Struct({
  ...Struct.omit(AgentUsage.fields, "avg_duration_ms"),
  tool_calls: Schema.Int,
  duration_ms_sum: Schema.Int
})

const decodeAgents = Schema.decodeUnknown(Schema.Array(AgentRow))
const decodePeople = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ unique_users: Schema.Int })))
const decodeDays = Schema.decodeUnknown(Schema.Array(DailyUsage))

/** Number of days in the report, today included, and in its trend. */
const windowDays = 30
const trendDays = 7

/** Returns the average in whole milliseconds; 0 without requests. */
const average = (milliseconds: number, requests: number) => (requests === 0 ? 0 : Math.round(milliseconds / requests))

/** Sums up the reported agents, so that the totals match them even while further runs are being counted. */
const totalsOf = (agents: ReadonlyArray<typeof AgentRow.Type>, unique_users: number) => {
  const sum = (column: Exclude<keyof typeof AgentRow.Type, "agent_name">) =>
    Number.sumAll(agents.map(Struct.get(column)))
  return new UsageTotals(
    {
      total_requests: sum("request_count"),
      unique_users,
      total_tokens_in: sum("tokens_in"),
      total_tokens_out: sum("tokens_out"),
      avg_duration_ms: average(sum("duration_ms_sum"), sum("request_count")),
      total_tool_calls: sum("tool_calls")
    },
    skipValidation
  )
}

/** Statistics with all days of the window, oldest first, with costs and with what customers think of answers. */
export const UsageMonth = Schema.Struct({
  ...Struct.omit(UsageStatistics.fields, "daily_trend"),
  days: Schema.Array(DailyUsage),
  costs: CostReport.CostMonth,
  feedback: FeedbackReport.FeedbackMonth
})
export type UsageMonth = typeof UsageMonth.Type

/** Usage of the last 30 days, from the rollups. */
export class UsageReport extends Context.Tag("@storefront/server/assistant/usage/UsageReport")<
  UsageReport,
  {
    readonly make: Effect.Effect<UsageStatistics, DatabaseUnavailable>
    readonly month: Effect.Effect<UsageMonth, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const costs = yield* CostReport.make
      const feedback = yield* FeedbackReport.make
      /** Returns the SQL for the sum of a column of `usage_daily`, exact below 2^53. */
      const sum = (column: string) => sql.literal(`COALESCE(sum(d.${column}), 0)::float8`)

      /** Reports the window, and its last `shownDays` days one by one. */
      const report = Effect.fnUntraced(function* (shownDays: number) {
        const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
        const firstDay = sql`${today}::date - ${windowDays - 1}::int`
        const inWindow = sql`day BETWEEN ${firstDay} AND ${today}::date`
        const agents = yield* Effect.flatMap(
          sql`
            SELECT d.agent_name, ${sum("request_count")} AS request_count, ${sum("tokens_in")} AS tokens_in,
              ${sum("tokens_out")} AS tokens_out, ${sum("error_count")} AS error_count,
              ${sum("tool_calls")} AS tool_calls, ${sum("duration_ms_sum")} AS duration_ms_sum,
              (
                SELECT count(*)::int FROM usage_last_days u WHERE u.last_day >= ${firstDay} AND u.agent_name = d.agent_name
              ) AS unique_users
            FROM usage_daily d WHERE ${inWindow}
            GROUP BY d.agent_name ORDER BY sum(d.request_count) DESC, d.agent_name`,
          decodeAgents
        )
        const [{ unique_users }] = yield* Effect.flatMap(
          sql`
            SELECT count(*)::int AS unique_users
            FROM (SELECT user_id FROM usage_last_days WHERE last_day >= ${firstDay} GROUP BY user_id) people`,
          decodePeople
        )
        const days = yield* Effect.flatMap(
          sql`
            SELECT calendar.day::text AS day,
              (SELECT ${sum("request_count")} FROM usage_daily d WHERE d.day = calendar.day) AS request_count,
              (SELECT count(*)::int FROM usage_daily_people u WHERE u.day = calendar.day) AS unique_users
            FROM (
              SELECT ${today}::date - back AS day FROM generate_series(0, ${shownDays - 1}::int) back
            ) calendar
            ORDER BY calendar.day`,
          decodeDays
        )
        return {
          period: "last_30_days" as const,
          overall: totalsOf(agents, unique_users),
          by_agent: agents.map(
            (agent) =>
              new AgentUsage(
                {
                  ...Struct.omit(agent, "tool_calls", "duration_ms_sum"),
                  avg_duration_ms: average(agent.duration_ms_sum, agent.request_count)
                },
                skipValidation
              )
          ),
          days
        }
      }, orUnavailable)

      return {
        make: Effect.withSpan(
          Effect.map(
            report(trendDays),
            ({ days, ...rest }) => new UsageStatistics({ ...rest, daily_trend: days }, skipValidation)
          ),
          "UsageReport.make"
        ),
        month: Effect.withSpan(
          Effect.all([report(windowDays), orUnavailable(costs(windowDays)), orUnavailable(feedback(windowDays))]).pipe(
            Effect.map(([usage, costs, feedback]) => ({ ...usage, costs, feedback }))
          ),
          "UsageReport.month"
        )
      }
    })
  )
}
