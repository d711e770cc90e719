import { HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { ToolServerName } from "@storefront/domain/Topology"
import { version } from "@storefront/server/platform/config/Version"
import { Effect } from "effect"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { everyTool } from "./support/everyTool.ts"
import { clients } from "./support/mcpClients.ts"
import { ShopLayer } from "./support/ShopLayer.ts"

const plainly = (
  server: Effect.Effect.Success<ReturnType<typeof RunningToolServer.start>>,
  tool: string,
  args: unknown
) =>
  Effect.flatMap(
    server.client.execute(HttpClientRequest.post(`/mcp/tools/${tool}`).pipe(HttpClientRequest.bodyUnsafeJson(args))),
    (response) => Effect.map(response.json, (body) => ({ status: response.status, body }))
  )

layer(ShopLayer, { excludeTestServices: true })("a tool server", (it) => {
  for (const name of ToolServerName.literals) {
    for (const [client, connect] of Object.entries(clients)) {
      it.scoped(`lists and answers every tool of ${name} to ${client}, as it does without the protocol`, () =>
        Effect.gen(function* () {
          const server = yield* RunningToolServer.start(name)
          const { call, list, serverVersion } = yield* connect(server.url)
          assert.strictEqual(serverVersion, version)
          const listed = yield* list
          assert.deepStrictEqual(
            listed.map((tool) => tool.name),
            Object.keys(everyTool[name])
          )
          for (const [tool, { good, refused }] of Object.entries(everyTool[name])) {
            const answer = yield* call(tool, good)
            assert.deepInclude(answer, { isError: false }, tool)
            assert.deepStrictEqual(yield* plainly(server, tool, good), { status: 200, body: answer })
            for (const [error, args] of refused) {
              const refusal = yield* call(tool, args)
              assert.deepInclude(refusal, { isError: true }, `${tool} ${JSON.stringify(args)}`)
              assert.nestedInclude(refusal, { "structuredContent.error": error }, `${tool} ${JSON.stringify(args)}`)
              assert.deepStrictEqual(yield* plainly(server, tool, args), { status: 200, body: refusal })
            }
          }
        })
      )
    }
  }
})
