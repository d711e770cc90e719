import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { LanguageModel } from "@effect/ai"
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Layer } from "effect"
import { OrderLookup } from "../../src/shop/orders/OrderLookup.ts"
import * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import * as ScriptedProvider from "../../src/testing/ScriptedProvider.ts"
import { ada, orderId } from "../../src/testing/SmallShop.ts"

/** What a fake lacks is said by whoever is asked for it. */

it.effect("a fake of a service names itself and the member that it does not have", () =>
  Effect.gen(function* () {
    const orders = yield* OrderLookup
    const cause = yield* Effect.flip(Effect.sandbox(orders.find(ada, orderId(1))))
    assert.include(Cause.pretty(cause), 'OrderLookup: Unimplemented method "find"')
  }).pipe(Effect.provide(Layer.mock(OrderLookup, {})))
)

it.effect("a model says which line its script does not have", () =>
  Effect.gen(function* () {
    yield* LanguageModel.generateText({ prompt: "Hello" })
    const error = yield* Effect.flip(LanguageModel.generateText({ prompt: "Are you there?" }))
    assert.include(error.message, "the script has no line 2")
  }).pipe(Effect.provide(ScriptedModel.layer([ScriptedModel.say("Hi.")])))
)

it.scopedLive("a provider without a script says so, and keeps nobody waiting", () =>
  Effect.gen(function* () {
    const { url } = yield* ScriptedProvider.serve([])
    const request = HttpClientRequest.post(`${url}/responses`).pipe(HttpClientRequest.bodyUnsafeJson({}))
    const response = yield* HttpClient.execute(request)
    assert.deepStrictEqual([response.status, yield* response.text], [500, "the script is empty"])
  }).pipe(Effect.provide(NodeHttpClient.layerUndici))
)
