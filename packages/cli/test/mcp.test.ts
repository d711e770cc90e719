import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { productTools } from "@storefront/mcp/product/toolkit"
import * as RunningToolServer from "@storefront/mcp/testing/RunningToolServer"
import * as ToolListing from "@storefront/mcp/tools/ToolListing"
import * as LoopbackServer from "@storefront/server/testing/LoopbackServer"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Schema } from "effect"
import { mcp } from "../src/commands/mcp.ts"
import { heard, typed } from "./support/Heard.ts"

/** What `mcp check` prints, and what it says in the end if it is not content. */
const check = (...args: ReadonlyArray<string>) =>
  Effect.map(heard(typed(mcp, ["check", ...args])), ({ failure, printed }) => ({
    lines: printed.join("\n").split("\n"),
    problem: failure
  }))

const Message = Schema.Struct({ id: Schema.Number, method: Schema.String })

/** A server that lists these tools. */
const listing = (tools: ReadonlyArray<unknown>) =>
  LoopbackServer.serve(
    Effect.gen(function* () {
      const { id } = yield* HttpServerRequest.schemaBodyJson(Message)
      return HttpServerResponse.unsafeJson({ jsonrpc: "2.0", id, result: { tools } })
    }).pipe(Effect.orDie)
  )

const contracts = Object.values(productTools.tools).map(ToolListing.of)

layer(Layer.merge(NodeContext.layer, TestDatabase.layer), { excludeTestServices: true })("mcp check", (it) => {
  it.scoped("is content with our own tool servers, at their address with or without the path", () =>
    Effect.gen(function* () {
      const product = yield* RunningToolServer.start("mcp-product")
      const inventory = yield* RunningToolServer.start("mcp-inventory")
      const { lines, problem } = yield* check(inventory.url)
      assert.isNull(problem)
      assert.deepStrictEqual(
        lines.map((line) => line.split(/\s+/)),
        [
          ["mcp-inventory"],
          ...["check_stock", "get_warehouse_availability", "get_restock_schedule", "estimate_shipping"].map((tool) => [
            tool,
            "fulfilled"
          ]),
          ["compare_carriers", "fulfilled"],
          ["get_warehouses", "fulfilled"]
        ]
      )
      const json = yield* check(`${product.url}/mcp/`, "--json")
      assert.isNull(json.problem)
      assert.deepInclude(JSON.parse(json.lines.join()), { url: product.url })
      assert.nestedInclude(JSON.parse(json.lines.join()), {
        "servers[0].server": "mcp-product",
        "servers[0].fulfilled": true
      })
    })
  )

  it.scoped("says which contracts are not fulfilled, and where", () =>
    Effect.gen(function* () {
      const [search, details, ...others] = contracts
      const url = yield* listing([
        { ...search, inputSchema: { ...search?.inputSchema, required: ["query"] } },
        { ...details, description: "Another one" },
        ...others.slice(1)
      ])
      const { lines, problem } = yield* check(url)
      assert.strictEqual(problem, `${url} does not fulfil the contracts of mcp-product`)
      assert.deepStrictEqual(
        lines.slice(0, 4).map((line) => line.split(/ {2,}/)),
        [
          ["mcp-product"],
          ["search_products", "NOT FULFILLED", "inputSchema/required"],
          ["get_product_details", "NOT FULFILLED", "description"],
          ["compare_products", "NOT FULFILLED", "missing"]
        ]
      )
      assert.lengthOf(
        lines.filter((line) => line.endsWith(" fulfilled")),
        4
      )
    })
  )

  it.scoped("says what keeps agents from using a server at all", () =>
    Effect.gen(function* () {
      const elsewhere = yield* listing([{ name: "get_weather" }])
      const problems = yield* Effect.forEach(
        [["http://127.0.0.1:1"], ["nonsense"], [elsewhere], [elsewhere, "--server", "mcp-inventory"]],
        (args) => check(...args)
      )
      assert.deepStrictEqual(
        problems.map(({ problem }) => problem),
        [
          "http://127.0.0.1:1 cannot be reached",
          '"nonsense" is not a web address such as http://127.0.0.1:9000',
          `${elsewhere} has none of the tools that agents look for`,
          `${elsewhere} does not fulfil the contracts of mcp-inventory`
        ]
      )
    })
  )
})
