import { HttpRouter } from "@effect/platform"
import { assert, it, layer } from "@effect/vitest"
import { McpServer } from "@modelcontextprotocol/server"
import { ToolServerName } from "@storefront/domain/Topology"
import * as HttpProgram from "@storefront/server/http/HttpProgram"
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
    })
    const url = yield* LoopbackServer.serve(app)
    for (const [client, connect] of Object.entries(clients)) {
      const { call } = yield* connect(url)
      yield* Effect.replicateEffect(call("toy", {}), callers, { concurrency: "unbounded", discard: true })
      // The last of them close behind their answers.
      yield* Effect.repeat(Effect.yieldNow(), { until: () => open.size === 0 })
      assert.strictEqual(open.size, 0, client)
    }
  })
)

layer(ShopLayer, { excludeTestServices: true })("a crowd", (it) => {
  for (const name of ToolServerName.literals) {
    for (const [client, connect] of Object.entries(clients)) {
      it.scoped(`of ${client} gets its answers from ${name}, all at once`, () =>
        Effect.gen(function* () {
          const server = yield* RunningToolServer.start(name)
          const { call } = yield* connect(server.url)
          const tools = Object.entries(everyTool[name])
          const answers = yield* Effect.forEach(
            Array.from({ length: callers }, (_, index) => tools[index % tools.length]!),
            ([tool, { good }]) => call(tool, good),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(answers, callers)
          for (const answer of answers) {
            assert.deepInclude(answer, { isError: false })
          }
        })
      )
    }
  }
})
