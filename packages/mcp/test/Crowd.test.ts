import { HttpRouter } from "@effect/platform"
import { assert, it, layer } from "@effect/vitest"
import { McpServer } from "@modelcontextprotocol/server"
import { ToolServerName } from "@storefront/domain/Topology"
import { ClientAddress } from "@storefront/server/platform/http/ClientAddress"
import * as HttpProgram from "@storefront/server/platform/http/HttpProgram"
import * as LoopbackServer from "@storefront/server/testing/LoopbackServer"
import { Effect, Option } from "effect"
import * as McpEndpoint from "../src/protocol/McpEndpoint.ts"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { everyTool } from "./support/everyTool.ts"
import { clients } from "./support/mcpClients.ts"
import { ShopLayer } from "./support/ShopLayer.ts"

const callers = 200

it.scopedLive("leaves nothing behind", () =>
  Effect.gen(function* () {
    const open = new Set<McpServer>()
    const { answer } = yield* McpEndpoint.make(() => {
      const server = new McpServer({ name: "toy", version: "0" })
      server.registerTool("toy", {}, () => ({ content: [] }))
      open.add(server)
      Object.assign(server.server, { onclose: () => open.delete(server) })
      return server
    })
    const app = yield* HttpProgram.make(HttpRouter.empty.pipe(HttpRouter.post("/mcp", answer)), {
      budget: () => Option.none()
    }).pipe(Effect.provide(ClientAddress.layer))
    const url = yield* LoopbackServer.serve(app)
    const crowd = yield* Effect.forEach(Object.values(clients), (connect) => connect(url))
    yield* Effect.forEach(
      Array.from({ length: callers }, (_, index) => crowd[index % crowd.length]!),
      ({ call }) => call("toy", {}),
      { concurrency: "unbounded", discard: true }
    )
    // The last of them close behind their answers.
    yield* Effect.repeat(Effect.yieldNow(), { until: () => open.size === 0 })
    assert.strictEqual(open.size, 0)
  })
)

layer(ShopLayer, { excludeTestServices: true })("a crowd", (it) => {
  for (const name of ToolServerName.literals) {
    it.scoped(`of every client gets its answers from ${name}, all at once`, () =>
      Effect.gen(function* () {
        const server = yield* RunningToolServer.start(name)
        const crowd = yield* Effect.forEach(Object.values(clients), (connect) => connect(server.url))
        const tools = Object.entries(everyTool[name])
        // Every client calls every tool.
        const answers = yield* Effect.forEach(
          Array.from({ length: callers }, (_, index) => index),
          (index) => {
            const [tool, { good }] = tools[Math.floor(index / crowd.length) % tools.length]!
            return crowd[index % crowd.length]!.call(tool, good)
          },
          { concurrency: "unbounded" }
        )
        assert.lengthOf(answers, callers)
        for (const answer of answers) {
          assert.deepInclude(answer, { isError: false })
        }
      })
    )
  }
})
