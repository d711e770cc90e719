import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const environment = Effect.gen(function* () {
  const folder = yield* TestDatabase.folder("seeded")
  return { ...(yield* SuiteProcess.freePorts), STOREFRONT_DATA_DIR: folder }
})

/** What a tool without arguments answers at a port. */
const ask = (port: string | undefined, tool: string) =>
  Effect.flatMap(
    HttpClient.execute(HttpClientRequest.post(`http://127.0.0.1:${port}/mcp/tools/${tool}`)),
    (response) => response.json
  )

const statusOf = (port: string | undefined, path: string) =>
  Effect.map(HttpClient.get(`http://127.0.0.1:${port}${path}`), ({ status }) => status)

const TestLayer = Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici)

layer(TestLayer, { excludeTestServices: true })("the tool servers", (it) => {
  it.scoped("run in the process of the suite, which owns the embedded database", () =>
    Effect.gen(function* () {
      const variables: SuiteProcess.Environment = yield* environment
      const suite = yield* SuiteProcess.up(variables, ["up", "--mcp"])
      assert.include(suite.output(), `http://127.0.0.1:${variables["MCP_PRODUCT_PORT"]}`)
      assert.deepInclude(yield* ask(variables["MCP_PRODUCT_PORT"], "get_trending_products"), { isError: false })
      assert.deepInclude(yield* ask(variables["MCP_INVENTORY_PORT"], "get_warehouses"), { isError: false })
      assert.strictEqual(yield* statusOf(variables["ORCHESTRATOR_PORT"], "/readyz"), 200)
      assert.strictEqual(yield* suite.stop("SIGINT"), 0)
    })
  )

  it.scoped("run alone, and need no secret of the agents", () =>
    Effect.gen(function* () {
      const variables: SuiteProcess.Environment = yield* environment
      const server = yield* SuiteProcess.up(variables, ["start", "mcp-inventory"])
      assert.nestedInclude(yield* ask(variables["MCP_INVENTORY_PORT"], "get_warehouses"), {
        "structuredContent.count": 3
      })
      assert.strictEqual(yield* statusOf(variables["MCP_INVENTORY_PORT"], "/readyz"), 200)
      assert.strictEqual(yield* server.stop("SIGINT"), 0)
    })
  )
})
