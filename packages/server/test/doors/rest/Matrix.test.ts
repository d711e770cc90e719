import { type HttpMethod } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { decodeJwt } from "jose"
import { forge, unsigned } from "../../support/tokens.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { type Mode } from "../../support/modes.ts"
import { refusal, send } from "../../support/requests.ts"

/** Every endpoint that needs a token, with bodies that fit nothing and ids that nothing has. */
const endpoints: ReadonlyArray<readonly [method: HttpMethod.HttpMethod, url: string]> = [
  ["POST", "/api/chat"],
  ["GET", "/api/conversations"],
  ["GET", `/api/conversations/${FrontDoor.unknownId}`],
  ["DELETE", `/api/conversations/${FrontDoor.unknownId}`],
  ["GET", "/api/products?limit=0"],
  ["GET", `/api/products/${FrontDoor.unknownId}`],
  ["GET", "/api/orders?limit=0"],
  ["GET", `/api/orders/${FrontDoor.unknownId}`],
  ["GET", "/api/profile"],
  ["GET", "/api/marketplace/agents"],
  ["POST", "/api/marketplace/request"],
  ["GET", "/api/marketplace/my-agents"],
  ["GET", "/api/admin/requests"],
  ["POST", `/api/admin/requests/${FrontDoor.unknownId}/approve`],
  ["POST", `/api/admin/requests/${FrontDoor.unknownId}/deny`],
  ["GET", "/api/admin/usage"],
  ["GET", "/api/admin/audit?limit=0"]
]

/** What each endpoint says of an account whose row is gone: all but one do not know the token's holder. */
const goneOn = (url: string) =>
  url === "/api/profile" ? ([404, { detail: "User not found" }] as const) : unauthorized("Invalid token")

const unauthorized = (detail: string) => [401, { detail }] as const

/** A token for every way in which it can be no good, with what is said of it. */
const badTokens = Effect.fnUntraced(function* (mode: Mode) {
  const sql = yield* SqlClient.SqlClient
  const { access, refresh } = yield* FrontDoor.logIn("admin")
  const claims = decodeJwt(access)
  const [deactivated, deleted] = yield* Effect.all([FrontDoor.tokenOf("bob"), FrontDoor.tokenOf("carol")])
  yield* sql`UPDATE users SET is_active = false WHERE email IN ('bob@example.com', 'carol@example.com')`
  yield* sql`UPDATE users SET deleted_at = now() WHERE email = 'carol@example.com'`
  return [
    ["none", undefined, "Not authenticated"],
    ["garbage", "garbage", "Invalid token"],
    ["expired", yield* forge({ claims: { ...claims, exp: 1_700_000_000 } }), "Token expired"],
    ["a refresh token", refresh, mode.refreshAsAccess],
    ["nobody's signature", yield* unsigned(claims), "Invalid token"],
    [
      "HS256 with another key",
      yield* forge({ claims, secret: "another secret of more than 32 bytes" }),
      "Invalid token"
    ],
    ["a deactivated user's", deactivated, "Session is no longer valid"],
    ["a deleted user's", deleted, "Session is no longer valid"]
  ] as const
})

for (const door of FrontDoor.doors({ RATE_LIMIT_CHAT: "0" })) {
  layer(door.layer, { excludeTestServices: true })(`every endpoint on ${door.name}`, (it) => {
    it.effect("says 404 for what is unknown, malformed or somebody else's, the same in every case", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [order] = yield* sql<{ id: string }>`
            SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id WHERE u.email = 'alice@example.com' LIMIT 1`
        const [talk] = yield* sql<{ id: string }>`
            SELECT c.id FROM conversations c JOIN users u ON u.id = c.user_id
            WHERE u.email = 'alice@example.com' AND c.is_active LIMIT 1`
        const hidden = [FrontDoor.unknownId, "abc", "%00", "..%2F..%2Fetc", "1%20OR%201=1", "%", "x".repeat(5000)]
        const cases: ReadonlyArray<
          readonly [method: HttpMethod.HttpMethod, before: string, after: string, foreign: string, detail: string]
        > = [
          ["GET", "/api/conversations/", "", talk!.id, "Conversation not found"],
          ["DELETE", "/api/conversations/", "", talk!.id, "Conversation not found"],
          ["GET", "/api/orders/", "", order!.id, "Order not found"],
          ["GET", "/api/products/", "", order!.id, "Product not found"],
          ["POST", "/api/admin/requests/", "/approve", order!.id, "Request not found"],
          ["POST", "/api/admin/requests/", "/deny", order!.id, "Request not found"]
        ]
        const token = yield* FrontDoor.tokenOf("admin")
        for (const [method, before, after, foreign, detail] of cases) {
          for (const id of [...hidden, foreign]) {
            const response = yield* send(`${before}${id}${after}`, { method, token })
            assert.deepStrictEqual([method, before, id, ...refusal(response)], [method, before, id, 404, { detail }])
          }
        }
        for (const conversation_id of ["abc", "", "%00"]) {
          const response = yield* send("/api/chat", { token, json: { message: "Hi", conversation_id } })
          assert.deepStrictEqual(refusal(response), [404, { detail: "Conversation not found" }])
        }
        const request = { agent_name: "nobody", role_requested: "viewer", use_case: "x" }
        assert.deepStrictEqual(refusal(yield* send("/api/marketplace/request", { token, json: request })), [
          404,
          { detail: "Agent not found" }
        ])
      })
    )

    it.effect("says 422 with the field and its rule, and never the value", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("admin")
        const value = "zzz-secret"
        const id = FrontDoor.unknownId
        const cases: ReadonlyArray<readonly [url: string, json: object | undefined, field: string]> = [
          ["/api/auth/signup", { email: value, password: "correct horse", name: "A" }, "email"],
          ["/api/auth/login", { email: [value], password: "x" }, "email"],
          ["/api/auth/refresh", { refresh_token: { value } }, "refresh_token"],
          ["/api/chat", { message: [value] }, "message"],
          [
            "/api/marketplace/request",
            { agent_name: "x", role_requested: value.repeat(9), use_case: "x" },
            "role_requested"
          ],
          [`/api/admin/requests/${id}/approve`, { admin_notes: [value] }, "admin_notes"],
          [`/api/admin/requests/${id}/deny`, { admin_notes: { value } }, "admin_notes"],
          ...["category", "min_price", "max_price", "sort", "limit", "offset"].map(
            (field) => [`/api/products?${field}=${value}`, undefined, field] as const
          ),
          [`/api/products?search=${value.repeat(30)}`, undefined, "search"],
          ...["status", "limit", "offset"].map((field) => [`/api/orders?${field}=${value}`, undefined, field] as const),
          ...["limit", "offset"].map((field) => [`/api/admin/audit?${field}=${value}`, undefined, field] as const)
        ]
        for (const [url, json, field] of cases) {
          const { body, status } = yield* send(url, { token, ...(json === undefined ? {} : { json }) })
          assert.deepStrictEqual([url, status, Object.keys(body)], [url, 422, ["detail"]])
          assert.isTrue(body.detail.startsWith(`${field}: must be `), body.detail)
          assert.notInclude(body.detail, value)
        }
      })
    )

    it.effect("says 403 to whoever is not an admin, and only on the admin's endpoints", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        for (const [method, url] of endpoints) {
          const { body, status } = yield* send(url, { method, token, ...(method === "POST" ? { text: "{" } : {}) })
          assert.strictEqual(status === 403, url.startsWith("/api/admin"), url)
          assert.strictEqual(body?.detail === "Admin access required", status === 403, url)
        }
      })
    )

    it.effect("lets one of ten deletions of a conversation win", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        const { body } = yield* send("/api/conversations", { token })
        const url = `/api/conversations/${body[0].id}`
        const responses = yield* Effect.forEach(Array.range(1, 10), () => send(url, { method: "DELETE", token }), {
          concurrency: "unbounded"
        })
        assert.strictEqual(responses.filter(({ status }) => status === 200).length, 1)
        assert.strictEqual(responses.filter(({ status }) => status === 404).length, 9)
      })
    )

    // Last, because it ends accounts.
    it.effect("says 401 to every token that is not good, before anything else", () =>
      Effect.gen(function* () {
        const claims = decodeJwt(yield* FrontDoor.tokenOf("alice"))
        const gone = yield* forge({ claims: { ...claims, user_id: FrontDoor.unknownId } })
        const tokens = yield* badTokens(door.mode)
        assert.deepStrictEqual([endpoints.length, tokens.length], [17, 8])
        for (const [method, url] of endpoints) {
          const ask = (token: string | undefined) =>
            send(url, {
              method,
              ...(token === undefined ? {} : { token }),
              ...(method === "POST" ? { text: "{" } : {})
            })
          for (const [what, token, detail] of tokens) {
            const response = yield* ask(token)
            assert.deepStrictEqual([url, what, ...refusal(response)], [url, what, ...unauthorized(detail)])
            assert.strictEqual(response.headers["www-authenticate"], "Bearer")
          }
          assert.deepStrictEqual([url, ...refusal(yield* ask(gone))], [url, ...goneOn(url)])
        }
      })
    )
  })
}
