import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { AuditLog } from "@storefront/server/assistant/usage/AuditLog"
import { UsageReport } from "@storefront/server/assistant/usage/UsageReport"
import { IsSoleOwner } from "@storefront/server/platform/database/Database"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { AuditRetention } from "@storefront/server/assistant/usage/AuditRetention"
import { BigDecimal, ConfigProvider, DateTime, Effect, Layer, Schema } from "effect"
import * as Audit from "../src/commands/audit.ts"
import * as Usage from "../src/commands/usage.ts"
import { heard, typed } from "./support/Heard.ts"

const TestLayer = Layer.mergeAll(AuditLog.layer, AuditRetention.layer, UsageReport.layer).pipe(
  Layer.provideMerge(TestDatabase.seeded),
  // Nobody else is there to follow.
  Layer.merge(Layer.succeed(IsSoleOwner, true)),
  Layer.merge(NodeContext.layer)
)

const program = Command.make("storefront").pipe(Command.withSubcommands([Audit.commands, Usage.command]))

/** What a command prints on stdout, and the message it ends with when it fails. */
const run = (...args: ReadonlyArray<string>) =>
  Effect.map(heard(typed(program, args)), ({ failure, printed }) => ({
    lines: printed.flatMap((text) => text.split("\n")),
    failure
  }))

const decodeJson = Schema.decodeUnknownSync(Schema.parseJson())

const Counted = Schema.Tuple(Schema.Struct({ runs: Schema.Int, days: Schema.Int, oldest: Schema.String }))
const counted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    SELECT (SELECT count(*)::int FROM usage_logs) AS runs, (SELECT count(*)::int FROM usage_daily) AS days,
      (SELECT min(created_at)::date::text FROM usage_logs) AS oldest`
  return (yield* Schema.decodeUnknown(Counted)(rows))[0]
})

/** Makes everything that was used two weeks older. */
const age = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE usage_logs SET created_at = created_at - interval '14 days'`
  yield* sql`UPDATE messages SET created_at = created_at - interval '14 days'`
  for (const table of ["usage_daily", "usage_daily_users"]) {
    yield* sql`CREATE TEMP TABLE aged AS SELECT * FROM ${sql(table)}`
    yield* sql`DELETE FROM ${sql(table)}`
    yield* sql`UPDATE aged SET day = day - 14`
    yield* sql`INSERT INTO ${sql(table)} SELECT * FROM aged`
    yield* sql`DROP TABLE aged`
  }
})

rollingBack(TestLayer)("storefront audit", (it) => {
  it.effect("prints the last runs, oldest first", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const runs = yield* sql<{ readonly trace_id: string }>`
        SELECT trace_id FROM usage_logs ORDER BY created_at DESC, id DESC LIMIT 3`
      const { lines } = yield* run("audit", "tail", "--lines", "3")
      assert.deepStrictEqual(
        lines.map((line) => line.split("  ")[1]),
        runs.map(({ trace_id }) => trace_id).toReversed()
      )
      const printed = (yield* run("audit", "tail", "--lines", "3", "--json")).lines.map((line) => decodeJson(line))
      assert.deepStrictEqual(
        printed.map((entry) => (entry as { readonly trace_id: string }).trace_id),
        runs.map(({ trace_id }) => trace_id).toReversed()
      )
      assert.nestedProperty(printed[0], "steps")
      assert.propertyVal(printed[0], "model", "embedded-planner-1")
    })
  )

  it.effect("shows a trace, and says when there is none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [turn] = yield* sql<{ readonly trace_id: string; readonly runs: number }>`
        SELECT trace_id, count(*)::int AS runs FROM usage_logs GROUP BY trace_id ORDER BY count(*) DESC, trace_id LIMIT 1`
      const { lines } = yield* run("audit", "show", turn!.trace_id.toUpperCase())
      assert.strictEqual(lines[0], `Trace ${turn!.trace_id}`)
      assert.match(lines[8] ?? "", /^orchestrator .* ████████████████████████████████$/u)
      const [json] = (yield* run("audit", "show", turn!.trace_id, "--json")).lines
      assert.lengthOf((decodeJson(json!) as { readonly runs: ReadonlyArray<unknown> }).runs, turn!.runs)
      const none = "0".repeat(32)
      assert.strictEqual((yield* run("audit", "show", none)).failure, `No run has the trace ${none}.`)
      assert.match((yield* run("audit", "show", "x")).failure ?? "", /^"x" is not an id\./u)
    })
  )

  it.effect("shows what a turn proposed, and which message confirmed it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [action] = yield* sql<Record<"id" | "trace_id" | "shown_by" | "confirmed_by", string>>`
        WITH turn AS (
          SELECT m.id AS answer, m.conversation_id, m.metadata ->> 'trace_id' AS trace_id, c.user_id
          FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.role = 'assistant' AND EXISTS (SELECT FROM usage_logs l WHERE l.trace_id = m.metadata ->> 'trace_id')
          ORDER BY m.seq LIMIT 1)
        INSERT INTO pending_actions (id, user_id, conversation_id, agent_name, act, args, terms, fingerprint, position,
          state, proposed_in, shown_by, confirmed_by, expires_at, settled_at)
        SELECT gen_random_uuid(), user_id, conversation_id, 'product-discovery', 'forget_preference', '{}',
          jsonb_build_object('act', 'forget_preference', 'memoryId', gen_random_uuid(), 'content', 'likes red'), '-', 0,
          'confirmed', trace_id, answer, gen_random_uuid(), now(), now()
        FROM turn RETURNING id, proposed_in AS trace_id, shown_by, confirmed_by`
      const { confirmed_by, id, shown_by, trace_id } = action!
      const { lines } = yield* run("audit", "show", trace_id)
      const at = lines.indexOf(`Action ${id}: forget_preference, confirmed`)
      assert.deepStrictEqual(lines.slice(-3), [
        `  proposed in ${trace_id} by product-discovery`,
        `  shown by message ${shown_by}`,
        `  confirmed by message ${confirmed_by}`
      ])
      assert.isAbove(at, 0)
      const [json] = (yield* run("audit", "show", trace_id, "--json")).lines
      assert.nestedPropertyVal(decodeJson(json!), "actions[0].terms.content", "likes red")
      assert.nestedPropertyVal(decodeJson(json!), "actions[0].confirmed_by", confirmed_by)
    })
  )

  it.effect("verifies a log that is whole", () =>
    Effect.gen(function* () {
      const { failure, lines } = yield* run("audit", "verify")
      assert.isNull(failure)
      assert.isTrue(lines.slice(0, 20).every((line) => line.startsWith("ok      ")))
      assert.match(lines.at(-1) ?? "", /^\d+ runs with \d+ steps; not in the log yet: 0 open runs/u)
    })
  )

  it.effect("prints every discrepancy of a log that is not, and fails", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const failed = yield* sql<{ readonly id: string }>`
        UPDATE usage_logs SET error_message = NULL WHERE status = 'error' RETURNING id`
      const { failure, lines } = yield* run("audit", "verify")
      assert.strictEqual(failure, "The audit is not complete: 1 of 20 checks found something")
      assert.include(lines, `BROKEN  A run has an error message exactly if it failed: ${failed.length}`)
      assert.isTrue(failed.every(({ id }) => lines.includes(`          ${id}`)))
      const json = yield* run("audit", "verify", "--json")
      assert.strictEqual(json.failure, failure)
      assert.propertyVal(decodeJson(json.lines[0]!), "ok", false)
    })
  )

  it.effect("removes old runs with their rollups, and the log is whole again", () =>
    Effect.gen(function* () {
      yield* age
      const before = yield* counted
      const prune = (...args: ReadonlyArray<string>) =>
        Effect.withConfigProvider(
          run("audit", "prune", "--keep-days", "31", "--json", ...args),
          ConfigProvider.fromMap(new Map())
        )
      assert.include((yield* prune()).failure, "in the embedded database .storefront. Confirm with --yes")
      assert.deepStrictEqual(yield* counted, before)
      const { lines } = yield* prune("--yes", ".storefront")
      const pruned = decodeJson(lines[0]!) as { readonly runs: number; readonly kept_from: string }
      assert.isAbove(pruned.runs, 0)
      const after = yield* counted
      assert.strictEqual(after.runs, before.runs - pruned.runs)
      assert.isBelow(after.days, before.days)
      assert.isTrue(after.oldest >= pruned.kept_from)
      assert.isNull((yield* run("audit", "verify")).failure)
      const log = yield* AuditLog
      assert.strictEqual((yield* log.list({ limit: 1, offset: 0 })).total, after.runs)
      assert.deepStrictEqual((yield* run("audit", "prune", "--keep-days", "40")).lines, [
        `Removed 0 runs with 0 steps and their rollups from before ${pruned.kept_from}.`
      ])
    })
  )

  it.effect("removes runs by day as well as by how many days are kept", () =>
    Effect.gen(function* () {
      yield* age
      const before = yield* counted
      const prune = (day: string) =>
        run("usage", "prune", "--before", day, "--yes", ".storefront").pipe(
          Effect.withConfigProvider(ConfigProvider.fromMap(new Map()))
        )
      const daysAgo = (days: number) =>
        Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days })))
      const day = yield* daysAgo(30)
      const refused = `The last 31 days are always kept: --before must be ${day} or earlier`
      assert.strictEqual((yield* prune(yield* daysAgo(29))).failure, refused)
      for (const wrong of ["2026-02-30", "yesterday", "2026-1-1"]) {
        assert.isNotNull((yield* prune(wrong)).failure, wrong)
      }
      assert.deepStrictEqual(yield* counted, before)
      const { lines } = yield* prune(day)
      const after = yield* counted
      assert.isBelow(after.runs, before.runs)
      assert.isBelow(after.days, before.days)
      assert.isTrue(after.oldest >= day)
      assert.match(
        lines[0] ?? "",
        new RegExp(`^Removed ${before.runs - after.runs} runs with .* from before ${day}\\.$`)
      )
      assert.isNull((yield* run("audit", "verify")).failure)
    })
  )

  it.effect("keeps a month whatever is asked, and asks for the name of a server's database", () =>
    Effect.gen(function* () {
      yield* age
      const before = yield* counted
      assert.include((yield* run("audit", "prune", "--keep-days", "30")).failure, "--keep-days must be a whole number")
      const onServer = (...args: ReadonlyArray<string>) =>
        run("audit", "prune", "--keep-days", "31", ...args).pipe(
          Effect.withConfigProvider(
            ConfigProvider.fromMap(new Map([["DATABASE_URL", "postgres://u@localhost:5432/x"]]))
          )
        )
      assert.include((yield* onServer()).failure, "Confirm with --yes and the database's name")
      assert.include((yield* onServer("--yes", "x")).failure, "is not the database's name")
      assert.deepStrictEqual(yield* counted, before)
    })
  )
})

layer(TestLayer, { excludeTestServices: true })("storefront usage", (it) => {
  it.effect("draws the month", () =>
    Effect.gen(function* () {
      const { lines } = yield* run("usage")
      assert.match(lines[0] ?? "", /^The last 30 days: \d{3} runs for /u)
      assert.lengthOf(
        lines.filter((line) => /^\d{4}-\d\d-\d\d/u.test(line)),
        30
      )
      const json = decodeJson((yield* run("usage", "--json")).lines[0]!) as {
        readonly overall: { readonly total_requests: number }
        readonly days: ReadonlyArray<{ readonly request_count: number }>
        readonly feedback: unknown
      }
      assert.deepStrictEqual(json.feedback, { good: 0, bad: 0, by_day: [], by_agent: [] })
      assert.strictEqual(
        json.days.reduce((sum, { request_count }) => sum + request_count, 0),
        json.overall.total_requests
      )
    })
  )

  it("draws days and agents to scale", () => {
    const lines = Usage.monthLines({
      period: "last_30_days",
      overall: {
        total_requests: 1_003,
        unique_users: 2,
        total_tokens_in: 5_000,
        total_tokens_out: 50,
        avg_duration_ms: 1_234,
        total_tool_calls: 7
      },
      by_agent: [
        {
          agent_name: "orchestrator",
          request_count: 1_003,
          unique_users: 2,
          tokens_in: 5_000,
          tokens_out: 50,
          avg_duration_ms: 1_234,
          error_count: 3
        }
      ],
      days: [
        { day: "2026-03-01", request_count: 0, unique_users: 0 },
        { day: "2026-03-02", request_count: 1_000, unique_users: 2 },
        { day: "2026-03-03", request_count: 3, unique_users: 1 }
      ],
      feedback: {
        good: 1_200,
        bad: 3,
        by_day: [{ day: "2026-03-02", good: 1_200, bad: 3 }],
        by_agent: [{ agent_name: "order-management", good: 1_200, bad: 3 }]
      },
      costs: {
        total: BigDecimal.unsafeFromString("0.0123"),
        by_agent: [{ agent_name: "orchestrator", cost: BigDecimal.unsafeFromString("0.0123") }],
        by_day: [{ day: "2026-03-02", cost: BigDecimal.unsafeFromString("0.0123") }],
        dearest_runs: []
      }
    })
    assert.deepStrictEqual(lines, [
      "The last 3 days: 1,003 runs for 2 people, 5,000 tokens in, 50 out, 7 tool calls, 1,234 ms on average",
      "",
      "day          runs  people",
      "2026-03-01      0       0",
      "2026-03-02  1,000       2  ████████████████████████████████████████",
      "2026-03-03      3       1  █",
      "",
      "agent          runs  people  errors  tokens in  tokens out  ms on average",
      "orchestrator  1,003       2       3      5,000          50          1,234",
      "",
      "Customers found 1,200 answers good and 3 bad",
      "",
      "day          good  bad",
      "2026-03-02  1,200    3",
      "",
      "agent              good  bad",
      "order-management  1,200    3",
      "",
      "It cost 0.0123 in the prices of LLM_PRICES",
      "",
      "day           cost",
      "2026-03-02  0.0123",
      "",
      "agent           cost",
      "orchestrator  0.0123",
      "",
      "costliest runs  day  agent  model  tokens in  cached  cache writes  tokens out  reasoning  cost"
    ])
  })
})
