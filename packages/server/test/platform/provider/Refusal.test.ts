import { Headers } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import * as Refusal from "../../../src/platform/provider/Refusal.ts"

const meant = (status: number, body: unknown, headers: Headers.Input = {}) =>
  Effect.flip(Refusal.make(status, Headers.fromInput(headers), typeof body === "string" ? body : JSON.stringify(body)))

/** An error as Anthropic shapes it. */
const ofAnthropic = (type: string, message: string) => ({
  type: "error",
  error: { type, message },
  request_id: "req_011CSHoEeqs5C35K2UUqR7Fy"
})

const waits: ReadonlyArray<readonly [header: string | undefined, seconds: number | undefined]> = [
  [undefined, undefined],
  ["", undefined],
  [" ", undefined],
  ["soon", undefined],
  ["0", 0],
  ["2", 2],
  ["0.5", 0.5],
  ["-5", 0],
  ["1, 3", 3],
  ["1, soon", undefined],
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
        [413, "<html>", "request_too_large"],
        [
          413,
          { error: { message: "Request too large on tokens per minute", code: "rate_limit_exceeded" } },
          "request_too_large"
        ],
        [
          429,
          { error: { message: "Request too large for toy on tokens per min: Limit 10000, Requested 12000." } },
          "request_too_large"
        ],
        [429, { error: { message: "Over. Limit: 6,000, used 10, requested: 9,000" } }, "request_too_large"],
        [429, { error: { message: "Rate limit reached: Limit 10000, Used 9000, Requested 2000." } }, "busy"],
        [
          429,
          { error: { message: "The prompt exceeds the maximum context length of 8192 tokens" } },
          "context_too_long"
        ],
        [400, [{ error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } }], "denied"],
        [400, { error: { details: [{ reason: "API_KEY_INVALID" }] } }, "denied"],
        [
          400,
          [{ error: { message: "The input token count (12) exceeds the maximum number of tokens allowed (9)." } }],
          "context_too_long"
        ],
        [429, [{ error: { message: "You exceeded your current quota.", status: "RESOURCE_EXHAUSTED" } }], "quota"],
        [
          429,
          [
            {
              error: {
                message: "You exceeded your current quota.",
                details: [{ quotaId: "RequestsPerMinutePerModel" }]
              }
            }
          ],
          "busy"
        ],
        [
          400,
          { error: { message: "Provider returned error", metadata: { raw: '{"error":{"code":"tool_use_failed"}}' } } },
          "misread_call"
        ],
        [400, { error: { code: "tool_use_failed", failed_generation: "context_length_exceeded" } }, "misread_call"],
        [500, { error: "error parsing tool call: raw='{' , err=unexpected end" }, "misread_call"],
        [500, { error: { message: "tools param requires --jinja flag" } }, "no_tools"],
        [404, { error: { message: "No endpoints found that support tool use." } }, "no_tools"],
        [400, { error: "toy does not support tools" }, "no_tools"],
        [500, { error: { code: 500, message: "Cannot use tools with stream", type: "server_error" } }, "no_stream"],
        [400, { error: { message: "Tool and function calls do not currently support streaming" } }, "no_stream"],
        [400, { message: "This model doesn't support tool use in streaming mode." }, "no_stream"],
        [400, { error: { message: "Your organization must be verified to stream this model." } }, "no_stream"],
        [400, { error: { message: "stream_options is not supported" } }, "not_accepted"],
        [400, { error: { message: "Thinking is not supported for non-streaming calls" } }, "not_accepted"],
        [403, { error: { message: "Your input was flagged" } }, "content_filter"],
        [400, { error: { error: { error: { code: "content_filter" } } } }, "content_filter"],
        [400, { error: { message: "no", body: { messages: ["insufficient_quota"] } } }, "not_accepted"],
        [402, { error: { message: "Insufficient Balance" } }, "quota"],
        [
          422,
          { error: "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3000 `inputs`" },
          "context_too_long"
        ],
        [422, { error: "Input validation error: `inputs` must have less than 1024 tokens." }, "context_too_long"],
        [400, { error: { message: "Parsing failed.", code: "output_parse_failed" } }, "misread_call"],
        [429, { error: { code: "1113", message: "余额不足或无可用资源包,请充值。" } }, "quota"],
        [500, { error: { message: "Developer instruction is not enabled for models/toy" } }, "not_accepted"],
        [
          400,
          { error: { message: "Strict mode is not supported", param: "tools[0].function.strict" } },
          "not_accepted"
        ],
        [400, { error: { message: "Unsupported parameter: 'tools' is not supported with this model." } }, "no_tools"],
        [400, ofAnthropic("invalid_request_error", "toy does not support tool use."), "no_tools"],
        [400, ofAnthropic("invalid_request_error", "Your credit balance is too low to access the API."), "quota"],
        [400, ofAnthropic("invalid_request_error", "You have reached your specified API usage limits."), "quota"],
        [403, ofAnthropic("billing_error", "There is an issue with your billing."), "quota"],
        [400, ofAnthropic("invalid_request_error", "Output blocked by content filtering policy"), "content_filter"],
        [
          400,
          ofAnthropic("invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"),
          "context_too_long"
        ],
        [
          400,
          ofAnthropic(
            "invalid_request_error",
            "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000"
          ),
          "context_too_long"
        ],
        [400, ofAnthropic("invalid_request_error", "messages.0.content: Field required"), "not_accepted"],
        [401, ofAnthropic("authentication_error", "invalid x-api-key"), "denied"],
        [403, ofAnthropic("permission_error", "Your API key may not use this."), "denied"],
        [404, ofAnthropic("not_found_error", "model: toy"), "unknown_model"],
        [413, ofAnthropic("request_too_large", "Request exceeds the maximum size"), "request_too_large"],
        [
          429,
          ofAnthropic(
            "rate_limit_error",
            "This request would exceed the rate limit for your organization of 20,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later."
          ),
          "busy"
        ],
        [
          429,
          ofAnthropic("rate_limit_error", "Number of request tokens has exceeded your per-minute rate limit"),
          "busy"
        ],
        [500, ofAnthropic("api_error", "Internal server error"), "faulty"],
        [504, ofAnthropic("timeout_error", "Request timed out"), "faulty"],
        [529, ofAnthropic("overloaded_error", "Overloaded"), "faulty"],
        [425, "", "faulty"],
        [499, "", "faulty"],
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
      [{ code: "429", message: "Provider returned error" }, "busy"],
      ["The model is overloaded: overloaded_error", "faulty"],
      [{ type: "overloaded_error", message: "Overloaded" }, "faulty"],
      [{ type: "api_error", message: "Internal server error" }, "faulty"],
      [{ type: "timeout_error", message: "Request timed out" }, "faulty"],
      [{ type: "rate_limit_error", message: "This request would exceed your account's rate limit." }, "busy"],
      [{ type: "authentication_error", message: "invalid x-api-key" }, "denied"],
      [{ type: "permission_error", message: "no" }, "denied"],
      [{ type: "billing_error", message: "no" }, "quota"],
      [{ type: "not_found_error", message: "model: toy" }, "unknown_model"],
      [{ type: "invalid_request_error", message: "no" }, "failed"],
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

  it.effect("says it in its body, where no header does", () =>
    Effect.gen(function* () {
      const body = [{ error: { details: [{ retryDelay: "34.5s", quotaId: "PerMinute" }] } }]
      const { retryAfter } = yield* meant(429, body)
      assert.strictEqual(retryAfter && Duration.toSeconds(retryAfter), 34.5)
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
