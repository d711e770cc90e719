import { type AuditRun, startMillis } from "@storefront/server/assistant/usage/AuditLog"
import { Array, DateTime, Number } from "effect"
import { bar, columns, count } from "./TerminalLayout.ts"
import { printable } from "./Output.ts"

/** Characters of a line that stand for the whole trace. */
const barWidth = 32

/** One line of the waterfall: a run or a step. */
interface Line {
  readonly depth: number
  readonly name: string
  readonly status: string
  readonly durationMs: number
  readonly tokens: readonly [tokensIn: number, tokensOut: number] | null
  /** Begin and end; null for steps, since only their duration is known. */
  readonly span: readonly [startMillis: number, endMillis: number] | null
}

const runLine = (run: AuditRun, depth: number): Line => ({
  depth,
  name: run.agent_name,
  status: run.status,
  durationMs: run.duration_ms,
  tokens: [run.tokens_in, run.tokens_out],
  span: [startMillis(run), run.created_at.epochMillis]
})

/** Returns the lines of a run and its steps, each followed by the run it called; also the runs that it did not call. */
const withSteps = (
  run: AuditRun,
  depth: number,
  unplaced: ReadonlyArray<AuditRun>
): readonly [lines: ReadonlyArray<Line>, left: ReadonlyArray<AuditRun>] =>
  run.steps.reduce<readonly [ReadonlyArray<Line>, ReadonlyArray<AuditRun>]>(
    ([lines, left], step) => {
      const stepLine: Line = {
        depth: depth + 1,
        name: step.tool_name,
        status: step.status,
        durationMs: step.duration_ms,
        tokens: null,
        span: null
      }
      const child = left.find(({ agent_name }) => agent_name === step.tool_input["agent_name"])
      return child === undefined
        ? [[...lines, stepLine], left]
        : [[...lines, stepLine, ...withSteps(child, depth + 2, [])[0]], left.filter((other) => other !== child)]
    },
    [[runLine(run, depth)], unplaced]
  )

/** Arranges the runs of a trace as a tree: the first run, then those that it did not call. */
const tree = ([first, ...others]: Array.NonEmptyReadonlyArray<AuditRun>): ReadonlyArray<Line> => {
  const [lines, left] = withSteps(first, 0, others)
  return [...lines, ...left.flatMap((run) => withSteps(run, 0, [])[0])]
}

const sumOf = (runs: ReadonlyArray<AuditRun>, amount: (run: AuditRun) => number) => Number.sumAll(runs.map(amount))

const headings = ["", "outcome", "ms", "tokens in", "out", ""]

/** Draws a trace for a terminal: person, request, outcome and cost, and below when each agent did what. */
export const waterfall = (runs: Array.NonEmptyReadonlyArray<AuditRun>): ReadonlyArray<string> => {
  const first = runs.find(({ agent_name }) => agent_name === "orchestrator") ?? runs[0]
  const ordered: Array.NonEmptyReadonlyArray<AuditRun> = [first, ...runs.filter((run) => run !== first)]
  const begin = Math.min(...runs.map(startMillis))
  const end = Math.max(...runs.map(({ created_at }) => created_at.epochMillis))
  const models = Array.dedupe(runs.map(({ model }) => model ?? "unknown"))
  const failures = runs.flatMap(({ agent_name, error_message }) =>
    error_message === null ? [] : [`  ${agent_name}: ${printable(error_message)}`]
  )
  const suspicions = runs.flatMap(({ agent_name, guard: { rules, verdict } }) =>
    verdict === "clean" ? [] : [`  guard    ${verdict} by ${rules.map(printable).join(", ")}, at ${agent_name}`]
  )
  return [
    `Trace ${first.trace_id}`,
    `  for      ${printable(first.user_name)} <${printable(first.user_email)}>`,
    `  asked    ${printable(first.input_summary)}`,
    `  outcome  ${first.status}, ${DateTime.formatIso(first.created_at)}, after ${count(end - begin)} ms`,
    `  tokens   ${count(sumOf(runs, (run) => run.tokens_in))} in, ${count(sumOf(runs, (run) => run.tokens_out))} out, of ${models.map(printable).join(", ")}`,
    ...suspicions,
    `  steps    ${count(sumOf(runs, (run) => run.steps.length))}`,
    "",
    ...columns(
      [
        headings,
        ...tree(ordered).map(({ depth, durationMs, name, span, status, tokens }) => [
          `${"  ".repeat(depth)}${printable(name)}`,
          status,
          count(durationMs),
          ...(tokens === null ? ["", ""] : tokens.map(count)),
          span === null ? "" : bar(barWidth, (span[0] - begin) / (end - begin), (span[1] - begin) / (end - begin))
        ])
      ],
      [2, 3, 4]
    ),
    ...(failures.length === 0 ? [] : ["", ...failures])
  ]
}
