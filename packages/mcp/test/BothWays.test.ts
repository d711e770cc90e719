import { type Tool, type Toolkit } from "@effect/ai"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { type ToolServerName } from "@storefront/domain/Topology"
import * as ToolExecution from "@storefront/server/assistant/agent/ToolExecution"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import * as CatalogServices from "@storefront/server/shop/catalog/CatalogServices"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import * as InventoryServices from "@storefront/server/shop/inventory/InventoryServices"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { settings } from "@storefront/server/testing/Settings"
import { ada } from "@storefront/server/testing/SmallShop"
import { Effect, Layer, Option } from "effect"
import { inventoryHandlers } from "../src/inventory/handlers.ts"
import { inventoryTools } from "../src/inventory/toolkit.ts"
import * as McpToolClient from "../src/McpToolClient.ts"
import { productHandlers } from "../src/product/handlers.ts"
import { productTools } from "../src/product/toolkit.ts"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { everyTool } from "./support/everyTool.ts"
import { ShopLayer } from "./support/ShopLayer.ts"
import { KnownNames } from "@storefront/domain/ShopNames"
import { demoNames } from "@storefront/server/testing/DemoNames"

/** The calls of the table with what an agent gets from each, by tools of its own process and by those of a server. */
const bothWays = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>, E, R>(
  server: ToolServerName,
  toolkit: Toolkit.Toolkit<Tools>,
  handlers: Layer.Layer<Tool.HandlersFor<Tools>, E, R>
) {
  const { url } = yield* RunningToolServer.start(server)
  const remote = McpToolClient.layer(server, toolkit, "product-discovery").pipe(
    Layer.provide([Guard.layer, NodeHttpClient.layerUndici]),
    Layer.provide(settings({ MCP_PRODUCT_URL: url, MCP_INVENTORY_URL: url }))
  )
  const results = Effect.flatMap(toolkit, (tools) =>
    Effect.forEach(Object.entries(everyTool[server]), ([name, { good, refused }]) =>
      Effect.forEach([good, ...refused.map(([, args]) => args)], (args) =>
        ToolExecution.execute(tools, name, args, ada).pipe(
          Effect.map((result) => ({ name, args, result })),
          Effect.provide(OrderNumbers.layerTest),
          Effect.provideService(KnownNames, Option.some(demoNames))
        )
      )
    )
  )
  return {
    here: yield* Effect.provide(results, handlers),
    there: yield* Effect.provide(results, remote)
  }
})

const ServicesLayer = Layer.merge(CatalogServices.layer, InventoryServices.layer).pipe(
  Layer.provideMerge(CatalogServices.layer),
  Layer.provide(EmbeddingModels.layer),
  Layer.provide(settings({}))
)

layer(Layer.provideMerge(ServicesLayer, ShopLayer), { excludeTestServices: true })("an agent", (it) => {
  it.scoped("gets the same from the tools of mcp-product wherever they run", () =>
    Effect.gen(function* () {
      const { here, there } = yield* bothWays("mcp-product", productTools, productTools.toLayer(productHandlers))
      assert.deepStrictEqual(there, here)
    })
  )

  it.scoped("gets the same from the tools of mcp-inventory wherever they run", () =>
    Effect.gen(function* () {
      const { here, there } = yield* bothWays(
        "mcp-inventory",
        inventoryTools,
        inventoryTools.toLayer(inventoryHandlers)
      )
      assert.deepStrictEqual(there, here)
    })
  )
})
