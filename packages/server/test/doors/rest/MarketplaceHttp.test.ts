import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const request = (name: string, form: object) =>
  Effect.flatMap(FrontDoor.tokenOf(name), (token) => send("/api/marketplace/request", { token, json: form }))

const form = (agent_name: string) => ({ agent_name, role_requested: "viewer", use_case: "To see what it does." })

const pendingExists = [409, { detail: "A pending request already exists for this agent" }] as const
const accessExists = [409, { detail: "You already have access to this agent" }] as const

const counts = Effect.fnUntraced(function* (email: string, agent: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ requests: number; permissions: number }>`
    SELECT
      (SELECT count(*)::int FROM access_requests WHERE user_id = u.id AND agent_name = ${agent}) AS requests,
      (SELECT count(*)::int FROM agent_permissions WHERE user_id = u.id AND agent_name = ${agent}) AS permissions
    FROM users u WHERE u.email = ${email}`
  return [row!.requests, row!.permissions] as const
})

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`the marketplace on ${engine.name}`, (it) => {
    it.effect("offers the active agents by name", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("carol")
        const { body } = yield* send("/api/marketplace/agents", { token })
        assert.deepStrictEqual(
          body.map(({ display_name }: { display_name: string }) => display_name),
          [
            "Inventory & Delivery",
            "Order Management",
            "Pricing & Promotions",
            "Product Discovery",
            "Review Insights",
            "Shopping Assistant"
          ]
        )
        for (const agent of body) {
          assert.deepStrictEqual(Object.keys(agent), [
            "id",
            "name",
            "display_name",
            "description",
            "category",
            "icon",
            "status",
            "version",
            "capabilities",
            "requires_approval",
            "allowed_roles"
          ])
          assert.match(agent.version, /^\d+\.\d+\.\d+$/)
        }
        yield* sql`UPDATE agent_catalog SET status = 'inactive' WHERE name = 'orchestrator'`
        assert.strictEqual((yield* send("/api/marketplace/agents", { token })).body.length, 5)
        assert.deepStrictEqual(refusal(yield* request("carol", form("orchestrator"))), [
          404,
          { detail: "Agent not found" }
        ])
        yield* sql`UPDATE agent_catalog SET status = 'active' WHERE name = 'orchestrator'`
      })
    )

    it.effect("lists what the caller has, newest grant first", () =>
      Effect.gen(function* () {
        const { body } = yield* send("/api/marketplace/my-agents", { token: yield* FrontDoor.tokenOf("admin") })
        assert.strictEqual(body.length, 6)
        for (const agent of body) {
          assert.deepStrictEqual(Object.keys(agent), [
            "agent_name",
            "display_name",
            "description",
            "category",
            "icon",
            "role",
            "granted_at"
          ])
        }
        const dates = body.map(({ granted_at }: { granted_at: string }) => granted_at)
        assert.deepStrictEqual(dates, dates.toSorted().toReversed())
      })
    )

    it.effect("grants access at once where no approval is needed", () =>
      Effect.gen(function* () {
        const { body, status } = yield* request("carol", { ...form("order-management"), role_requested: " admin " })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(Object.keys(body), ["id", "agent_name", "status", "message"])
        assert.deepInclude(body, { agent_name: "order-management", status: "approved", message: "Access granted" })
        const token = yield* FrontDoor.tokenOf("carol")
        const mine = yield* send("/api/marketplace/my-agents", { token })
        assert.deepInclude(mine.body[0], { agent_name: "order-management", role: "admin" })
        assert.strictEqual((yield* send("/api/profile", { token })).body.role, "customer")
        assert.deepStrictEqual(refusal(yield* request("carol", form("order-management"))), accessExists)
        assert.deepStrictEqual(yield* counts("carol@example.com", "order-management"), [1, 1])
      })
    )

    it.effect("takes one of twenty requests that come at once", () =>
      Effect.gen(function* () {
        const race = (agent: string) =>
          Effect.gen(function* () {
            const token = yield* FrontDoor.tokenOf("bob")
            return yield* Effect.forEach(
              Array.range(1, 20),
              () => send("/api/marketplace/request", { token, json: form(agent) }),
              { concurrency: "unbounded" }
            )
          })
        for (const [agent, conflict, stored] of [
          ["product-discovery", accessExists, [1, 1]],
          ["pricing-promotions", pendingExists, [1, 0]]
        ] as const) {
          const [before] = yield* counts("bob@example.com", agent)
          const responses = yield* race(agent)
          const [wins, losses] = Array.partition(responses, ({ status }) => status !== 200)
          assert.strictEqual(wins.length, 1)
          assert.deepStrictEqual(
            Array.dedupeWith(losses.map(refusal), (a, b) => JSON.stringify(a) === JSON.stringify(b)),
            [conflict]
          )
          const [requests, permissions] = yield* counts("bob@example.com", agent)
          assert.deepStrictEqual([requests - before, permissions], [...stored])
        }
      })
    )

    it.effect("takes a new request after a denial", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [denied] = yield* sql`
          SELECT u.email, r.agent_name FROM access_requests r JOIN users u ON u.id = r.user_id
          WHERE r.status = 'denied' AND NOT EXISTS (
            SELECT FROM access_requests p WHERE p.user_id = r.user_id AND p.agent_name = r.agent_name AND p.status <> 'denied'
          ) ORDER BY r.id LIMIT 1`
        const name = String(denied!["email"]).split("@")[0]!
        const { body } = yield* request(name, form(String(denied!["agent_name"])))
        assert.strictEqual(body.status, "pending")
      })
    )

    it.effect("refuses forms that are not filled in", () =>
      Effect.gen(function* () {
        const good = form("review-sentiment")
        const role = "role_requested: must be 1 to 50 characters"
        const useCase = "use_case: must be 1 to 2000 characters"
        const cases = [
          [{}, "agent_name: is missing"],
          [{ ...good, agent_name: 5 }, "agent_name: must be a string"],
          [{ ...good, agent_name: "a\u0000" }, "agent_name: must not contain U+0000 or half of a character"],
          [{ ...good, role_requested: " ", use_case: "" }, role],
          [{ ...good, role_requested: "x".repeat(51) }, role],
          [{ ...good, use_case: "x".repeat(2001) }, useCase],
          [{ agent_name: "nobody", role_requested: "viewer" }, "use_case: is missing"]
        ] as const
        for (const [json, detail] of cases) {
          assert.deepStrictEqual(refusal(yield* request("carol", json)), [422, { detail }])
        }
        for (const agent of ["nobody", "", "__proto__", "x".repeat(5000)]) {
          assert.deepStrictEqual(refusal(yield* request("carol", form(agent))), [404, { detail: "Agent not found" }])
        }
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`the marketplace on ${engine.name}`, (it) => {
    it.effect("asks for approval where it is needed, or where the role is not allowed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [before] = yield* counts("carol@example.com", "pricing-promotions")
        const { body } = yield* request("carol", form("pricing-promotions"))
        assert.deepInclude(body, {
          agent_name: "pricing-promotions",
          status: "pending",
          message: "Request submitted, waiting for approval"
        })
        assert.deepStrictEqual(refusal(yield* request("carol", form("pricing-promotions"))), pendingExists)
        assert.deepStrictEqual(yield* counts("carol@example.com", "pricing-promotions"), [before + 1, 0])
        yield* sql`UPDATE agent_catalog SET allowed_roles = '{seller}' WHERE name = 'inventory-fulfillment'`
        assert.strictEqual((yield* request("carol", form("inventory-fulfillment"))).body.status, "pending")
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`the marketplace on ${engine.name}`, (it) => {
    it.effect("keeps requests and grants in the order in which they came when the clock was set back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const admin = yield* FrontDoor.tokenOf("admin")
        const signUp = { email: "dave@example.com", password: "kettle harbour 52 violet", name: "Dave" }
        const token = (yield* send("/api/auth/signup", { json: signUp })).body.access_token
        const ask = (agent: string) => send("/api/marketplace/request", { token, json: form(agent) })
        // What is there was written by a clock that was ahead, further each time.
        const setAhead = Effect.zipRight(
          sql`UPDATE access_requests SET created_at = created_at + interval '1 hour' WHERE status = 'pending'`,
          sql`UPDATE agent_permissions SET granted_at = granted_at + interval '1 hour'`
        )
        const agents = ["product-discovery", "review-sentiment", "order-management"]
        yield* sql`UPDATE agent_catalog SET requires_approval = name <> 'pricing-promotions', allowed_roles = '{customer}'`
        yield* setAhead
        const ids = yield* Effect.forEach(agents, (agent) =>
          Effect.map(Effect.zipLeft(ask(agent), setAhead), ({ body }) => body.id)
        )
        const queue = yield* send("/api/admin/requests", { token: admin })
        assert.deepStrictEqual(
          queue.body.slice(-3).map(({ id }: { id: string }) => id),
          ids
        )

        for (const id of ids) {
          yield* send(`/api/admin/requests/${id}/approve`, { token: admin, method: "POST" })
          yield* setAhead
        }
        yield* ask("pricing-promotions")
        const mine = yield* send("/api/marketplace/my-agents", { token })
        assert.deepStrictEqual(
          mine.body.map(({ agent_name }: { agent_name: string }) => agent_name),
          [...agents, "pricing-promotions"].toReversed()
        )
        assert.lengthOf(yield* sql`SELECT FROM access_requests WHERE resolved_at < created_at`, 0)
      })
    )
  })
}
