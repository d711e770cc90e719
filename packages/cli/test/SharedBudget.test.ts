import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, inject, layer } from "@effect/vitest"
import * as ScriptedProvider from "@storefront/server/testing/ScriptedProvider"
import * as TestPostgres from "@storefront/server/testing/TestPostgres"
import { Array, Effect, Layer, Schedule } from "effect"
import { secrets } from "./support/secrets.ts"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const serverUrl = inject("testDatabaseUrl")

const dayTokens = 30_000

/** An answer for 3,000 tokens. */
const hello: ScriptedProvider.Reply = {
  body: {
    status: "completed",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello." }] }],
    usage: { input_tokens: 2_900, output_tokens: 100 }
  }
}

const post = Effect.fnUntraced(function* (url: string, json: unknown, token = "") {
  const request = HttpClientRequest.bearerToken(
    HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post(url), json),
    token
  )
  const response = yield* HttpClient.execute(request)
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
  const body: any = yield* response.json
  return { status: response.status, body }
})

/** Says hello as soon as the person has a place for it; answers the status. */
const sayHello = (url: string, token: string) =>
  post(`${url}/api/chat`, { message: "Hi" }, token).pipe(
    Effect.filterOrFail(({ body, status }) => status !== 429 || String(body.detail).includes("daily limit")),
    Effect.retry({ while: ({ _tag }) => _tag === "NoSuchElementException", schedule: Schedule.spaced("20 millis") }),
    Effect.map(({ status }) => status)
  )

const TestLayer = Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici)

layer(TestLayer, { excludeTestServices: true })("two suites over one server and one provider", (it) => {
  it.scoped.skipIf(serverUrl === undefined)("share the budget of a person, to the token", () =>
    Effect.gen(function* () {
      const database = yield* TestPostgres.createDatabase(serverUrl ?? "")
      const provider = yield* ScriptedProvider.serve([hello])
      const shared = {
        DATABASE_URL: database.url,
        ...secrets,
        OPENAI_BASE_URL: provider.url,
        LLM_PROVIDER: "openai",
        EMBEDDING_PROVIDER: "embedded",
        RATE_LIMIT_CHAT: "0",
        BUDGET_TURN_TOKENS: "25000",
        BUDGET_USER_DAY_TOKENS: String(dayTokens)
      }
      assert.strictEqual((yield* SuiteProcess.run(["migrate"], shared)).code, 0)
      const suites = yield* Effect.forEach([1, 2], () =>
        Effect.flatMap(SuiteProcess.freePorts, (ports) => SuiteProcess.up({ ...shared, ...ports }))
      )
      const account = { email: "ann@example.com", password: "a long enough password", name: "Ann" }
      const { body } = yield* post(`${suites[0]?.url}/api/auth/signup`, account)
      const turns = Array.makeBy(20, (index) => sayHello(suites[index % 2]?.url ?? "", body.access_token))
      const statuses = yield* Effect.all(turns, { concurrency: "unbounded" })

      const [books] = yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ taken: number; used: number; rows: number; refused: number }>`
          SELECT (SELECT sum(tokens)::int FROM token_days) AS taken, sum(tokens_in + tokens_out)::int AS used,
            count(*)::int AS rows, count(*) FILTER (WHERE status = 'error')::int AS refused
          FROM usage_logs`
      ).pipe(Effect.provide(TestPostgres.layer(database.url)))
      const answered = statuses.filter((status) => status === 200).length
      assert.sameMembers([...new Set(statuses)], [200, 429])
      assert.deepStrictEqual(books, {
        taken: 3_000 * answered,
        used: 3_000 * answered,
        rows: 20,
        refused: 20 - answered
      })
      assert.isAtMost(3_000 * answered, dayTokens)
      assert.lengthOf(provider.received, answered)
    })
  )
})
