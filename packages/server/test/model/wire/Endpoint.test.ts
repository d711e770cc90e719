import { HttpClient, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, TestClock } from "effect"
import * as Endpoint from "../../../src/model/wire/Endpoint.ts"

/** A provider whose answers have this status and never end. */
const endless = (status: number) =>
  HttpClient.make((request) =>
    Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(new ReadableStream(), { status })))
  )

describe("an endpoint", () => {
  it.effect("waits for the words of a refusal for five seconds only", () =>
    Effect.gen(function* () {
      const post = yield* Effect.provideService(Endpoint.make, HttpClient.HttpClient, endless(503))
      const asked = yield* Effect.fork(
        post({ baseUrl: Option.none(), apiKey: Option.none(), tracesRequests: false })("/responses", "{}")
      )
      yield* TestClock.adjust("5 seconds")
      const { end, status } = yield* Effect.flip(Fiber.join(asked))
      assert.deepStrictEqual([end, status], ["faulty", 503])
    })
  )
})
