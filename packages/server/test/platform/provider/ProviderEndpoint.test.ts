import { HttpClient, HttpClientResponse } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, TestClock } from "effect"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import * as ProviderEndpoint from "../../../src/platform/provider/ProviderEndpoint.ts"

/** A provider whose answers have this status and never end. */
const endless = (status: number) =>
  HttpClient.make((request) =>
    Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(new ReadableStream(), { status })))
  )

/** A provider that packs its answers, which nobody asked it to do. */
const packing = (encoding: string, bytes: Buffer, status = 200) =>
  HttpClient.make((request) =>
    Effect.sync(() =>
      HttpClientResponse.fromWeb(
        request,
        new Response(new Uint8Array(bytes), {
          status,
          headers: { "content-encoding": encoding, "content-length": String(bytes.length) }
        })
      )
    )
  )

const ask = (client: HttpClient.HttpClient, join?: ProviderEndpoint.Join) =>
  ProviderEndpoint.makeExchange(client, false)(
    ProviderEndpoint.post({ address: "http://localhost/v1", apiKey: Option.none() }, "/responses", "{}"),
    join === undefined ? {} : { join }
  )

describe("an endpoint", () => {
  it.effect("reads the events of a stream, whatever stands before the first and behind the last of them", () =>
    Effect.gen(function* () {
      const stream = Buffer.from('\uFEFF\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: [DONE]\r\n\r\ndata: {"b": 2}')
      assert.deepStrictEqual(yield* ask(packing("identity", stream), Option.some), [{ a: 1 }, "[DONE]", { b: 2 }])
    })
  )

  it.effect("unpacks what is packed, answers and refusals alike", () =>
    Effect.gen(function* () {
      const answer = JSON.stringify({ output: "Grüße" })
      for (const [encoding, bytes] of [
        ["gzip", gzipSync(answer)],
        ["X-GZIP", gzipSync(answer)],
        ["deflate", deflateSync(answer)],
        ["br", brotliCompressSync(answer)],
        ["identity", Buffer.from(answer)]
      ] as const) {
        assert.deepStrictEqual(yield* ask(packing(encoding, bytes)), { output: "Grüße" }, encoding)
      }
      const refusal = gzipSync(JSON.stringify({ error: { code: "insufficient_quota" } }))
      assert.strictEqual((yield* Effect.flip(ask(packing("gzip", refusal, 429)))).end, "quota")
    })
  )

  it.effect("unpacks no more than it reads, and nothing that is cut off", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(64 * ProviderEndpoint.maxAnswerBytes, " "))
      assert.strictEqual((yield* Effect.flip(ask(packing("gzip", bomb)))).end, "too_large")
      assert.strictEqual((yield* Effect.flip(ask(packing("gzip", gzipSync("{}").subarray(0, 12))))).end, "broken_off")
    })
  )

  it.effect("waits for the words of a refusal for five seconds only", () =>
    Effect.gen(function* () {
      const asked = yield* Effect.fork(ask(endless(503)))
      yield* TestClock.adjust("5 seconds")
      const { end, status } = yield* Effect.flip(Fiber.join(asked))
      assert.deepStrictEqual([end, status], ["faulty", 503])
    })
  )
})
