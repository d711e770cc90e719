import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import * as ModelRequest from "../../../src/assistant/model/ModelRequest.ts"
import { withoutRefused, refusedIn } from "../../../src/platform/provider/Dialect.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../support/providerModel.ts"

const RequestBody = Schema.Struct({
  max_tokens: Schema.optional(Schema.Number),
  max_completion_tokens: Schema.optional(Schema.Number),
  messages: Schema.Array(Schema.Struct({ role: Schema.String, phase: Schema.optional(Schema.String) }))
})
type RequestBody = typeof RequestBody.Type
const decodeBody = Schema.decodeUnknownSync(RequestBody)

const hello = {
  body: { choices: [{ message: { content: "Hello!", phase: "final_answer" }, finish_reason: "stop" }] }
}

const prompt = Prompt.make([
  { role: "system", content: "Be kind." },
  { role: "user", content: [{ type: "text", text: "Hello" }] }
])

/** Asks twice, the second time with the first answer, at a server that refuses some requests with this message. */
const askedOf = (isRefused: (body: RequestBody) => boolean, message: string, more = {}) =>
  Effect.gen(function* () {
    const { received, url } = yield* ScriptedProvider.serve([hello], ({ body }) =>
      isRefused(decodeBody(body)) ? { status: 400, body: { error: { message } } } : undefined
    )
    yield* Effect.gen(function* () {
      const first = yield* ModelRequest.ask(prompt, ModelRequest.noTools)
      const more = Prompt.fromMessages([...prompt.content, first.message, ...prompt.content.slice(1)])
      assert.strictEqual((yield* ModelRequest.ask(more, ModelRequest.noTools)).text, "Hello!")
    }).pipe(Effect.provide(providerModel({ OPENAI_BASE_URL: url, LLM_API: "chat", LLM_MODEL: "toy", ...more })))
    return received.map(({ body }) => decodeBody(body))
  }).pipe(Effect.scoped)

describe("a server that differs from others", () => {
  it.live("is asked by the other name of the limit, and from then on by that alone", () =>
    Effect.gen(function* () {
      const newer = yield* askedOf(
        ({ max_tokens }) => max_tokens !== undefined,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
      )
      assert.deepStrictEqual(
        newer.map(({ max_tokens }) => max_tokens),
        [4096, undefined, undefined]
      )
      const older = yield* askedOf(
        ({ max_completion_tokens }) => max_completion_tokens !== undefined,
        "Unrecognized request argument supplied: max_completion_tokens",
        { LLM_REASONING_EFFORT: "low" }
      )
      assert.deepStrictEqual(
        older.map(({ max_tokens }) => max_tokens),
        [undefined, 16_384, 16_384]
      )
    })
  )

  it.live("is instructed by the person where its template knows no system", () =>
    Effect.gen(function* () {
      const asked = yield* askedOf(
        ({ messages }) => messages.some(({ role }) => role === "system"),
        "System role not supported"
      )
      assert.deepStrictEqual(
        asked.map(({ messages }) => messages.map(({ role }) => role)),
        [["system", "user"], ["user"], ["user", "assistant", "user"]]
      )
    })
  )

  it.live("gets nothing back that it refuses to take back", () =>
    Effect.gen(function* () {
      const asked = yield* askedOf(
        ({ messages }) => messages.some(({ phase }) => phase !== undefined),
        "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'phase' is unsupported)]"
      )
      assert.deepStrictEqual(
        asked.map(({ messages }) => messages.map(({ phase }) => phase ?? "-").join(" ")),
        ["- -", "- - final_answer -", "- - - -"]
      )
    })
  )

  it("is understood in whatever words it refuses a part of a request", () => {
    const refusals = [
      ["this model does not support max_tokens, please use max_completion_tokens", "max_tokens"],
      ["body max_completion_tokens extra_forbidden extra inputs are not permitted", "max_completion_tokens"],
      ["max_tokens is too large: 9000. this model supports at most 4096 completion tokens", "length"],
      ["conversation roles must alternate user/assistant/user/assistant/...", "system"],
      ["unsupported value: 'temperature' does not support 0.2 with this model", "temperature"],
      ["`temperature` may only be set to 1 when thinking is enabled", "temperature"],
      ["max_tokens: 9000 > 8192, which is the maximum allowed number of output tokens for toy", "length"],
      [
        '"thinking.type.enabled" is not supported for this model. use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
        "thinking_budget"
      ],
      ["output_config.effort 'xhigh' is not supported when thinking is disabled on this model.", "reasoning_effort"],
      ["this model does not support the effort parameter.", "reasoning_effort"],
      ["'claude-3-5-haiku-20241022' does not support thinking.", "reasoning_effort"],
      ["adaptive thinking is not supported on this model", "reasoning_effort"],
      ["messages.1.content.0.thinking.tomorrow: extra inputs are not permitted", "additions"],
      ["tools.0.custom.strict: extra inputs are not permitted", "strict"],
      ["unknown parameter: 'input[3].phase'", "additions"],
      ["messages.2.assistant.reasoning_content: property is unsupported", "additions"],
      ["body messages 2 content none is not an allowed value", "additions"],
      ["invalid 'messages[2].tool_calls[0].function.name': string does not match pattern", "additions"],
      ["messages.2: text content blocks must be non-empty", "silence"],
      ["developer instruction is not enabled for models/gemma-3-27b-it", "system"],
      ["system role not supported at row 1", "system"],
      ["in context=(), 'additionalproperties' is required to be supplied and to be false.", "strict"],
      ["invalid schema for function 'count': strict mode is not supported\ntools[0].function.strict", "strict"],
      ["encrypted content is not supported with this model.\ninclude", "include"],
      ["unknown parameter: 'include'.", "include"],
      ["unsupported parameter: store", "store"],
      ["body -> stream_options: extra inputs are not permitted", "stream_options"],
      ["unrecognized request argument supplied: stream_options", "stream_options"],
      ["extra_forbidden\nbody\nstore\nextra inputs are not permitted", "store"]
    ] as const
    for (const [said, refused] of refusals) {
      assert.deepStrictEqual(refusedIn(said), Option.some(refused), said)
    }
    const after = "after the optional system message, conversation roles must alternate user/assistant"
    assert.isTrue(Option.isNone(refusedIn(after)))
  })

  it("is not asked for ever", () => {
    const omits = ["include", "store", "stream_options"] as const
    const last = {
      limit: "max_tokens",
      instructionRole: "user",
      acceptsAdditions: false,
      emptyContent: null,
      omittedParameters: omits,
      thinkingLimit: "effort"
    } as const
    for (const refused of [
      "max_completion_tokens",
      "system",
      "additions",
      "silence",
      ...omits,
      "thinking_budget",
      "temperature",
      undefined
    ] as const) {
      assert.isTrue(Option.isNone(withoutRefused(last, refused)))
    }
  })
})
