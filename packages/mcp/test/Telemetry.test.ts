import { assert, layer } from "@effect/vitest"
import { hush } from "@storefront/server/testing/SmallCatalogue"
import * as FakeIssuer from "@storefront/server/testing/FakeIssuer"
import * as RecordedMetrics from "@storefront/server/testing/RecordedMetrics"
import * as RecordedSpans from "@storefront/server/testing/RecordedSpans"
import { Effect } from "effect"
import * as RunningToolServer from "../src/testing/RunningToolServer.ts"
import { callMessage, plain, post, protocol } from "./support/requests.ts"
import { ShopLayer } from "./support/ShopLayer.ts"

const tool = "get_product_details"
const good = { product_id: hush.id }

const traceOf = (digit: string) => digit.repeat(32)
const spanOf = (digit: string) => digit.repeat(16)
const parent = (digit: string) => ({ traceparent: `00-${traceOf(digit)}-${spanOf(digit)}-01` })

/** A tool server with a tracer, and the spans of requests and calls that it has sent. */
const traced = Effect.fnUntraced(function* (variables: Readonly<Record<string, string>> = {}) {
  const { spans, tracer } = RecordedSpans.recorder()
  const server = yield* Effect.withTracer(RunningToolServer.start("mcp-product", variables), tracer)
  return { ...server, sent: () => spans().filter(({ kind }) => kind === "SERVER") }
})

layer(ShopLayer, { excludeTestServices: true })("what a tool server tells about its calls", (it) => {
  it.scoped("is a span in the trace of the request", () =>
    Effect.gen(function* () {
      const { client, sent } = yield* traced()
      for (const { call } of [protocol, plain]) {
        const { text } = yield* call(client, tool, good, parent("a"))
        yield* text
      }
      assert.deepStrictEqual(
        sent().map(({ isError, name, parent, traceId }) => ({ name, parent, traceId, isError })),
        ["POST /mcp", "POST /mcp/tools/:name"].flatMap((name) => [
          { name, parent: spanOf("a"), traceId: traceOf("a"), isError: false },
          { name: `tools/call ${tool}`, parent: name, traceId: traceOf("a"), isError: false }
        ])
      )
      assert.deepInclude(sent()[1]?.attributes, {
        "mcp.method.name": "tools/call",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool
      })
      assert.notInclude(JSON.stringify(sent()), hush.id)
    })
  )

  it.scoped("belongs to the trace that the message names, and links that of the request", () =>
    Effect.gen(function* () {
      const { client, sent } = yield* traced()
      const { text } = yield* post(client, callMessage(tool, good, parent("b")), parent("a"))
      yield* text
      assert.deepInclude(sent()[1], {
        name: `tools/call ${tool}`,
        parent: spanOf("b"),
        traceId: traceOf("b"),
        links: [traceOf("a")]
      })
    })
  )

  it.scoped("is of a trace of its own for strangers, where strangers are kept out", () =>
    Effect.gen(function* () {
      const issuer = yield* FakeIssuer.start()
      const { client, sent } = yield* traced({ MCP_AUTH_ENABLED: "true", OAUTH_ISSUER: issuer.name })
      yield* plain.call(client, tool, good, parent("a"))
      const [request, ...more] = sent()
      assert.deepStrictEqual(more, [])
      assert.deepInclude(request, { parent: null, links: [traceOf("a")] })
    })
  )

  it.scoped("says what went wrong, and how long it took", () =>
    Effect.gen(function* () {
      const taken: Array<RecordedMetrics.Measurement> = []
      const { client, sent } = yield* Effect.provide(traced(), RecordedMetrics.layer(taken))
      for (const args of [good, { product_id: "x" }]) {
        const { text } = yield* protocol.call(client, tool, args)
        yield* text
      }
      const calls = sent().filter(({ name }) => name.startsWith("tools/call"))
      assert.deepStrictEqual(
        calls.map(({ attributes, isError }) => [isError, attributes["error.type"]]),
        [
          [false, undefined],
          [true, "invalid_argument"]
        ]
      )
      const attributes = { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool }
      assert.deepStrictEqual(
        taken.filter(({ name }) => name === "mcp.server.operation.duration").map(({ attributes }) => attributes),
        [attributes, { ...attributes, "error.type": "invalid_argument" }]
      )
    })
  )
})
