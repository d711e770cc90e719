import { Command, Options } from "@effect/cli"
import { Day } from "@storefront/domain/Catalog"
import { UsageMonth, UsageReport } from "@storefront/server/assistant/usage/UsageReport"
import { AuditRetention, minKeptDays } from "@storefront/server/assistant/usage/AuditRetention"
import { BigDecimal, Data, DateTime, Effect, Layer, Option, Schema } from "effect"
import * as Confirmation from "../Confirmation.ts"
import { bar, columns, count } from "../TerminalLayout.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Output from "../Output.ts"
import * as Pruning from "../Pruning.ts"

/** Characters of a line that stand for the day with the most runs. */
const barWidth = 40

/** Formats the costs of a month: by day, by agent, and the most expensive runs. */
const costLines = ({ by_agent, by_day, dearest_runs, total }: UsageMonth["costs"]): ReadonlyArray<string> =>
  BigDecimal.isZero(total)
    ? []
    : [
        "",
        `It cost ${BigDecimal.format(total)} in the prices of LLM_PRICES`,
        "",
        ...columns([["day", "cost"], ...by_day.map(({ cost, day }) => [day, BigDecimal.format(cost)])], [1]),
        "",
        ...columns(
          [["agent", "cost"], ...by_agent.map(({ agent_name, cost }) => [agent_name, BigDecimal.format(cost)])],
          [1]
        ),
        "",
        ...columns(
          [
            [
              "costliest runs",
              "day",
              "agent",
              "model",
              "tokens in",
              "cached",
              "cache writes",
              "tokens out",
              "reasoning",
              "cost"
            ],
            ...dearest_runs.map((run) => [
              run.id,
              run.day,
              run.agent_name,
              run.model,
              count(run.tokens_in),
              count(run.cached_tokens),
              count(run.cache_write_tokens),
              count(run.tokens_out),
              count(run.reasoning_tokens),
              BigDecimal.format(run.cost)
            ])
          ],
          [4, 5, 6, 7, 8, 9]
        )
      ]

/** Formats what customers thought of answers. */
const feedbackLines = ({ bad, by_agent, by_day, good }: UsageMonth["feedback"]): ReadonlyArray<string> =>
  good + bad === 0
    ? []
    : [
        "",
        `Customers found ${count(good)} answers good and ${count(bad)} bad`,
        "",
        ...columns(
          [["day", "good", "bad"], ...by_day.map(({ bad, day, good }) => [day, count(good), count(bad)])],
          [1, 2]
        ),
        "",
        ...columns(
          [
            ["agent", "good", "bad"],
            ...by_agent.map(({ agent_name, bad, good }) => [agent_name, count(good), count(bad)])
          ],
          [1, 2]
        )
      ]

/** Formats a month for a terminal: a bar for each day, what each agent did, what customers thought of it, and what it cost. */
export const monthLines = ({ by_agent, costs, days, feedback, overall }: UsageMonth): ReadonlyArray<string> => {
  const most = Math.max(1, ...days.map(({ request_count }) => request_count))
  return [
    `The last ${days.length} days: ${count(overall.total_requests)} runs for ${count(overall.unique_users)} people, ` +
      `${count(overall.total_tokens_in)} tokens in, ${count(overall.total_tokens_out)} out, ` +
      `${count(overall.total_tool_calls)} tool calls, ${count(overall.avg_duration_ms)} ms on average`,
    "",
    ...columns(
      [
        ["day", "runs", "people", ""],
        ...days.map(({ day, request_count, unique_users }) => [
          day,
          count(request_count),
          count(unique_users),
          request_count === 0 ? "" : bar(barWidth, 0, request_count / most)
        ])
      ],
      [1, 2]
    ),
    "",
    ...columns(
      [
        ["agent", "runs", "people", "errors", "tokens in", "tokens out", "ms on average"],
        ...by_agent.map((agent) => [
          agent.agent_name,
          count(agent.request_count),
          count(agent.unique_users),
          count(agent.error_count),
          count(agent.tokens_in),
          count(agent.tokens_out),
          count(agent.avg_duration_ms)
        ])
      ],
      [1, 2, 3, 4, 5, 6]
    ),
    ...feedbackLines(feedback),
    ...costLines(costs)
  ]
}

/** The day is among those that are always kept. */
export class DayTooLate extends Data.TaggedError("DayTooLate")<{ readonly message: string }> {}

const isDate = (day: Day) => Option.exists(DateTime.make(day), (date) => DateTime.formatIsoDateUtc(date) === day)

const prune = Command.make(
  "prune",
  {
    before: Options.text("before").pipe(
      Options.withSchema(
        Day.pipe(Schema.filter(isDate)).annotations({ message: () => "--before must be a day, YYYY-MM-DD" })
      ),
      Options.withDescription(
        `Remove the runs from before this UTC day, YYYY-MM-DD; never the last ${minKeptDays} days`
      )
    ),
    yes: Confirmation.yesToDatabase,
    json: Output.json
  },
  Effect.fn("cli.usage.prune")(function* ({ before, ...options }) {
    const last = yield* Pruning.firstOfLast(minKeptDays)
    if (before > last) {
      return yield* new DayTooLate({
        message: `The last ${minKeptDays} days are always kept: --before must be ${last} or earlier`
      })
    }
    yield* Pruning.prune(before, options)
  })
).pipe(
  Command.withDescription("Remove old runs with their steps and rollups by day; asks for the name of the database.")
)

/** The usage commands, on any database. */
export const command = Command.make(
  "usage",
  { json: Output.json },
  Effect.fn("cli.usage")(function* ({ json }) {
    const report = yield* UsageReport
    yield* Output.print(UsageMonth, yield* report.month, json, monthLines)
  })
).pipe(
  Command.withDescription("Draw use and cost of the last 30 days, by day and by agent."),
  Command.withSubcommands([prune])
)

/** The usage commands, on the configured database. */
export const usage = Command.provide(
  command,
  CommandDatabase.onDatabase(Layer.merge(UsageReport.layer, AuditRetention.layer))
)
