import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { AgentName } from "@storefront/domain/Topology"
import { Array, Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, type Sent, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const asAdmin = (url: string, sent: Sent = {}) =>
  Effect.flatMap(FrontDoor.tokenOf("admin"), (token) => send(url, { token, ...sent }))

const pending = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ id: string; user_id: string; agent_name: string; role_requested: string }>`
    SELECT id, user_id, agent_name, role_requested FROM access_requests WHERE status = 'pending' ORDER BY created_at, id`
})

const oldest = ([first]: ReadonlyArray<{ readonly id: string }>) => first!.id

/** A new pending request of somebody. */
const ask = Effect.fnUntraced(function* (name: string, agent: string) {
  const token = yield* FrontDoor.tokenOf(name)
  const json = { agent_name: agent, role_requested: "operator", use_case: "x" }
  const { body } = yield* send("/api/marketplace/request", { token, json })
  assert.strictEqual(body.status, "pending")
  return String(body.id)
})

const resolution = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`
    SELECT r.status, r.admin_notes, u.email AS reviewer, r.resolved_at IS NOT NULL AS is_resolved, p.role,
      g.email AS granted_by
    FROM access_requests r
    LEFT JOIN users u ON u.id = r.reviewed_by
    LEFT JOIN agent_permissions p ON p.request_id = r.id
    LEFT JOIN users g ON g.id = p.granted_by
    WHERE r.id = ${id}`
  return { ...row }
})

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`admin endpoints on ${engine.name}`, (it) => {
    it.effect("list at most 1,000 of them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO users (email, password_hash, name)
          SELECT 'crowd' || n || '@example.com', 'x', 'Crowd' FROM generate_series(1, 1000) n`
        yield* sql`
          INSERT INTO access_requests (user_id, agent_name, role_requested, use_case)
          SELECT id, 'review-sentiment', 'viewer', 'x' FROM users WHERE email LIKE 'crowd%'`
        assert.strictEqual((yield* asAdmin("/api/admin/requests")).body.length, 1000)
        yield* sql`DELETE FROM access_requests WHERE user_id IN (SELECT id FROM users WHERE email LIKE 'crowd%')`
      })
    )

    it.effect("approve a request once, with its permission", () =>
      Effect.gen(function* () {
        const id = oldest(yield* pending())
        const url = `/api/admin/requests/${id}/approve`
        const approved = yield* asAdmin(url, { json: { admin_notes: " Fine. " } })
        assert.deepStrictEqual(refusal(approved), [200, { status: "approved", request_id: id }])
        const stored = yield* resolution(id)
        assert.deepInclude(stored, {
          status: "approved",
          admin_notes: "Fine.",
          reviewer: "admin@example.com",
          is_resolved: true,
          granted_by: "admin@example.com"
        })
        assert.isString(stored["role"])
        const again = [409, { detail: "Request already approved" }] as const
        assert.deepStrictEqual(refusal(yield* asAdmin(url, { method: "POST" })), again)
        assert.deepStrictEqual(refusal(yield* asAdmin(`/api/admin/requests/${id}/deny`, { method: "POST" })), again)
        assert.deepStrictEqual(yield* resolution(id), stored)
        assert.isFalse(
          (yield* asAdmin("/api/admin/requests")).body.some((request: { id: string }) => request.id === id)
        )
      })
    )

    it.effect("deny a request once, without a permission", () =>
      Effect.gen(function* () {
        const id = oldest(yield* pending())
        const url = `/api/admin/requests/${id}/deny`
        const denied = yield* asAdmin(url, { method: "POST" })
        assert.deepStrictEqual(refusal(denied), [200, { status: "denied", request_id: id }])
        assert.deepInclude(yield* resolution(id), { status: "denied", admin_notes: "", is_resolved: true, role: null })
        const again = [409, { detail: "Request already denied" }] as const
        assert.deepStrictEqual(refusal(yield* asAdmin(url, { json: {} })), again)
        assert.deepStrictEqual(refusal(yield* asAdmin(`/api/admin/requests/${id}/approve`, { json: {} })), again)
      })
    )

    it.effect("take notes that are absent, null or a string of at most 2000 characters", () =>
      Effect.gen(function* () {
        const id = oldest(yield* pending())
        const url = `/api/admin/requests/${id}/deny`
        for (const admin_notes of [5, ["x"], "x".repeat(2001)]) {
          assert.deepStrictEqual(refusal(yield* asAdmin(url, { json: { admin_notes } })), [
            422,
            { detail: "admin_notes: must be at most 2000 characters" }
          ])
        }
        assert.strictEqual((yield* asAdmin(url, { json: { admin_notes: null } })).status, 200)
        assert.strictEqual((yield* resolution(id))["admin_notes"], "")
      })
    )

    it.effect("let one of twenty decisions win", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const id = yield* ask("carol", "pricing-promotions")
        const token = yield* FrontDoor.tokenOf("admin")
        const responses = yield* Effect.forEach(
          Array.range(1, 20),
          (n) =>
            send(`/api/admin/requests/${id}/${n % 2 === 0 ? "approve" : "deny"}`, {
              token,
              json: { admin_notes: String(n) }
            }),
          { concurrency: "unbounded" }
        )
        const winners = Array.range(1, 20).filter((n) => responses[n - 1]!.status === 200)
        assert.strictEqual(winners.length, 1)
        const status = winners[0]! % 2 === 0 ? "approved" : "denied"
        assert.isTrue(
          responses.every(
            ({ body, status: code }) => code === 200 || (code === 409 && body.detail === `Request already ${status}`)
          )
        )
        assert.deepInclude(yield* resolution(id), { status, admin_notes: String(winners[0]) })
        const permissions = yield* sql`SELECT id FROM agent_permissions WHERE request_id = ${id}`
        assert.strictEqual(permissions.length, status === "approved" ? 1 : 0)
      })
    )

    it.effect("replace the permission that a person already has", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const id = yield* ask("carol", "review-sentiment")
        yield* sql`
          INSERT INTO agent_permissions (user_id, agent_name, role)
          SELECT user_id, agent_name, 'old' FROM access_requests WHERE id = ${id}`
        assert.strictEqual((yield* asAdmin(`/api/admin/requests/${id}/approve`, { method: "POST" })).status, 200)
        assert.deepInclude(yield* resolution(id), { role: "operator" })
      })
    )

    it.effect("do not find requests that are unknown or malformed", () =>
      Effect.gen(function* () {
        for (const id of [FrontDoor.unknownId, "abc", "%00"]) {
          for (const verb of ["approve", "deny"]) {
            const response = yield* asAdmin(`/api/admin/requests/${id}/${verb}`, { json: {} })
            assert.deepStrictEqual(refusal(response), [404, { detail: "Request not found" }])
          }
        }
      })
    )

    it.effect("sum up 30 days of usage, and 7 of them day by day", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // A day that is too old, and one of which nobody knows yet.
        yield* sql`
          INSERT INTO usage_daily
          SELECT day, 'orchestrator', 1000, 0, 0, 0, 0, 0
          FROM (VALUES ((now() AT TIME ZONE 'UTC')::date - 30), ((now() AT TIME ZONE 'UTC')::date + 1)) days (day)
          ON CONFLICT (day, agent_name) DO UPDATE SET request_count = 1000`
        const { body, status } = yield* asAdmin("/api/admin/usage")
        assert.strictEqual(status, 200)
        const since = sql`created_at >= ((now() AT TIME ZONE 'UTC')::date - 29)::timestamp AT TIME ZONE 'UTC'`
        const [overall] = yield* sql`
          SELECT count(*)::int AS total_requests, count(DISTINCT user_id)::int AS unique_users,
            sum(tokens_in)::int AS total_tokens_in, sum(tokens_out)::int AS total_tokens_out,
            round(avg(duration_ms))::int AS avg_duration_ms, sum(tool_calls_count)::int AS total_tool_calls
          FROM usage_logs WHERE ${since}`
        assert.deepStrictEqual(Object.keys(body), ["period", "overall", "by_agent", "daily_trend"])
        assert.strictEqual(body.period, "last_30_days")
        assert.deepStrictEqual(body.overall, { ...overall })
        const agents = yield* sql`
          SELECT agent_name, count(*)::int AS request_count, count(DISTINCT user_id)::int AS unique_users,
            sum(tokens_in)::int AS tokens_in, sum(tokens_out)::int AS tokens_out,
            round(avg(duration_ms))::int AS avg_duration_ms,
            (count(*) FILTER (WHERE status = 'error'))::int AS error_count
          FROM usage_logs WHERE ${since} GROUP BY agent_name ORDER BY count(*) DESC, agent_name`
        assert.deepStrictEqual(
          body.by_agent,
          agents.map((agent) => ({ ...agent }))
        )
        const days = yield* sql`
          SELECT d::date::text AS day, count(l.id)::int AS request_count, count(DISTINCT l.user_id)::int AS unique_users
          FROM generate_series((now() AT TIME ZONE 'UTC')::date - 6, (now() AT TIME ZONE 'UTC')::date, interval '1 day') d
          LEFT JOIN usage_logs l ON (l.created_at AT TIME ZONE 'UTC')::date = d::date
          GROUP BY d ORDER BY d`
        assert.deepStrictEqual(
          body.daily_trend,
          days.map((day) => ({ ...day }))
        )
        assert.strictEqual(body.daily_trend.length, 7)
        yield* sql`DELETE FROM usage_daily WHERE request_count = 1000`
      })
    )

    it.effect("show the audit log with every step, newest first", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Counting the log itself would take longer with every row.
        yield* sql`INSERT INTO usage_daily VALUES ('2020-01-01', 'orchestrator', 1000, 0, 0, 0, 0, 0)`
        const { body } = yield* asAdmin("/api/admin/audit")
        const [{ total }] = (yield* sql`SELECT 1000 + count(*)::int AS total FROM usage_logs`) as [{ total: number }]
        assert.deepStrictEqual(Object.keys(body), ["entries", "total", "limit", "offset"])
        assert.deepStrictEqual([body.entries.length, body.total, body.limit, body.offset], [50, total, 50, 0])
        const ids = yield* sql`SELECT id FROM usage_logs ORDER BY created_at DESC, id DESC LIMIT 50`
        assert.deepStrictEqual(
          body.entries.map(({ id }: { id: string }) => id),
          ids.map(({ id }) => id)
        )
        for (const entry of body.entries) {
          assert.deepStrictEqual(Object.keys(entry), [
            "id",
            "agent_name",
            "user_email",
            "user_name",
            "input_summary",
            "tokens_in",
            "tokens_out",
            "tool_calls_count",
            "duration_ms",
            "status",
            "error_message",
            "trace_id",
            "created_at",
            "steps"
          ])
          assert.match(entry.trace_id, /^[0-9a-f]{32}$/)
          assert.deepStrictEqual(
            entry.steps.map(({ step_index }: { step_index: number }) => step_index),
            Array.makeBy(entry.steps.length, (index) => index).slice(0, entry.tool_calls_count)
          )
          for (const step of entry.steps) {
            assert.deepStrictEqual(Object.keys(step), [
              "step_index",
              "tool_name",
              "tool_input",
              "tool_output",
              "status",
              "duration_ms"
            ])
          }
        }
        assert.isTrue(body.entries.some(({ steps }: { steps: ReadonlyArray<unknown> }) => steps.length > 1))
      })
    )

    it.effect("page the audit log, at most 200 entries at a time", () =>
      Effect.gen(function* () {
        const first = yield* asAdmin("/api/admin/audit?limit=5")
        const second = yield* asAdmin("/api/admin/audit?limit=3&offset=2")
        assert.deepStrictEqual(second.body.entries, first.body.entries.slice(2))
        for (const limit of ["201", "1000", "99999999999999999999"]) {
          const { body } = yield* asAdmin(`/api/admin/audit?limit=${limit}`)
          assert.deepStrictEqual([body.entries.length, body.limit], [200, 200])
        }
        const beyond = yield* asAdmin("/api/admin/audit?offset=1000000")
        assert.deepStrictEqual(beyond.body, { entries: [], total: first.body.total, limit: 50, offset: 1_000_000 })
        for (const [query, detail] of [
          ["limit=0", "limit: must be at least 1"],
          ["limit=-5", "limit: must be at least 1"],
          ["limit=many", "limit: must be at least 1"],
          ["offset=1000001", "offset: must be between 0 and 1,000,000"],
          ["trace_id=F", "trace_id: must be 32 hexadecimal digits in lower case"],
          ["user=alice", "user: must be an e-mail address or the id of an account"],
          ["agent=nobody", `agent: must be one of ${AgentName.literals.join(", ")}`],
          ["status=failed", "status: must be one of success, error, blocked, cancelled"],
          ["trace=x", "query: has only the parameters trace_id, user, agent, status, limit, offset"]
        ] as const) {
          assert.deepStrictEqual(refusal(yield* asAdmin(`/api/admin/audit?${query}`)), [422, { detail }])
        }
      })
    )

    it.effect("look for runs in the audit log by trace, person, agent and outcome, and count what they find", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [run] = yield* sql<Readonly<Record<"trace_id" | "user_id" | "email" | "agent_name" | "status", string>>>`
          SELECT l.trace_id, l.user_id, u.email, l.agent_name, l.status FROM usage_logs l JOIN users u ON u.id = l.user_id
          WHERE l.status = 'error' ORDER BY l.created_at, l.id LIMIT 1`
        const { agent_name, email, status, trace_id, user_id } = run!
        const cases = [
          [`trace_id=${trace_id}`, sql`trace_id = ${trace_id}`],
          [`user=${user_id}`, sql`user_id = ${user_id}`],
          [`user=${email.toUpperCase()}`, sql`user_id = ${user_id}`],
          [`agent=${agent_name}`, sql`agent_name = ${agent_name}`],
          [`status=${status}`, sql`status = ${status}`],
          [
            `agent=${agent_name}&status=${status}&user=${email}`,
            sql`agent_name = ${agent_name} AND status = ${status} AND user_id = ${user_id}`
          ],
          [`user=nobody@example.com`, sql`false`]
        ] as const
        for (const [query, condition] of cases) {
          const found = yield* sql`SELECT id FROM usage_logs WHERE ${condition} ORDER BY created_at DESC, id DESC`
          const { body } = yield* asAdmin(`/api/admin/audit?limit=3&${query}`)
          assert.deepStrictEqual(
            [query, body.entries.map(({ id }: { id: string }) => id), body.total],
            [query, found.slice(0, 3).map(({ id }) => id), found.length]
          )
        }
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`admin endpoints on ${engine.name}`, (it) => {
    it.effect("list pending requests, oldest first", () =>
      Effect.gen(function* () {
        const { body } = yield* asAdmin("/api/admin/requests")
        const waiting = yield* pending()
        assert.strictEqual(waiting.length, 4)
        assert.deepStrictEqual(
          body.map(({ id }: { id: string }) => id),
          waiting.map(({ id }) => id)
        )
        for (const request of body) {
          assert.deepStrictEqual(Object.keys(request), [
            "id",
            "agent_name",
            "role_requested",
            "use_case",
            "status",
            "created_at",
            "user_email",
            "user_name",
            "user_role"
          ])
          assert.strictEqual(request.status, "pending")
        }
      })
    )
  })
}
