import { NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { ToolServerName } from "@storefront/domain/Topology"
import { Effect, Layer } from "effect"
import * as Sayings from "./support/Sayings.ts"

const TestLayer = Layer.provideMerge(
  Sayings.Shop.layer(ToolServerName.literals, { MCP_ENABLED: "true" }),
  NodeHttpClient.layerUndici
)

const options = { excludeTestServices: true } as const

layer(TestLayer, options)("in plain English, with the tools at tool servers", (it) => {
  // That all sayings are understood is known from a suite without tool servers.
  for (const { name, test } of Sayings.tests(["product-discovery", "inventory-fulfillment"], 1)) {
    it.effect(name, () => test)
  }
})

/** Agents that look for tool servers where there are none. */
const Forsaken = Layer.provideMerge(Sayings.Shop.layer([], { MCP_ENABLED: "true" }), NodeHttpClient.layerUndici)

layer(Forsaken, options)("without the tool servers that it was told of", (it) => {
  it.effect("an agent does not look into its own database instead", () =>
    Effect.gen(function* () {
      const { say } = yield* Sayings.Shop
      const { entries, response } = yield* say("alice@example.com", "Is the Hush 700 in stock?", null)
      const call = entries.flatMap(({ steps }) => steps).find(({ tool_name }) => tool_name === "check_stock")
      assert.deepInclude(call, { status: "error" })
      assert.nestedInclude(call?.tool_output, { error: "unavailable", retryable: true })
      assert.notMatch(response, /in stock/i)
    })
  )
})
