import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ConversationId } from "@storefront/domain/Ids"
import { DateTime, Effect, Exit, Layer } from "effect"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { entry } from "../../support/usage.ts"

const empty = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`TRUNCATE usage_logs, agent_execution_steps, usage_daily, usage_daily_users`
)

const total = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Record<string, unknown>>`
    SELECT day::text, agent_name, request_count::int, error_count::int, tokens_in::int, tokens_out::int,
      tool_calls::int, duration_ms_sum::int
    FROM usage_daily ORDER BY day, agent_name`
)

for (const engine of TestDatabase.engines) {
  const TestLayer = UsageLog.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`the usage log on ${engine.name}`, (it) => {
    it.effect("keeps a run with its steps, masked, at the time it ended", () =>
      Effect.gen(function* () {
        yield* empty
        const sql = yield* SqlClient.SqlClient
        const log = yield* UsageLog
        yield* log.record(
          entry(
            {
              status: "error",
              failure: "model",
              errorMessage: `for ada@example.com ${"x".repeat(2_000)}`,
              steps: [
                {
                  toolName: "echo",
                  input: { words: "to ada@example.com\u0000\uD800" },
                  output: { words: "x".repeat(9_000) },
                  status: "success",
                  durationMs: 12
                },
                { toolName: "hang", input: "no object", output: {}, status: "cancelled", durationMs: 3 }
              ]
            },
            { message: `my card is 4111 1111 1111 1111 ${"🫖".repeat(600)}` }
          )
        )
        const [row] = yield* sql<Record<string, unknown>>`
          SELECT id, user_id, agent_name, conversation_id, trace_id, tokens_in, tokens_out, tool_calls_count, duration_ms,
            status, char_length(error_message) AS error_length, left(error_message, 11) AS error_start,
            char_length(input_summary) AS input_length, left(input_summary, 17) AS input_start, created_at
          FROM usage_logs`
        assert.deepInclude(row, {
          user_id: ada.id,
          agent_name: "orchestrator",
          conversation_id: null,
          trace_id: "0123456789abcdef0123456789abcdef",
          tokens_in: 7,
          tokens_out: 3,
          tool_calls_count: 2,
          duration_ms: 1_500,
          status: "error",
          error_length: 1_000,
          error_start: "for [email]",
          input_length: 500,
          input_start: "my card is [card]",
          created_at: new Date("2026-03-01T10:00:01.500Z")
        })
        const steps = yield* sql<Record<string, unknown>>`
          SELECT step_index, tool_name, tool_input, tool_output, status, duration_ms
          FROM agent_execution_steps WHERE usage_log_id = ${String(row!["id"])} ORDER BY step_index`
        assert.deepStrictEqual(steps, [
          {
            step_index: 0,
            tool_name: "echo",
            tool_input: { words: "to [email]\uFFFD\uFFFD" },
            tool_output: { truncated: true, preview: `{"words":"${"x".repeat(1_990)}` },
            status: "success",
            duration_ms: 12
          },
          {
            step_index: 1,
            tool_name: "hang",
            tool_input: { value: "no object" },
            tool_output: {},
            status: "cancelled",
            duration_ms: 3
          }
        ])
      })
    )

    it.effect("adds up the runs of a UTC day by agent, and its users once", () =>
      Effect.gen(function* () {
        yield* empty
        const sql = yield* SqlClient.SqlClient
        const log = yield* UsageLog
        const step = { toolName: "t", input: {}, output: {}, status: "success" as const, durationMs: 1 }
        yield* log.record(entry({ steps: [step, step] }))
        yield* log.record(entry({ status: "error", failure: "model", errorMessage: "no" }, { caller: bob }))
        yield* log.record(entry({ status: "cancelled", failure: "shutdown", errorMessage: "no" }))
        yield* log.record(entry({ agentName: "order-management" }))
        yield* log.record(entry({ startedAt: DateTime.unsafeMake("2026-03-01T23:59:59Z") }))
        const one = {
          request_count: 1,
          error_count: 0,
          tokens_in: 7,
          tokens_out: 3,
          tool_calls: 0,
          duration_ms_sum: 1_500
        }
        assert.deepStrictEqual(yield* total, [
          {
            day: "2026-03-01",
            agent_name: "orchestrator",
            request_count: 3,
            error_count: 1,
            tokens_in: 21,
            tokens_out: 9,
            tool_calls: 2,
            duration_ms_sum: 4_500
          },
          { day: "2026-03-01", agent_name: "order-management", ...one },
          { day: "2026-03-02", agent_name: "orchestrator", ...one }
        ])
        const users = yield* sql<{ agent_name: string; users: number }>`
          SELECT agent_name, count(*)::int AS users FROM usage_daily_users WHERE day = '2026-03-01'
          GROUP BY agent_name ORDER BY agent_name`
        assert.deepStrictEqual(users, [
          { agent_name: "orchestrator", users: 2 },
          { agent_name: "order-management", users: 1 }
        ])
      })
    )

    it.effect("loses nothing when many runs end together", () =>
      Effect.gen(function* () {
        yield* empty
        const log = yield* UsageLog
        yield* Effect.forEach(
          Array.from({ length: 24 }, (_, n) => n),
          (n) => log.record(entry({}, { caller: n % 2 === 0 ? ada : bob })),
          { concurrency: 8, discard: true }
        )
        const [row] = yield* total
        assert.strictEqual(row!["request_count"], 24)
        assert.strictEqual(row!["tokens_in"], 7 * 24)
      })
    )

    it.effect("writes all of a run or nothing of it", () =>
      Effect.gen(function* () {
        yield* empty
        const sql = yield* SqlClient.SqlClient
        const log = yield* UsageLog
        const broken = { toolName: "t", input: {}, output: {}, status: "success" as const, durationMs: -1 }
        const exit = yield* Effect.exit(log.record(entry({ steps: [broken] })))
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* sql`SELECT id FROM usage_logs`, [])
      })
    )

    it.effect("knows the conversation of the caller, and no other", () =>
      Effect.gen(function* () {
        yield* empty
        const sql = yield* SqlClient.SqlClient
        const log = yield* UsageLog
        const own = ConversationId.make("cccccccc-0000-4000-8000-0000000000c1")
        const unknown = ConversationId.make("cccccccc-0000-4000-8000-0000000000c2")
        yield* sql`INSERT INTO conversations ${sql.insert({ id: own, user_id: ada.id, title: "t" })}`
        yield* log.record(entry({ tokensIn: 1 }, { conversationId: own }))
        yield* log.record(entry({ tokensIn: 2 }, { conversationId: unknown }))
        yield* log.record(entry({ tokensIn: 3 }, { conversationId: own, caller: bob }))
        const rows = yield* sql<{ conversation_id: string | null }>`
          SELECT conversation_id FROM usage_logs ORDER BY tokens_in`
        assert.deepStrictEqual(
          rows.map((row) => row.conversation_id),
          [own, null, null]
        )
      })
    )

    it.effect("knows the ids that specialists met in a person's own conversation, in the order of their runs", () =>
      Effect.gen(function* () {
        yield* empty
        const sql = yield* SqlClient.SqlClient
        const log = yield* UsageLog
        const conversationId = ConversationId.make("cccccccc-0000-4000-8000-0000000000c3")
        yield* sql`INSERT INTO conversations ${sql.insert({ id: conversationId, user_id: ada.id, title: "t" })}`
        const id = (n: number) => `dddddddd-0000-4000-8000-00000000000${n}`
        const ids = (found: number, quoted: number) => ({ found: [id(found)], quoted: [id(quoted)] })
        const agentName = "order-management"
        const later = DateTime.unsafeMake("2026-03-02T10:00:00Z")
        yield* log.record(entry({ agentName, ids: ids(3, 4), startedAt: later }, { conversationId }))
        yield* log.record(entry({ agentName, ids: ids(1, 2) }, { conversationId }))
        yield* log.record(entry({ agentName: "orchestrator", ids: ids(5, 6) }, { conversationId }))
        yield* log.record(entry({ agentName, ids: ids(7, 8) }))
        assert.deepStrictEqual(yield* log.idsOf(conversationId, ada.id), [ids(3, 4), ids(1, 2)])
        assert.deepStrictEqual(yield* log.idsOf(conversationId, bob.id), [])
        const foreign = ConversationId.make("cccccccc-0000-4000-8000-0000000000c4")
        yield* log.record(entry({ agentName, ids: ids(1, 2) }, { conversationId: foreign }))
        assert.deepStrictEqual(yield* log.idsOf(foreign, ada.id), [ids(1, 2)])
      })
    )

    it.effect("can be a part of the caller's transaction", () =>
      Effect.gen(function* () {
        yield* empty
        const sql = yield* SqlClient.SqlClient
        const log = yield* UsageLog
        const undone = log
          .recordWithin(entry())
          .pipe(Effect.zipRight(Effect.fail("undo")), sql.withTransaction, Effect.flip)
        assert.strictEqual(yield* undone, "undo")
        assert.deepStrictEqual(yield* sql`SELECT id FROM usage_logs`, [])
        assert.deepStrictEqual(yield* total, [])
      })
    )
  })
}
