import { Command } from "@effect/cli"
import { UsageMonth, UsageReport } from "@storefront/server/admin/UsageReport"
import { Effect } from "effect"
import { bar, columns, count } from "../Drawing.ts"
import * as Operators from "../Operators.ts"

/** Columns of the terminal that stand for the day with the most runs. */
const barWidth = 40

/** A month for a terminal: a bar for each day, and what each agent did. */
export const monthLines = ({ by_agent, days, overall }: UsageMonth): ReadonlyArray<string> => {
  const most = Math.max(1, ...days.map(({ request_count }) => request_count))
  return [
    `The last ${days.length} days: ${count(overall.total_requests)} runs for ${count(overall.unique_users)} people, ` +
      `${count(overall.total_tokens_in)} tokens in, ${count(overall.total_tokens_out)} out, ` +
      `${count(overall.total_tool_calls)} tool calls, ${count(overall.avg_duration_ms)} ms on average`,
    "",
    ...columns(
      ["day", "runs", "people", ""],
      days.map(({ day, request_count, unique_users }) => [
        day,
        count(request_count),
        count(unique_users),
        request_count === 0 ? "" : bar(barWidth, 0, request_count / most)
      ]),
      [1, 2]
    ),
    "",
    ...columns(
      ["agent", "runs", "people", "errors", "tokens in", "tokens out", "ms on average"],
      by_agent.map((agent) => [
        agent.agent_name,
        count(agent.request_count),
        count(agent.unique_users),
        count(agent.error_count),
        count(agent.tokens_in),
        count(agent.tokens_out),
        count(agent.avg_duration_ms)
      ]),
      [1, 2, 3, 4, 5, 6]
    )
  ]
}

/** What the assistant was used for in a month, on any database. */
export const command = Command.make(
  "usage",
  { json: Operators.json },
  Effect.fn("cli.usage")(function* ({ json }) {
    const report = yield* UsageReport
    yield* Operators.print(UsageMonth, yield* report.month, json, monthLines)
  })
).pipe(Command.withDescription("Draw what was used in the last 30 days, by day and by agent."))

/** The same on the configured database. */
export const usage = Command.provide(command, Operators.onDatabase(UsageReport.layer))
