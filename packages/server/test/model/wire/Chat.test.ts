import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option } from "effect"
import { chat } from "../../../src/model/wire/Chat.ts"
import { partsOf, type Reading } from "../../../src/model/wire/Reading.ts"

const read = (message: object, finish_reason: unknown = "stop") =>
  Either.getOrThrow(chat.read({ choices: [{ message, finish_reason }] }))

const failed = (message: object, finish_reason: unknown) =>
  Either.getOrThrow(Either.flip(chat.read({ choices: [{ message, finish_reason }] }))).end

const wordsOf = ({ parts }: Reading) => parts.flatMap((part) => (part._tag === "Words" ? [part.text] : [])).join("")

const callsOf = ({ parts }: Reading) =>
  parts.flatMap((part) => (part._tag === "Call" ? [{ id: part.id, name: part.name, arguments: part.arguments }] : []))

const streamed = (events: ReadonlyArray<unknown>) => Either.getOrThrow(chat.read(Option.getOrThrow(chat.join(events))))

describe("an answer of Chat Completions", () => {
  it("has the text of its parts, but for what the model says to itself", () => {
    const parts = [
      { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hello" },
      { text: ", " },
      { type: "output_text", text: "you!" }
    ]
    assert.strictEqual(wordsOf(read({ content: parts })), "Hello, you!")
    assert.strictEqual(wordsOf(read({ content: null })), "")
  })

  it("is one only with an end that is known to be good; half a sentence is none, nor are the calls in it", () => {
    const message = { content: "Hello", tool_calls: [{ id: "a", function: { name: "get_cart", arguments: "{}" } }] }
    for (const reason of ["stop", "tool_calls", "function_call", "eos", "EOS_TOKEN", "end_turn", "tool_use", "STOP"]) {
      assert.strictEqual(wordsOf(read(message, reason)), "Hello", reason)
    }
    const ends = [
      ["length", "cut_off"],
      ["MAX_TOKENS", "cut_off"],
      ["model_length", "cut_off"],
      ["content_filter", "content_filter"],
      ["FinishReason.SAFETY", "content_filter"],
      ["guardrail_intervened", "content_filter"],
      ["malformed_function_call", "misread_call"],
      ["error", "gave_up"],
      ["abort", "gave_up"],
      ["insufficient_system_resource", "gave_up"],
      ["a_reason_of_tomorrow", "unknown_end"],
      ["", "unknown_end"],
      [null, "unknown_end"],
      [undefined, "unknown_end"],
      [7, "unknown_end"]
    ] as const
    for (const [reason, end] of ends) {
      assert.strictEqual(failed(message, reason), end, String(reason))
    }
    assert.strictEqual(failed({ content: null, refusal: "No." }, "stop"), "declined")
    assert.strictEqual(failed({ content: [{ type: "refusal", refusal: "No." }] }, "stop"), "declined")
  })

  it("is none where the model itself gave another reason than its gateway says, or the gateway an error", () => {
    const choice = (more: object) => ({ choices: [{ message: { content: "Hel" }, finish_reason: "stop", ...more }] })
    const end = (answer: unknown) => Either.getOrThrow(Either.flip(chat.read(answer))).end
    assert.strictEqual(end(choice({ native_finish_reason: "MALFORMED_FUNCTION_CALL" })), "misread_call")
    assert.isTrue(Either.isRight(chat.read(choice({ native_finish_reason: "completed_somehow" }))))
    assert.strictEqual(end(choice({ error: { code: 502, message: "Upstream" } })), "faulty")
    assert.strictEqual(end([{ error: { code: 400, message: "API key not valid." } }]), "denied")
    assert.strictEqual(end({ error: "model 'toy' not found" }), "unknown_model")
    assert.strictEqual(end({ error: { error: { code: "429" } } }), "failed")
    assert.strictEqual(end({ detail: "The maximum context length is 4096 tokens" }), "context_too_long")
  })

  it.effect("has the arguments of its calls, however a server writes them: none are an empty object", () =>
    Effect.gen(function* () {
      const given = ["", "  ", null, undefined, "{}", '{"limit":3}', { limit: 3 }, "limit=3"]
      const tool_calls = given.map((args) => ({ function: { name: "get_cart", arguments: args } }))
      const parts = yield* partsOf(read({ content: null, tool_calls }, "tool_calls"))
      assert.deepStrictEqual(
        parts.flatMap((part) => (part.type === "tool-call" ? [part.params] : [])),
        [{}, {}, {}, {}, {}, { limit: 3 }, { limit: 3 }, "limit=3"]
      )
    })
  )

  it("is put together from its pieces, its calls by their places or else by their ids", () => {
    const piece = (index: unknown, id: unknown, name: string | undefined, args: unknown) => ({
      index,
      id,
      function: { name, arguments: args }
    })
    const joined = (...tool_calls: ReadonlyArray<object>) =>
      callsOf(
        streamed([
          ...tool_calls.map((call) => ({ choices: [{ delta: { tool_calls: [call] } }] })),
          { choices: [{ delta: {}, finish_reason: "tool_calls" }] }
        ])
      )
    const expected = [
      { id: "a", name: "echo", arguments: '{"words":"a"}' },
      { id: "b", name: "get_cart", arguments: "{}" }
    ]
    assert.deepStrictEqual(
      joined(
        piece(0, "a", "echo", ""),
        piece(1, "b", "get_cart", ""),
        piece(0, undefined, undefined, '{"words"'),
        piece(1, undefined, undefined, "{}"),
        piece(0, undefined, undefined, ':"a"}')
      ),
      expected
    )
    assert.deepStrictEqual(joined(piece(0, "a", "echo", '{"words":"a"}'), piece(0, "b", "get_cart", "{}")), expected)
  })

  it("is none where its pieces have no end, and an error where one of them is", () => {
    const half = { choices: [{ delta: { content: "Half an" } }] }
    assert.isTrue(Option.isNone(chat.join([half])))
    const failed = chat.join([half, { error: { type: "server_error" } }])
    assert.strictEqual(Either.getOrThrow(Either.flip(chat.read(Option.getOrThrow(failed)))).end, "faulty")
  })
})
