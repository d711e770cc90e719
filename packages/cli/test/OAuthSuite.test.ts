import { FileSystem, HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import * as SuiteProcess from "./support/SuiteProcess.ts"

/** Asks a service of the suite; answers status and body. */
const ask = Effect.fnUntraced(function* (url: string, json: unknown, token?: string) {
  const request = HttpClientRequest.bodyUnsafeJson(HttpClientRequest.post(url), json)
  const response = yield* HttpClient.execute(
    token === undefined ? request : HttpClientRequest.bearerToken(request, token)
  )
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
  const body: any = yield* response.json
  return { status: response.status, body }
})

const TestLayer = Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici)

layer(TestLayer, { excludeTestServices: true })("the suite in oauth mode", (it) => {
  it.scoped("logs people in at its own authorization server, and its services trust tokens only", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* TestDatabase.folder("seeded")
      const environment: SuiteProcess.Environment = {
        ...(yield* SuiteProcess.freePorts),
        STOREFRONT_DATA_DIR: folder
      }
      const at = (variable: string, path: string) => `http://127.0.0.1:${environment[variable]}${path}`
      const suite = yield* SuiteProcess.up(environment, ["up", "--oauth", "--mcp"])

      const form = { email: "alice@example.com", password: "storefront-demo" }
      const session = yield* ask(at("ORCHESTRATOR_PORT", "/api/auth/login"), form)
      assert.strictEqual(session.status, 200)
      const token = String(session.body.access_token)
      // Over a specialist that gets its answer from a tool server.
      const answer = yield* ask(at("ORCHESTRATOR_PORT", "/api/chat"), { message: "show me headphones" }, token)
      assert.deepStrictEqual([answer.status, answer.body.agents_involved], [200, ["product-discovery"]])
      assert.include(answer.body.response, "Kestrelon Hush 700")

      const tool = at("MCP_PRODUCT_PORT", "/mcp/tools/get_trending_products")
      assert.strictEqual((yield* ask(tool, {})).status, 401)
      assert.strictEqual((yield* ask(tool, {}, token)).status, 401)
      assert.strictEqual((yield* ask(at("ORDER_MANAGEMENT_PORT", "/message:send"), {}, token)).status, 401)

      const secrets = yield* files.readDirectory(`${folder}/secrets`)
      assert.sameMembers(secrets, [
        "AUTH_SERVER_SECRET",
        "orchestrator.pem",
        "product-discovery.pem",
        "inventory-fulfillment.pem"
      ])
      for (const name of secrets) {
        const { mode } = yield* files.stat(`${folder}/secrets/${name}`)
        assert.strictEqual(mode & 0o777, 0o600, name)
        assert.notInclude(suite.output(), yield* files.readFileString(`${folder}/secrets/${name}`))
      }
      assert.notInclude(suite.output(), token)
      assert.strictEqual(yield* suite.stop("SIGINT"), 0)
    })
  )

  it.effect("does not start in a mode that it was told not to be in", () =>
    Effect.gen(function* () {
      const { stderr } = yield* SuiteProcess.run(["up", "--oauth"], { AUTH_MODE: "local" })
      assert.include(stderr, "AUTH_MODE is local")
    })
  )
})
