import { HttpClient, HttpServer } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { services, type ToolServerName } from "@storefront/domain/Topology"
import * as CatalogServices from "@storefront/server/shop/catalog/CatalogServices"
import * as InventoryServices from "@storefront/server/shop/inventory/InventoryServices"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { settings } from "@storefront/server/testing/Settings"
import { Context, Effect, Layer } from "effect"
import * as InventoryServer from "../inventory/server.ts"
import * as ProductServer from "../product/server.ts"
import { CurrentNames } from "@storefront/server/shop/names/CurrentNames"

const programs = {
  "mcp-product": ProductServer.service.pipe(Layer.provide(CatalogServices.layer)),
  "mcp-inventory": InventoryServer.service.pipe(Layer.provide([InventoryServices.layer, CatalogServices.layer]))
} satisfies Record<ToolServerName, unknown>

/** Starts a tool server on a free port, over the given database, until the scope closes; returns URL and client. */
export const start = Effect.fnUntraced(function* (
  name: ToolServerName,
  variables: Readonly<Record<string, string>> = {}
) {
  const server = yield* Layer.build(NodeHttpServer.layerTest)
  const { address } = Context.get(server, HttpServer.HttpServer)
  const port = address._tag === "TcpAddress" ? address.port : 0
  yield* programs[name].pipe(
    Layer.provide(Layer.succeedContext(server)),
    Layer.provide([EmbeddingModels.layer, CurrentNames.layer]),
    Layer.provide(settings({ [services[name].portVariable]: String(port), ...variables })),
    Layer.build
  )
  return { name, url: `http://127.0.0.1:${port}`, client: Context.get(server, HttpClient.HttpClient) }
})
