import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { toolServerUrl } from "../../../src/platform/config/McpConfig.ts"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(toolServerUrl("mcp-product"), ConfigProvider.fromMap(new Map(Object.entries(variables))))

it.effect("a tool server is on this machine unless it is said to be elsewhere", () =>
  Effect.gen(function* () {
    const found = yield* Effect.forEach(
      [
        {},
        { MCP_PRODUCT_PORT: "9100" },
        { MCP_INVENTORY_URL: "https://elsewhere.example" },
        { MCP_PRODUCT_URL: "https://tools.example/catalogue//" }
      ],
      read
    )
    assert.deepStrictEqual(found, [
      "http://127.0.0.1:9000",
      "http://127.0.0.1:9100",
      "http://127.0.0.1:9000",
      "https://tools.example/catalogue"
    ])
    const refused = yield* Effect.flip(read({ MCP_PRODUCT_URL: "ftp://tools.example" }))
    assert.include(refused.toString(), "must be a web address, for example http://mcp-product:9000")
    assert.notInclude(refused.toString(), "ftp:")
  })
)
