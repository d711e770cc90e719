/**
 * What administrators read of the audit, and `storefront audit verify`, at 50,000 and at 5,000,000 runs. The same people
 * use the shop in both, over the same days.
 */
import { Config, Console, Duration, Effect } from "effect"
import { parseArgs } from "node:util"
import * as Bench from "../support/Bench.ts"
import * as Databases from "../support/Databases.ts"
import * as Load from "../support/Load.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

const { values } = parseArgs({
  options: {
    small: { type: "string", default: "50000" },
    large: { type: "string", default: "5000000" },
    people: { type: "string", default: "2000" }
  }
})

const ports = { small: 18_416, large: 18_417 }

/** Over how many days the runs are spread, today included. */
const days = 90

const warmUps = 30
const repetitions = 200
const target = 3

/** Each turn is a run of the orchestrator that asks one specialist, which calls one tool. */
const fill = (runs: number) => [
  `INSERT INTO users (email, password_hash, name)
   SELECT 'person' || n || '@example.com', 'x', 'Person ' || n FROM generate_series(1, ${values.people}) n`,
  `CREATE TABLE turns AS
   SELECT md5(n::text) AS trace_id, people.ids[1 + (hashint8(n) & 2147483647) % cardinality(people.ids)] AS user_id,
     (ARRAY['product-discovery', 'order-management', 'pricing-promotions', 'review-sentiment', 'inventory-fulfillment'])[1 + n % 5]
       AS specialist,
     now() - interval '${days - 1} days' * n / ${runs / 2} AS ended_at
   FROM generate_series(1, ${runs / 2}) n, (SELECT array_agg(id) AS ids FROM users WHERE email LIKE 'person%') people`,
  ...["'orchestrator'", "specialist"].map(
    (agent) => `
      INSERT INTO usage_logs (user_id, agent_name, trace_id, model, input_summary, tokens_in, tokens_out, tool_calls_count, duration_ms,
        status, created_at)
      SELECT user_id, ${agent}, trace_id, 'generated', 'Where is my latest order, and when will it arrive?', 700, 60, 1, 900, 'success',
        ended_at
      FROM turns`
  ),
  "DROP TABLE turns",
  `INSERT INTO agent_execution_steps (usage_log_id, step_index, tool_name, tool_input, tool_output, status, duration_ms)
   SELECT id, 0, CASE agent_name WHEN 'orchestrator' THEN 'call_specialist_agent' ELSE 'get_user_orders' END, '{"limit": 5}',
     jsonb_build_object('count', 1, 'orders', jsonb_build_array(jsonb_build_object('order_id', id, 'status', 'shipped'))), 'success', 12
   FROM usage_logs WHERE model = 'generated'`,
  "DELETE FROM usage_daily",
  `INSERT INTO usage_daily
   SELECT (created_at AT TIME ZONE 'UTC')::date, agent_name, count(*), count(*) FILTER (WHERE status = 'error'), sum(tokens_in),
     sum(tokens_out), sum(tool_calls_count), sum(duration_ms)
   FROM usage_logs GROUP BY 1, 2`,
  `INSERT INTO usage_daily_users
   SELECT DISTINCT (created_at AT TIME ZONE 'UTC')::date, agent_name, user_id FROM usage_logs ON CONFLICT DO NOTHING`,
  "VACUUM ANALYZE"
]

const reads = ["/admin/usage", "/admin/audit?limit=50", "/admin/audit?limit=50&offset=1000"]

const admin = { email: "admin@example.com" }

const open = Effect.fnUntraced(function* (server: string, name: "small" | "large") {
  const runs = Number(values[name])
  const database = yield* Databases.create(server, name)
  yield* Storefront.run(database, "seed")
  yield* Effect.forEach(fill(runs), (statement) => Databases.query(database, statement))
  const [verified] = yield* Effect.timed(Storefront.run(database, "audit", "verify"))
  const origin = yield* Storefront.start(Storefront.orchestrator(database, ports[name], yield* Storefront.secrets))
  const door = yield* Load.connect(origin, 1)
  const headers = yield* Effect.flatten(Storefront.makeLogIn(origin, { ...Storefront.alice, ...admin }))
  const measure = Effect.fnUntraced(function* (path: string) {
    const read: Load.Read = { name: path, path: `/api${path}`, headers, status: 200 }
    yield* Load.measure(door, read, warmUps)
    return Load.percentile(yield* Load.measure(door, read, repetitions), 0.5)
  })
  return { runs, verified, measure }
})

const program = Effect.gen(function* () {
  const server = yield* Config.string("TEST_DATABASE_URL")
  const small = yield* open(server, "small")
  const large = yield* open(server, "large")
  const results = yield* Effect.forEach(reads, (path) =>
    Effect.map(Effect.all({ small: small.measure(path), large: large.measure(path) }), ({ large, small }) => ({
      path,
      large,
      small,
      ratio: large / small
    }))
  )
  yield* Console.log(`\np50 in ms, ${values.people} people, ${days} days; target ${target}`)
  yield* Table.print(
    ["read", `${small.runs} runs`, `${large.runs} runs`, "ratio", ""],
    results.map(({ large, path, ratio, small }) => [
      path,
      Table.millis(small),
      Table.millis(large),
      ratio.toFixed(2),
      ratio <= target ? "" : `above ${target}`
    ])
  )
  yield* Console.log(
    `storefront audit verify: ${Duration.toSeconds(small.verified).toFixed(1)} and ${Duration.toSeconds(large.verified).toFixed(1)} s`
  )
  if (results.some(({ ratio }) => ratio > target)) {
    return yield* new Bench.NotGood({ message: "A read of the audit takes too long when the log is large" })
  }
})

Bench.run(program)
