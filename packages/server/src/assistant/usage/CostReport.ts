import { SqlClient } from "@effect/sql"
import { UsageLogId } from "@storefront/domain/Ids"
import { BigDecimal, DateTime, Effect, Schema } from "effect"

/** Number of most expensive runs that are listed. */
const maxListedRuns = 10

/** Exact amount in the currency of the price table. */
const Cost = Schema.BigDecimal

/** Cost of a month. Each run counts at the price of its day, runs without a price count as 0. */
export const CostMonth = Schema.Struct({
  total: Cost,
  by_agent: Schema.Array(Schema.Struct({ agent_name: Schema.String, cost: Cost })),
  /** Days with a cost, oldest first. */
  by_day: Schema.Array(Schema.Struct({ day: Schema.String, cost: Cost })),
  /** Most expensive runs first. */
  dearest_runs: Schema.Array(
    Schema.Struct({
      id: UsageLogId,
      agent_name: Schema.String,
      model: Schema.String,
      day: Schema.String,
      tokens_in: Schema.Int,
      cached_tokens: Schema.Int,
      cache_write_tokens: Schema.Int,
      tokens_out: Schema.Int,
      reasoning_tokens: Schema.Int,
      cost: Cost
    })
  )
})
export type CostMonth = typeof CostMonth.Type

const decodeAgents = Schema.decodeUnknown(CostMonth.fields.by_agent)
const decodeDays = Schema.decodeUnknown(CostMonth.fields.by_day)
const decodeRuns = Schema.decodeUnknown(CostMonth.fields.dearest_runs)

/** Builds the function that computes the cost of the last `windowDays` days, today included. */
export const make = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fn("CostReport.make")(function* (windowDays: number) {
    const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
    const firstDay = sql`${today}::date - ${windowDays - 1}::int`
    const by_agent = yield* Effect.flatMap(
      sql`
        SELECT agent_name, trim_scale(sum(cost))::text AS cost FROM usage_daily
        WHERE day BETWEEN ${firstDay} AND ${today}::date GROUP BY agent_name ORDER BY sum(cost) DESC, agent_name`,
      decodeAgents
    )
    const by_day = yield* Effect.flatMap(
      sql`
        SELECT day::text AS day, trim_scale(sum(cost))::text AS cost FROM usage_daily
        WHERE day BETWEEN ${firstDay} AND ${today}::date AND cost > 0 GROUP BY usage_daily.day ORDER BY usage_daily.day`,
      decodeDays
    )
    const dearest_runs = yield* Effect.flatMap(
      sql`
        SELECT id, agent_name, model, (created_at AT TIME ZONE 'UTC')::date::text AS day, tokens_in, cached_tokens,
          cache_write_tokens, tokens_out, reasoning_tokens, trim_scale(cost)::text AS cost
        FROM usage_logs
        WHERE created_at >= (${firstDay})::timestamp AT TIME ZONE 'UTC' AND cost > 0
        ORDER BY usage_logs.cost DESC, id LIMIT ${maxListedRuns}`,
      decodeRuns
    )
    const total = BigDecimal.sumAll(by_agent.map(({ cost }) => cost))
    return { total, by_agent, by_day, dearest_runs } satisfies CostMonth
  })
)
