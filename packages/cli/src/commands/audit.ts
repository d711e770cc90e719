import { Args, Command, Options } from "@effect/cli"
import { TraceId } from "@storefront/domain/Ids"
import { plural } from "@storefront/domain/EnglishWording"
import { english } from "@storefront/domain/words/Locale"
import { summary } from "@storefront/domain/words/ProposalText"
import { AuditAction } from "@storefront/server/assistant/usage/AuditActions"
import { AuditLog, AuditRun } from "@storefront/server/assistant/usage/AuditLog"
import { IsSoleOwner } from "@storefront/server/platform/database/Database"
import { AuditRetention, minKeptDays } from "@storefront/server/assistant/usage/AuditRetention"
import * as AuditVerify from "@storefront/server/assistant/usage/AuditVerify"
import { Array, Data, DateTime, Effect, Layer, Schema, Stream } from "effect"
import * as Confirmation from "../Confirmation.ts"
import { count } from "../TerminalLayout.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"
import * as Pruning from "../Pruning.ts"
import { waterfall } from "../Waterfall.ts"

/** Polling interval for following the log. */
const pause = "1 second"

/** Maximum number of discrepancies printed per check. */
const shown = 100

/** No run has this trace. */
export class TraceUnknown extends Data.TaggedError("TraceUnknown")<{ readonly message: string }> {}

/** The audit is inconsistent; the lines above say where. */
export class AuditBroken extends Data.TaggedError("AuditBroken")<{ readonly message: string }> {}

const runLine = (run: AuditRun) =>
  [
    DateTime.formatIso(run.created_at).slice(0, 19),
    run.trace_id,
    run.agent_name.padEnd(21),
    run.status.padEnd(9),
    `${count(run.duration_ms)} ms`.padStart(10),
    `${count(run.tokens_in)} in`.padStart(9),
    `${count(run.tokens_out)} out`.padStart(9),
    plural(run.steps.length, "step").padStart(8),
    Output.printable(run.model ?? "unknown"),
    Output.printable(run.user_name),
    Output.printable(run.error_message ?? run.input_summary)
  ].join("  ")

const tail = Command.make(
  "tail",
  {
    lines: Options.integer("lines").pipe(
      Options.withSchema(
        Schema.Int.pipe(Schema.between(0, 1000)).annotations({
          message: () => "--lines must be a whole number from 0 to 1000"
        })
      ),
      Options.withDescription("How many runs that ended already are printed first, 0 to 1000 (default 20)"),
      Options.withDefault(20)
    ),
    json: Output.json
  },
  Effect.fn("cli.audit.tail")(function* ({ json, lines }) {
    const log = yield* AuditLog
    // No other process writes into a database that this one has to itself.
    const runs = (yield* IsSoleOwner) ? Stream.fromIterableEffect(log.last(lines)) : log.follow(lines, pause)
    yield* Stream.runForEach(runs, (run) => Output.print(AuditRun, run, json, (run) => [runLine(run)]))
  })
).pipe(
  Command.withDescription("Print the last runs of agents, then every run as it ends. With --json one object a line.")
)

const Trace = Schema.Struct({ trace_id: TraceId, runs: Schema.Array(AuditRun), actions: Schema.Array(AuditAction) })

/** Describes an action: its outcome, and the messages that led to it. */
const actionLines = ({
  act,
  action_id,
  agent_name,
  confirmed_by,
  proposed_in,
  shown_by,
  state,
  terms
}: AuditAction) => [
  "",
  `Action ${action_id}: ${act}, ${state}`,
  ...summary(terms, english)
    .split("\n")
    .map((line) => `  ${Output.printable(line)}`),
  `  proposed in ${proposed_in} by ${agent_name}`,
  ...(shown_by === null ? [] : [`  shown by message ${shown_by}`]),
  ...(confirmed_by === null ? [] : [`  confirmed by message ${confirmed_by}`])
]

const show = Command.make(
  "show",
  {
    traceId: Args.text({ name: "trace-id" }).pipe(
      Args.withDescription("32 hex digits, the x-trace-id of an answer or the one that `audit tail` prints")
    ),
    json: Output.json
  },
  Effect.fn("cli.audit.show")(function* ({ json, traceId }) {
    const log = yield* AuditLog
    const trace_id = yield* Input.readId(TraceId, traceId, "Find trace ids with: storefront audit tail")
    const runs = yield* log.trace(trace_id)
    if (!Array.isNonEmptyReadonlyArray(runs)) {
      return yield* new TraceUnknown({ message: `No run has the trace ${trace_id}.` })
    }
    const actions = yield* log.actions(trace_id)
    yield* Output.print(Trace, { trace_id, runs, actions }, json, () => [
      ...waterfall(runs),
      ...actions.flatMap(actionLines)
    ])
  })
).pipe(
  Command.withDescription(
    "Draw what happened in one turn: agents, steps, times, tokens and outcome, and what was proposed or confirmed."
  )
)

const verdictLines = (verdict: AuditVerify.AuditVerdict) => [
  ...verdict.checks.flatMap(({ check, count: found, ok, violations }) => [
    `${ok ? "ok    " : "BROKEN"}  ${check}${ok ? "" : `: ${count(found)}`}`,
    ...violations.map((id) => `          ${Output.printable(id)}`),
    ...(found > violations.length ? [`          and ${count(found - violations.length)} more`] : [])
  ]),
  "",
  `${count(verdict.runs)} runs with ${count(verdict.steps)} steps${verdict.kept_from === null ? "" : `, kept from ${verdict.kept_from}`}` +
    `; not in the log yet: ${count(verdict.open_runs)} open runs of specialists, ${count(verdict.running_turns)} running turns`
]

const verify = Command.make(
  "verify",
  { json: Output.json },
  Effect.fn("cli.audit.verify")(function* ({ json }) {
    const verdict = yield* AuditVerify.verify(shown)
    yield* Output.print(AuditVerify.AuditVerdict, verdict, json, verdictLines)
    if (!verdict.ok) {
      const broken = verdict.checks.filter(({ ok }) => !ok).length
      return yield* new AuditBroken({
        message: `The audit is not complete: ${broken} of ${verdict.checks.length} checks found something`
      })
    }
  })
).pipe(
  Command.withDescription(
    "Check that the audit is complete and agrees with messages, effects, confirmations and rollups; else exit code 1."
  )
)

const prune = Command.make(
  "prune",
  {
    keepDays: Options.integer("keep-days").pipe(
      Options.withSchema(
        Schema.Int.pipe(Schema.between(minKeptDays, 100_000)).annotations({
          message: () => `--keep-days must be a whole number, at least ${minKeptDays}`
        })
      ),
      Options.withDescription(`Keep the runs of so many UTC days, today included; at least ${minKeptDays}`)
    ),
    yes: Confirmation.yesToDatabase,
    json: Output.json
  },
  Effect.fn("cli.audit.prune")(function* ({ keepDays, ...options }) {
    yield* Pruning.prune(yield* Pruning.firstOfLast(keepDays), options)
  })
).pipe(Command.withDescription("Remove old runs with their steps and rollups; asks for the name of the database."))

/** The audit commands, on any database. */
export const commands = Command.make("audit").pipe(
  Command.withDescription("What the assistant did, for whom, why and at what cost."),
  Command.withSubcommands([tail, show, verify, prune])
)

/** The audit commands, on the configured database. */
export const audit = Command.provide(
  commands,
  CommandDatabase.onDatabase(Layer.merge(AuditLog.layer, AuditRetention.layer))
)
