import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpClient,
  HttpClientRequest,
  HttpRouter,
  HttpServerResponse
} from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel, Option, Schema, Tracer } from "effect"
import * as HttpProgram from "../../../src/platform/http/HttpProgram.ts"
import { refusal, send } from "../../support/requests.ts"

/** A contract whose rules have no texts of their own, and a handler that breaks it. */
class CarelessApi extends HttpApi.make("careless").add(
  HttpApiGroup.make("all")
    .add(HttpApiEndpoint.get("broken", "/broken").addSuccess(Schema.Struct({ n: Schema.Int })))
    .add(
      HttpApiEndpoint.post("strict", "/strict")
        .setPayload(Schema.Struct({ outer: Schema.Struct({ n: Schema.Int, word: Schema.Literal("yes") }) }))
        .addSuccess(Schema.Struct({ ok: Schema.Boolean }))
    )
) {}

const handlers = HttpApiBuilder.group(CarelessApi, "all", (group) =>
  group.handle("broken", () => Effect.succeed({ n: 1.5 })).handle("strict", () => Effect.succeed({ ok: true }))
)

/** Attributes of the client spans that ended. */
const clientSpans: Array<ReadonlyMap<string, unknown>> = []
const recording = Tracer.make({
  context: (evaluate) => evaluate(),
  span: (name, parent, context, links, startTime, kind) => {
    const attributes = new Map<string, unknown>()
    return {
      _tag: "Span",
      name,
      parent,
      context,
      links,
      kind,
      attributes,
      sampled: true,
      spanId: "b7ad6b7169203331",
      traceId: "0af7651916cd43dd8448eb211c80319c",
      status: { _tag: "Started", startTime },
      attribute: (key, value) => void attributes.set(key, value),
      addLinks: () => {},
      event: () => {},
      end: () => void (kind === "client" && clientSpans.push(attributes))
    }
  }
})

/** Sends a request of its own, as one of our services would. */
const hop = HttpClientRequest.get("/nowhere").pipe(
  HttpClientRequest.setHeaders({ "x-agent-secret": "hunter2", "x-user-email": "alice@example.com", "x-plain": "seen" }),
  HttpClient.execute,
  Effect.as(HttpServerResponse.empty({ status: 200 })),
  Effect.scoped
)

const program = Layer.unwrapEffect(
  Effect.gen(function* () {
    yield* HttpApi.Api
    const router = yield* HttpApiBuilder.Router.router
    return HttpProgram.serve(HttpRouter.get(router, "/hop", hop), { budget: () => Option.none() })
  })
).pipe(
  Layer.provide(HttpApiBuilder.api(CarelessApi).pipe(Layer.provide(handlers))),
  Layer.provide(HttpApiBuilder.Router.Live),
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provide([Layer.setTracer(recording), Logger.minimumLogLevel(LogLevel.None)])
)

layer(program, { excludeTestServices: true })("error responses", (it) => {
  it.effect("take an answer that does not fit the contract for our own fault", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(refusal(yield* send("/broken")), [500, { detail: "Internal server error" }])
    })
  )

  it.effect("never quote a value, even where the contract has no words for the rule", () =>
    Effect.gen(function* () {
      const cases = [
        [{ outer: { n: 1.234, word: "yes" } }, "outer.n: is not valid"],
        [{ outer: { n: 1, word: "hunter2" } }, "outer.word: is not valid"],
        [{ outer: { word: "yes" } }, "outer.n: is missing"],
        [{ outer: "hunter2" }, "outer: is not valid"],
        [{}, "outer: is missing"],
        [["hunter2"], "body: is not valid"]
      ] as const
      for (const [json, detail] of cases) {
        assert.deepStrictEqual(refusal(yield* send("/strict", { json })), [422, { detail }])
      }
    })
  )

  it.effect("leave secrets and identities off the spans of requests that handlers send", () =>
    Effect.gen(function* () {
      clientSpans.length = 0
      assert.strictEqual((yield* send("/hop")).status, 200)
      const [attributes] = clientSpans
      assert.strictEqual(attributes!.get("http.request.header.x-plain"), "seen")
      assert.notInclude(JSON.stringify([...attributes!]), "hunter2")
      assert.notInclude(JSON.stringify([...attributes!]), "alice")
    })
  )
})
