import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { serve } from "@storefront/server/testing/OtlpCollector"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import * as Customers from "./support/Customers.ts"
import * as Spans from "./support/Spans.ts"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const question = "Where is my latest order, and is the Brindlecote Glide vacuum coming back?"

layer(Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici), { excludeTestServices: true })(
  "a collector",
  (it) => {
    it.scoped("gets one trace of a turn with two specialists, from the request to the statements", () =>
      Effect.gen(function* () {
        const collector = yield* serve()
        const suite = yield* SuiteProcess.up({
          ...(yield* SuiteProcess.freePorts),
          STOREFRONT_DATA_DIR: yield* TestDatabase.folder("seeded"),
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
        })
        const customers = yield* Customers.make(suite.url)
        const { conversation, entries, response } = yield* customers.say("alice@example.com", question, null)
        // What was not sent yet is sent before it ends.
        assert.strictEqual(yield* suite.stop("SIGINT"), 0)

        const all = Spans.parse(
          collector.deliveries.filter(({ path }) => path === "/v1/traces").map(({ body }) => body.toString())
        )
        const chat = all.find(({ name }) => name === "POST /api/chat")!
        const spans = all.filter(({ traceId }) => traceId === chat.traceId)
        assert.deepStrictEqual(
          entries.map(({ agent_name, trace_id }) => [agent_name, trace_id]),
          ["order-management", "inventory-fulfillment", "orchestrator"].map((name) => [name, chat.traceId])
        )
        const isStatement = ({ attributes }: Spans.Span) => "db.system.name" in attributes
        const specialist = (name: string, ...rounds: ReadonlyArray<string>) => [
          "    execute_tool call_specialist_agent INTERNAL orchestrator",
          `      invoke_agent ${name} CLIENT orchestrator`,
          "        POST CLIENT orchestrator",
          `          POST /message:stream SERVER ${name}`,
          `            invoke_agent ${name} INTERNAL ${name}`,
          ...rounds.map((round) => `              ${round} ${name}`)
        ]
        const model = "chat embedded-planner-1 CLIENT"
        assert.deepStrictEqual(Spans.tree(spans.filter((span) => !isStatement(span))), [
          "POST /api/chat SERVER orchestrator",
          "  invoke_agent orchestrator INTERNAL orchestrator",
          `    ${model} orchestrator`,
          ...specialist("order-management", model, "execute_tool get_order_tracking INTERNAL", model),
          `    ${model} orchestrator`,
          ...specialist(
            "inventory-fulfillment",
            model,
            "execute_tool find_product INTERNAL",
            model,
            "execute_tool get_restock_schedule INTERNAL",
            model
          ),
          `    ${model} orchestrator`
        ])
        assert.isTrue(spans.every(({ status }) => status.code === 0))

        const find = (name: string, kind: string) => spans.find((span) => span.name === name && span.kind === kind)!
        assert.deepStrictEqual(chat.attributes, {
          "http.request.method": "POST",
          "http.route": "/api/chat",
          "http.response.status_code": 200,
          "url.scheme": "http",
          "server.address": "127.0.0.1",
          "server.port": Number(suite.environment.ORCHESTRATOR_PORT),
          "url.path": "/api/chat"
        })
        assert.deepInclude(find("invoke_agent order-management", "INTERNAL").attributes, {
          "gen_ai.operation.name": "invoke_agent",
          "gen_ai.agent.name": "order-management",
          "gen_ai.conversation.id": conversation,
          "gen_ai.provider.name": "embedded",
          "turn.status": "success"
        })
        assert.deepInclude(find("chat embedded-planner-1", "CLIENT").attributes, {
          "gen_ai.operation.name": "chat",
          "gen_ai.provider.name": "embedded",
          "gen_ai.request.model": "embedded-planner-1",
          "gen_ai.response.model": "embedded-planner-1"
        })
        const tool = find("execute_tool get_order_tracking", "INTERNAL")
        assert.deepStrictEqual(tool.attributes, {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": "get_order_tracking",
          "gen_ai.tool.type": "function",
          "gen_ai.tool.call.id": tool.attributes["gen_ai.tool.call.id"]
        })
        const { ORDER_MANAGEMENT_PORT: port } = suite.environment
        assert.deepInclude(find("POST", "CLIENT").attributes, {
          "http.request.method": "POST",
          "http.response.status_code": 200,
          "server.address": "127.0.0.1",
          "server.port": Number(port),
          "url.full": `http://127.0.0.1:${port}/message:stream`,
          "url.scheme": "http"
        })
        const statements = spans.filter(({ parentSpanId }) => parentSpanId === tool.spanId)
        assert.include(
          statements.map(({ kind, name }) => `${name} ${kind}`),
          "SELECT order_items CLIENT"
        )
        assert.isTrue(statements.every(isStatement))
        // Nothing but requests begins a trace.
        assert.isTrue(all.every(({ kind, parentSpanId }) => parentSpanId !== undefined || kind === "SERVER"))

        const metrics = collector.textAt("/v1/metrics")
        for (const name of [
          "http.server.request.duration",
          "gen_ai.client.operation.duration",
          "gen_ai.client.token.usage",
          "gen_ai.execute_tool.duration",
          "storefront.guard.verdicts",
          "db.client.connection.count"
        ]) {
          assert.include(metrics, `"${name}"`)
        }
        const logged = suite
          .output()
          .split("\n")
          .filter((line) => line.startsWith("{"))
        const everything = [...collector.deliveries.map(({ body }) => body.toString()), ...logged].join("\n")
        for (const confidential of [question, response, "vacuum", "alice"]) {
          assert.notInclude(everything, confidential)
        }
      })
    )
  }
)
