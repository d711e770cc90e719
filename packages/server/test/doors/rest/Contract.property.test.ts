import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Effect, Option } from "effect"
import * as Contract from "../../support/contract.ts"
import {
  type Generated,
  type Json,
  type Known,
  requests,
  type Sender,
  selectIds
} from "../../support/contractRequests.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { type Received, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as Seed from "../../support/seed.ts"
import { demoNames } from "../../../src/testing/DemoNames.ts"

/** Requests to each of the 20 operations: 5,200 in all. */
const each = 260

const unlimited = Object.fromEntries(
  ["LOGIN", "LOGIN_ADDRESS", "SIGNUP", "REFRESH", "CHAT"].map((name) => [`RATE_LIMIT_${name}`, "0"])
)

/** Sends a request as somebody. */
const ask = ({ body, method, sender, url }: Generated, tokens: Readonly<Record<Sender, string | undefined>>) => {
  const token = tokens[sender]
  return send(url, { method, ...body, ...(token === undefined ? {} : { token }) })
}

/** What is there to be found, of which the owner is `alice`. */
const knownValues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Enough for every decision to be about one that is open still.
  yield* sql`
    INSERT INTO access_requests (user_id, agent_name, role_requested, use_case)
    SELECT u.id, a.name, 'viewer', 'x' FROM users u, agent_catalog a WHERE u.email <> 'alice@example.com'
    ON CONFLICT DO NOTHING`
  yield* sql`
    INSERT INTO conversations (user_id, title)
    SELECT id, 'Talk ' || n FROM users, generate_series(1, 200) n WHERE email = 'alice@example.com'`
  const known: Known = {
    product_id: yield* selectIds("SELECT id FROM products LIMIT 20"),
    order_id: yield* selectIds(
      "SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id ORDER BY u.email <> 'alice@example.com', o.id LIMIT 30"
    ),
    conversation_id: yield* selectIds(
      "SELECT c.id FROM conversations c JOIN users u ON u.id = c.user_id ORDER BY u.email <> 'alice@example.com', c.id LIMIT 240"
    ),
    request_id: yield* selectIds("SELECT id FROM access_requests ORDER BY id LIMIT 400"),
    category: demoNames.categories,
    agent_name: yield* selectIds("SELECT name AS id FROM agent_catalog"),
    trace_id: yield* selectIds("SELECT DISTINCT trace_id AS id FROM usage_logs LIMIT 20"),
    user: ["alice@example.com", "dora@example.com"],
    email: ["alice@example.com", "dora@example.com"],
    password: [FrontDoor.password],
    refresh_token: [(yield* FrontDoor.logIn("bob")).refresh, (yield* FrontDoor.logIn("bob")).access]
  }
  return known
})

/** What is wrong with a response, if anything is. */
const fault = (
  { body, operation, path, query, sender }: Generated,
  response: Received,
  documented: ReadonlyArray<string>
): Option.Option<string> => {
  const { payload, query: querySchema, statuses } = Contract.operations.get(operation)!
  const { status } = response
  if (!documented.includes(String(status))) {
    return Option.some(`${status} is not documented`)
  }
  if (status === 500) {
    return Option.some("it fails")
  }
  if (!Contract.decodes(statuses.get(status)!, response.body)) {
    return Option.some(`the body of ${status} is not what is documented: ${JSON.stringify(response.body)}`)
  }
  if (!operation.startsWith("auth.") && sender !== "owner" && sender !== "stranger") {
    return status === 401 ? Option.none() : Option.some(`${status} without a token`)
  }
  if (status === 401 || status === 403) {
    const mayBe = operation.startsWith("auth.") || (operation.startsWith("admin.") && sender === "stranger")
    return mayBe ? Option.none() : Option.some(`${status} with a token`)
  }
  const parameters = query.filter(([, value]) => value !== "")
  const isRepeated = new Set(query.map(([name]) => name)).size < query.length
  const isValid =
    body.text === undefined &&
    !isRepeated &&
    Option.match(payload, {
      onNone: () => true,
      onSome: (schema) => Contract.decodes(schema, JSON.parse(JSON.stringify(body.json)))
    }) &&
    Option.match(querySchema, {
      onNone: () => true,
      onSome: (schema) => Contract.decodes(schema, Object.fromEntries(parameters))
    })
  // A schema knows no list of passwords.
  const isGuessable = operation === "auth.signUp" && String(response.body.detail).startsWith("password: must not be ")
  const isRefused = status === 400 || (status === 422 && !isGuessable)
  return isValid === isRefused
    ? Option.some(`${status} for a request that is ${isValid ? "" : "not "}valid (${JSON.stringify(path)})`)
    : Option.none()
}

layer(FrontDoor.layer(TestDatabase.seeded, unlimited), { excludeTestServices: true })(
  "every request that can be made from the contract",
  (it) => {
    it.effect(
      "is answered with a documented status and body, and refused exactly when it does not fit",
      () =>
        Effect.gen(function* () {
          const seed = yield* Seed.seed
          const { body: document } = yield* send("/openapi.json")
          const documented = new Map<string, ReadonlyArray<string>>(
            Object.values<Json>(document.paths)
              .flatMap((item) => Object.values<Json>(item))
              .map(({ operationId, responses }) => [operationId, Object.keys(responses)])
          )
          const [alice, admin, carol] = yield* Effect.all(Array.map(["alice", "admin", "carol"], FrontDoor.tokenOf))
          const tokens = (operation: string) => ({
            owner: operation.startsWith("admin.") ? admin : alice,
            stranger: carol,
            nobody: undefined,
            forger: `${alice!.slice(0, -3)}AAA`
          })
          const generated = requests(document, yield* knownValues, each, seed)
          const seen = new Map<string, number>()
          const faults = yield* Effect.forEach(
            // Operations take turns, so that what they do to each other is tried too.
            Array.makeBy(generated.length, (n) => generated[(n % 20) * each + Math.floor(n / 20)]!),
            (request) =>
              Effect.map(ask(request, tokens(request.operation)), (response) => {
                const key = `${request.operation} ${response.status}`
                seen.set(key, (seen.get(key) ?? 0) + 1)
                return Option.map(
                  fault(request, response, documented.get(request.operation)!),
                  (what) =>
                    `${request.method} ${request.url.slice(0, 300)} ${JSON.stringify(request.body).slice(0, 300)}: ${what}`
                )
              }),
            { concurrency: 16 }
          )
          const found = Array.getSomes(faults)
          assert.strictEqual(generated.length, 5200)
          assert.strictEqual(
            found.slice(0, 5).join("\n"),
            "",
            `${found.length} faults; run again with CONTRACT_SEED=${seed}`
          )
          for (const operation of documented.keys()) {
            assert.isAbove(seen.get(`${operation} 200`) ?? 0, 0, `${operation} succeeds, with CONTRACT_SEED=${seed}`)
          }
        }),
      // Fifteen seconds on two cores of their own.
      600_000
    )
  }
)
