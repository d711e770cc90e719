import { Headers } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import * as Refusal from "../../../src/model/wire/Refusal.ts"

const meant = (status: number, body: unknown, headers: Headers.Input = {}) =>
  Effect.flip(Refusal.make(status, Headers.fromInput(headers), typeof body === "string" ? body : JSON.stringify(body)))

const waits: ReadonlyArray<readonly [header: string | undefined, seconds: number | undefined]> = [
  [undefined, undefined],
  ["", undefined],
  [" ", undefined],
  ["soon", undefined],
  ["0", 0],
  ["2", 2],
  ["0.5", 0.5],
  ["-5", 0],
  ["Thu, 01 Jan 1970 00:01:00 GMT", 50],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0]
]

describe("a refusal", () => {
  it.effect("means what its words say where they are about the request, else what its status says", () =>
    Effect.gen(function* () {
      const cases = [
        [400, { object: "error", message: "This model's maximum context length is 4096 tokens." }, "context_too_long"],
        [400, { error: { type: "exceed_context_size_error" } }, "context_too_long"],
        [400, { error: "the input length exceeds the context length" }, "context_too_long"],
        [500, { error: { message: "input (723 tokens) is too large to process" } }, "context_too_long"],
        [500, { error: { message: "no" } }, "faulty"],
        [503, { error: { message: "the context size is not known yet" } }, "faulty"],
        [429, { error: { code: "insufficient_quota" } }, "quota"],
        [429, { error: { message: "The context window is busy" } }, "busy"],
        [301, "", "unknown_model"],
        [308, "<html>", "unknown_model"],
        [405, "Method Not Allowed", "unknown_model"],
        [403, "<html>", "denied"],
        [422, { detail: [{ msg: "extra fields not permitted" }] }, "not_accepted"]
      ] as const
      for (const [status, body, end] of cases) {
        assert.strictEqual((yield* meant(status, body)).end, end, `${status} ${JSON.stringify(body)}`)
      }
    })
  )

  it("that was sent as a success means what its words say, else what the status in it says", () => {
    const cases = [
      [{ code: 502, message: "Upstream" }, "faulty"],
      [{ code: 429, message: "Provider returned error" }, "busy"],
      [{ code: 500, type: "insufficient_quota" }, "quota"],
      [{ code: 401 }, "denied"],
      [{ code: -32_000 }, "failed"],
      [{ code: "invalid_prompt" }, "failed"],
      [undefined, "failed"]
    ] as const
    for (const [error, end] of cases) {
      assert.strictEqual(Refusal.endOf(error), end, JSON.stringify(error))
    }
  })

  it.effect("says how long to wait in seconds or as a date, or nothing", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("10 seconds")
      for (const [header, seconds] of waits) {
        const { retryAfter } = yield* meant(429, {}, { "retry-after": header })
        assert.strictEqual(retryAfter === undefined ? undefined : Duration.toSeconds(retryAfter), seconds, header)
      }
    })
  )

  it.effect("says it in milliseconds where it says more than one thing", () =>
    Effect.gen(function* () {
      for (const [afterMillis, millis] of [
        ["1500", 1_500],
        ["0", 0],
        ["", 9_000],
        ["soon", 9_000]
      ] as const) {
        const { retryAfter } = yield* meant(429, {}, { "retry-after-ms": afterMillis, "retry-after": "9" })
        assert.strictEqual(retryAfter && Duration.toMillis(retryAfter), millis, afterMillis)
      }
    })
  )
})
