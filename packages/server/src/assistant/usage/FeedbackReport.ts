import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Schema } from "effect"

/** Opinions that customers have of answers. */
const Opinions = { good: Schema.Int, bad: Schema.Int }

/** Opinions of a month, by the day on which they were given and by the agents behind the answer. */
export const FeedbackMonth = Schema.Struct({
  ...Opinions,
  /** Days with an opinion, oldest first. */
  by_day: Schema.Array(Schema.Struct({ day: Schema.String, ...Opinions })),
  /** Agents with an opinion, by name. An answer of several agents counts for each of them. */
  by_agent: Schema.Array(Schema.Struct({ agent_name: Schema.String, ...Opinions }))
})
export type FeedbackMonth = typeof FeedbackMonth.Type

const decodeTotal = Schema.decodeUnknown(Schema.Tuple(Schema.Struct(Opinions)))
const decodeDays = Schema.decodeUnknown(FeedbackMonth.fields.by_day)
const decodeAgents = Schema.decodeUnknown(FeedbackMonth.fields.by_agent)

/** Builds the function that counts the opinions of the last `windowDays` days, today included. */
export const make = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fn("FeedbackReport.make")(function* (windowDays: number) {
    const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
    const day = sql`(f.updated_at AT TIME ZONE 'UTC')::date`
    const startOf = (days: number) => sql`((${today}::date + ${days}::int)::timestamp AT TIME ZONE 'UTC')`
    const inWindow = sql`f.updated_at >= ${startOf(1 - windowDays)} AND f.updated_at < ${startOf(1)}`
    const opinions = sql`
      count(*) FILTER (WHERE f.rating > 0)::int AS good, count(*) FILTER (WHERE f.rating < 0)::int AS bad`
    const [total] = yield* Effect.flatMap(
      sql`SELECT ${opinions} FROM message_feedback f WHERE ${inWindow}`,
      decodeTotal
    )
    const by_day = yield* Effect.flatMap(
      sql`SELECT ${day}::text AS day, ${opinions} FROM message_feedback f WHERE ${inWindow} GROUP BY 1 ORDER BY 1`,
      decodeDays
    )
    const by_agent = yield* Effect.flatMap(
      sql`
        SELECT a.agent_name, ${opinions} FROM message_feedback f
        JOIN messages m ON m.id = f.message_id
        CROSS JOIN LATERAL unnest(
          CASE WHEN cardinality(m.agents_involved) = 0 THEN ARRAY[m.agent_name] ELSE m.agents_involved END
        ) AS a (agent_name)
        WHERE ${inWindow} GROUP BY 1 ORDER BY 1`,
      decodeAgents
    )
    return { ...total, by_day, by_agent }
  })
)
