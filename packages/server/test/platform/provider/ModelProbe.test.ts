import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Schedule } from "effect"
import * as DependencyHealth from "../../../src/platform/http/DependencyHealth.ts"
import * as ModelProbe from "../../../src/platform/provider/ModelProbe.ts"
import { freePort } from "../../../src/testing/FreePort.ts"
import * as LoopbackServer from "../../../src/testing/LoopbackServer.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { at } from "../../support/providerShapes.ts"

/** How the model stands beside a start, as soon as that is known. */
const standingOf = (variables: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { model } = yield* DependencyHealth.ProviderHealth
    return yield* Effect.repeat(model.current, {
      until: ({ state }) => state !== "unknown",
      schedule: Schedule.spaced("10 millis")
    }).pipe(Effect.zipRight(model.current))
  }).pipe(Effect.provide(ModelProbe.layer.pipe(Layer.provideMerge(settings(variables)))))

const key = "sk-of-the-shop-1234567890"

for (const [provider, prefix, signedIn] of [
  ["openai", "OPENAI", { authorization: `Bearer ${key}` }],
  ["anthropic", "ANTHROPIC", { "x-api-key": key, "anthropic-version": "2023-06-01" }],
  ["compatible", "OPENAI", { authorization: `Bearer ${key}` }]
] as const) {
  it.scopedLive(`a key that ${provider} refuses shows beside the start, and costs no token`, () =>
    Effect.gen(function* () {
      const received: Array<string> = []
      const address = yield* LoopbackServer.serve(
        Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, method, url }) => {
          received.push(`${method} ${url}`)
          assert.deepInclude(headers, signedIn)
          return HttpServerResponse.unsafeJson({ error: { message: key } }, { status: 401 })
        })
      )
      const { reason, state } = yield* standingOf(at(provider, `${address}/v1`, key))
      assert.strictEqual(state, "degraded")
      assert.include(reason, `The provider refuses the key (401). Set ${prefix}_API_KEY`)
      assert.notInclude(reason, key)
      assert.deepStrictEqual(received, ["GET /v1/models"])
    })
  )

  it.scopedLive(`a server of models for ${provider} that does not run shows beside the start`, () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(freePort)
      const { reason, state } = yield* standingOf(at(provider, `http://127.0.0.1:${port}/v1`))
      assert.strictEqual(state, "degraded")
      assert.include(reason, `The model cannot be reached. Start the server, or set ${prefix}_BASE_URL`)
    })
  )
}

it.scopedLive("what a question has told counts more than a list of models that is refused", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<void>()
    const answer = yield* Deferred.make<void>()
    const address = yield* LoopbackServer.serve(
      Deferred.succeed(asked, undefined).pipe(
        Effect.zipRight(Deferred.await(answer)),
        Effect.as(HttpServerResponse.empty({ status: 403 }))
      )
    )
    const state = yield* Effect.gen(function* () {
      const { model } = yield* DependencyHealth.ProviderHealth
      yield* Deferred.await(asked)
      yield* model.set("ok")
      yield* Deferred.succeed(answer, undefined)
      yield* Effect.sleep("50 millis")
      return (yield* model.current).state
    }).pipe(
      Effect.provide(
        ModelProbe.layer.pipe(Layer.provideMerge(settings({ OPENAI_BASE_URL: `${address}/v1`, OPENAI_API_KEY: key })))
      )
    )
    assert.strictEqual(state, "ok")
  })
)
