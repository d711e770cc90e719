import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect, Option } from "effect"
import { demoNames } from "../../../src/testing/DemoNames.ts"
import { digestOthersData } from "../../../src/testing/OthersData.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as Contract from "../../support/contract.ts"
import { type Generated, type Json, type Known, requests, selectIds } from "../../support/contractRequests.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { type Received, send } from "../../support/requests.ts"
import * as Seed from "../../support/seed.ts"
import { claimsOf } from "../../support/tokens.ts"

/**
 * Requests to each of the 17 operations with a bearer, and a tenth of them to the others. With 354, and the calls of tools
 * in `agents/test/tools/GuestReach.property.test.ts`, there are 10,000 calls in all.
 */
const each = 100

const settings = {
  GUESTS_ENABLED: "true",
  ...Object.fromEntries(
    ["LOGIN", "LOGIN_ADDRESS", "SIGNUP", "REFRESH", "GUESTS", "GUEST_CHAT"].map((name) => [`RATE_LIMIT_${name}`, "0"])
  )
}

/** Each may send 20 messages a minute. */
const guestCount = 8

/** What is there to be found, none of it a guest's but some of the conversations. */
const knownValues = Effect.fnUntraced(function* (own: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO access_requests (user_id, agent_name, role_requested, use_case)
    SELECT u.id, a.name, 'viewer', 'x' FROM users u, agent_catalog a ON CONFLICT DO NOTHING`
  const known: Known = {
    product_id: yield* selectIds("SELECT id FROM products WHERE is_active ORDER BY id LIMIT 20"),
    order_id: yield* selectIds("SELECT id FROM orders ORDER BY id LIMIT 30"),
    conversation_id: [...(yield* selectIds("SELECT id FROM conversations ORDER BY id LIMIT 60")), ...own],
    request_id: yield* selectIds("SELECT id FROM access_requests ORDER BY id LIMIT 30"),
    category: demoNames.categories,
    agent_name: yield* selectIds("SELECT name AS id FROM agent_catalog"),
    trace_id: yield* selectIds("SELECT DISTINCT trace_id AS id FROM usage_logs LIMIT 20"),
    user: ["alice@example.com"],
    email: ["alice@example.com"],
    password: ["not the password"],
    refresh_token: [(yield* FrontDoor.logIn("alice")).access]
  }
  return known
})

const emailOf = (token: string) => String(claimsOf(token).sub)

const isOpen = (url: string) => /^\/api\/(?:products|conversations|chat)(?:[/?]|$)/.test(url)

/** What is wrong with the response to a guest, if anything is. */
const fault = (
  { method, operation, path, url }: Generated,
  { body, status }: Received,
  isOthers: (conversation: string) => boolean
) => {
  const refused = (detail: string) =>
    status === 403 && body.detail === detail ? Option.none() : Option.some(`${status} ${JSON.stringify(body)}`)
  if (url.startsWith("/api/admin/")) {
    return refused("Admin access required")
  }
  if (!isOpen(url)) {
    return refused("Sign in to do this")
  }
  const { statuses } = Contract.operations.get(operation)!
  const isDocumented = statuses.has(status) && Contract.decodes(statuses.get(status)!, body)
  const isRefused =
    status === 401 || status === 403 || status === 500 || (status === 429 && !url.startsWith("/api/chat"))
  return isDocumented && !isRefused && (!isOthers(path["conversation_id"] ?? "") || status === 404)
    ? Option.none()
    : Option.some(`${method} of somebody else's, or undocumented: ${status} ${JSON.stringify(body)}`)
}

layer(FrontDoor.layer(TestDatabase.seeded, settings), { excludeTestServices: true })(
  "every request that a guest can make from the contract",
  (it) => {
    it.effect(
      "reaches products, its own conversations and the chat, and changes nothing of anybody else",
      () =>
        Effect.gen(function* () {
          const seed = yield* Seed.seed
          const guests = yield* Effect.replicateEffect(
            Effect.map(send("/guests", { method: "POST" }), ({ body }) => String(body.access_token)),
            guestCount
          )
          const document: Json = (yield* send("/openapi.json")).body
          const sql = yield* SqlClient.SqlClient
          const own = (yield* sql<{ readonly id: string }>`
            INSERT INTO conversations (user_id, title)
            SELECT id, 'Lamps' FROM users, generate_series(1, 60) WHERE email = ${emailOf(guests[0]!)} RETURNING id`).map(
            ({ id }) => id
          )
          const known = yield* knownValues(own)
          const isOthers = (id: string) => known["conversation_id"]!.includes(id) && !own.includes(id)
          const generated = requests(document, known, each, seed)
          const [signingIn, others] = Array.partition(generated, ({ operation }) => !operation.startsWith("auth."))
          const statuses = new Map<string, number>()
          const sendAll = (all: ReadonlyArray<Generated>) =>
            Effect.forEach(
              all,
              (request, index) =>
                Effect.map(
                  send(request.url, {
                    method: request.method,
                    ...request.body,
                    // The first has conversations; many share the limit of messages.
                    token: guests[request.url === "/api/chat" ? index % guestCount : 0]!
                  }),
                  (response) => {
                    const key = `${request.operation} ${response.status}`
                    statuses.set(key, (statuses.get(key) ?? 0) + 1)
                    return [request, response] as const
                  }
                ),
              { concurrency: 16 }
            )
          // These take no bearer: anybody may sign up.
          const signedIn = yield* sendAll(signingIn.filter((_, index) => index % 10 === 0))
          const before = yield* digestOthersData
          const answered = yield* sendAll(others)
          const after = yield* digestOthersData
          const faults = Array.getSomes(
            answered.map(([request, response]) =>
              Option.map(
                fault(request, response, isOthers),
                (what) => `${request.method} ${request.url.slice(0, 200)}: ${what.slice(0, 300)}`
              )
            )
          )
          const again = `run again with CONTRACT_SEED=${seed}`
          assert.strictEqual(faults.slice(0, 5).join("\n"), "", `${faults.length} faults; ${again}`)
          assert.deepStrictEqual(after, before, again)
          assert.isTrue(
            signedIn.every(([, { status }]) => [200, 400, 401, 409, 422].includes(status)),
            again
          )
          assert.deepStrictEqual([answered.length, signedIn.length], [17 * each, Math.ceil((3 * each) / 10)])
          for (const operation of Contract.operations.keys()) {
            const key = `${operation} ${/^(?:products|conversations|chat)\./.test(operation) ? 200 : 403}`
            const isExpected = operation.startsWith("auth.") || (statuses.get(key) ?? 0) > 0
            assert.isTrue(
              isExpected,
              `${key} occurs, ${[...statuses.keys()].filter((name) => name.startsWith(operation)).join(", ")}; ${again}`
            )
          }
        }),
      600_000
    )
  }
)
