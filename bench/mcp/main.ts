/** What a call of a tool costs through a tool server, beside the same call in the process of the agent. */
import { type Tool } from "@effect/ai"
import { NodeHttpClient } from "@effect/platform-node"
import * as McpToolClient from "@storefront/mcp/McpToolClient"
import * as ProductHandlers from "@storefront/mcp/product/handlers"
import { productTools } from "@storefront/mcp/product/toolkit"
import * as ToolExecution from "@storefront/server/assistant/agent/ToolExecution"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import * as CatalogServices from "@storefront/server/shop/catalog/CatalogServices"
import * as Database from "@storefront/server/platform/database/Database"
import * as Guard from "@storefront/server/assistant/guard/Guard"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { freePort } from "@storefront/server/testing/FreePort"
import { settings } from "@storefront/server/testing/Settings"
import { ada } from "@storefront/server/testing/SmallShop"
import { Array, Clock, Config, Console, Data, Effect, Layer, Redacted } from "effect"
import * as Bench from "../support/Bench.ts"
import * as Databases from "../support/Databases.ts"
import * as Storefront from "../support/Storefront.ts"
import * as Table from "../support/Table.ts"

/** Calls of each kind that are not counted, and calls that are. */
const warmUp = 300
const calls = 1000

/** Milliseconds that a call may take longer, at the median. */
const target = 5

/** Calls at a time, and how often so many. */
const crowd = 200
const crowds = 10

class CallFailed extends Data.TaggedError("CallFailed")<{ readonly message: string }> {}

/** Executes calls as the runtime of an agent does, with these handlers. */
const callerWith = <E, R>(handlers: Layer.Layer<Tool.HandlersFor<typeof productTools.tools>, E, R>) =>
  Effect.map(
    Effect.flatMap(Layer.build(handlers), (context) => Effect.provide(productTools, context)),
    (toolkit) =>
      Effect.fnUntraced(function* (name: keyof typeof productTools.tools, params: unknown) {
        const startedAt = yield* Clock.currentTimeNanos
        const { isFailure, value } = yield* ToolExecution.execute(toolkit, name, params, ada)
        const millis = Number((yield* Clock.currentTimeNanos) - startedAt) / 1e6
        return isFailure ? yield* new CallFailed({ message: JSON.stringify(value) }) : millis
      })
  )

const quantile = (samples: ReadonlyArray<number>, share: number) =>
  samples.toSorted((one, other) => one - other)[Math.floor(samples.length * share)] ?? 0

const connections = Effect.sync(
  () => process.getActiveResourcesInfo().filter((resource) => resource === "TCPSocketWrap").length
)

const program = Effect.gen(function* () {
  const database = yield* Databases.create(yield* Config.string("TEST_DATABASE_URL"), "bench_mcp")
  yield* Storefront.run(database, "seed")
  const port = yield* Effect.scoped(freePort)
  const url = yield* Storefront.start({
    program: ["node", Storefront.cli, "start", "mcp-product"],
    environment: { DATABASE_URL: database, MCP_PRODUCT_PORT: String(port) },
    port
  })
  const [product] = yield* Databases.query(database, "SELECT id FROM products ORDER BY id LIMIT 1")
  const id = product?.["id"]

  const local = yield* callerWith(
    ProductHandlers.layer.pipe(
      Layer.provide(CatalogServices.layer),
      Layer.provide(EmbeddingModels.layer),
      Layer.provide(Database.layerServer({ url: Redacted.make(database), poolMax: 8 })),
      Layer.provide(settings({}))
    )
  )
  const remoteLayer = McpToolClient.layer("mcp-product", productTools, "product-discovery").pipe(
    Layer.provide([Guard.layer, NodeHttpClient.layerUndici]),
    Layer.provide(settings({ MCP_PRODUCT_URL: url }))
  )
  const remote = yield* callerWith(remoteLayer)

  const rows = yield* Effect.forEach(
    [
      ["get_product_details", { product_id: id }],
      ["search_products", { category: "Electronics", limit: 10 }],
      ["search_products", { limit: 50 }]
    ] as const,
    ([name, params]) =>
      Effect.gen(function* () {
        // In changing order, so that whatever else the machine does hits both.
        const pairs = (count: number) =>
          Effect.forEach(Array.range(1, count), (index) =>
            index % 2 === 0
              ? Effect.all([local(name, params), remote(name, params)])
              : Effect.map(Effect.all([remote(name, params), local(name, params)]), ([there, here]) => [here, there])
          )
        yield* pairs(warmUp)
        const samples = yield* pairs(calls)
        const [here, there] = [samples.map(([here = 0]) => here), samples.map(([, there = 0]) => there)]
        const more = quantile(there, 0.5) - quantile(here, 0.5)
        return [
          `${name} ${JSON.stringify(params)}`.slice(0, 50),
          ...[quantile(here, 0.5), quantile(here, 0.99), quantile(there, 0.5), quantile(there, 0.99), more].map(
            Table.millis
          ),
          `${target}${more <= target ? "" : " missed"}`
        ]
      })
  )
  yield* Console.log(`\n${calls} calls each, in turns; ms`)
  yield* Table.print(["call", "here p50", "p99", "mcp-product p50", "p99", "p50 more", "target"], rows)

  const before = yield* connections
  const millis = yield* Effect.scoped(
    Effect.gen(function* () {
      const crowded = yield* callerWith(remoteLayer)
      return yield* Effect.replicateEffect(
        Effect.replicateEffect(crowded("get_product_details", { product_id: id }), crowd, { concurrency: "unbounded" }),
        crowds
      )
    })
  )
  const after = yield* connections
  yield* Console.log(
    `\n${crowds} times ${crowd} calls at a time: none failed; p50 ${Table.millis(quantile(millis.flat(), 0.5))}, p99 ${Table.millis(quantile(millis.flat(), 0.99))} ms; connections before ${before}, after ${after}`
  )
})

Bench.run(Effect.provide(program, OrderNumbers.layerTest))
