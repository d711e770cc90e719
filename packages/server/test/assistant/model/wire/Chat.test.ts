import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Either, Option } from "effect"
import { protocol } from "../../../../src/assistant/model/wire/Chat.ts"
import { partsOf, type Reading } from "../../../../src/assistant/model/wire/Reading.ts"

const read = (message: object, finish_reason: unknown = "stop") =>
  Either.getOrThrow(protocol.read({ choices: [{ message, finish_reason }] }))

const failed = (message: object, finish_reason: unknown) =>
  Either.getOrThrow(Either.flip(protocol.read({ choices: [{ message, finish_reason }] }))).end

const wordsOf = ({ parts }: Reading) => parts.flatMap((part) => (part._tag === "Words" ? [part.text] : [])).join("")

const callsOf = ({ parts }: Reading) =>
  parts.flatMap((part) => (part._tag === "Call" ? [{ id: part.id, name: part.name, arguments: part.arguments }] : []))

/** The calls of a message as they are made. */
const madeOf = (message: object) =>
  partsOf(read(message, "tool_calls"), Prompt.empty).flatMap((part) => (part.type === "tool-call" ? [part] : []))

const streamed = (events: ReadonlyArray<unknown>) =>
  Either.getOrThrow(protocol.read(Option.getOrThrow(protocol.join(events))))

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
    const end = (answer: unknown) => Either.getOrThrow(Either.flip(protocol.read(answer))).end
    assert.strictEqual(end(choice({ native_finish_reason: "MALFORMED_FUNCTION_CALL" })), "misread_call")
    assert.isTrue(Either.isRight(protocol.read(choice({ native_finish_reason: "completed_somehow" }))))
    assert.strictEqual(end(choice({ error: { code: 502, message: "Upstream" } })), "faulty")
    assert.strictEqual(end([{ error: { code: 400, message: "API key not valid." } }]), "denied")
    assert.strictEqual(end({ error: "model 'toy' not found" }), "unknown_model")
    assert.strictEqual(end({ error: { error: { code: "429" } } }), "failed")
    const failing = { status_code: 1004, status_msg: "login fail: Please carry the API secret key" }
    assert.strictEqual(end({ choices: null, base_resp: failing }), "denied")
    assert.strictEqual(end({ base_resp: { status_code: 1008, status_msg: "insufficient balance" } }), "quota")
    assert.strictEqual(end({ ...choice({}), base_resp: { status_code: 1027 } }), "content_filter")
    assert.strictEqual(end({ code: 401, msg: "令牌已过期", success: false }), "denied")
    for (const error of [null, "", {}, { code: 0, message: "" }, { code: "200", message: "Success" }]) {
      assert.isTrue(
        Either.isRight(protocol.read({ ...choice({}), error, base_resp: { status_code: 0, status_msg: "" } }))
      )
    }
    assert.strictEqual(end({ detail: "The maximum context length is 4096 tokens" }), "context_too_long")
  })

  it("cannot be read where its content is none of the known forms", () => {
    for (const content of [
      ["Hello, ", "you!"],
      { type: "text", text: "Hello, you!" },
      [{ type: "text", text: { value: "Hello, you!", annotations: [] } }],
      [
        { type: "text", text: "Hm.", thought: true },
        { type: "text", text: "Hello, you!" }
      ]
    ]) {
      assert.strictEqual(wordsOf(read({ content })), "Hello, you!", JSON.stringify(content))
    }
    for (const content of [7, { words: "Hello" }, [{ type: "text" }], ["Hello", [1]]]) {
      assert.strictEqual(failed({ content }, "stop"), "unreadable", JSON.stringify(content))
    }
  })

  it("has the arguments of its calls, however a server writes them: none are an empty object", () => {
    const packed = JSON.stringify('{"limit":3}')
    const given = [
      "",
      "  ",
      null,
      undefined,
      "{}",
      '{"limit":3}',
      { limit: 3 },
      "limit=3",
      packed,
      JSON.stringify(packed)
    ]
    const tool_calls = given.map((args) => ({ function: { name: "get_cart", arguments: args } }))
    assert.deepStrictEqual(
      madeOf({ tool_calls }).map(({ params }) => params),
      [{}, {}, {}, {}, {}, { limit: 3 }, { limit: 3 }, "limit=3", { limit: 3 }, { limit: 3 }]
    )
  })

  it("has the names of its calls, whatever a model and its server put around them", () => {
    for (const name of [
      "functions.get_cart",
      "functions.get_cart:0",
      "default_api.get_cart",
      "default_api:get_cart",
      "functions/get_cart",
      "to=functions.get_cart",
      "get_cart<|channel|>commentary",
      " get_cart\n",
      "get_cart()",
      '"get_cart"'
    ]) {
      const [call] = madeOf({ tool_calls: [{ function: { name, arguments: "{}" } }] })
      assert.strictEqual(call?.name, "get_cart", name)
    }
    const [strange, none] = madeOf({ tool_calls: [{ function: { name: "get cart, please" } }, {}] })
    assert.deepStrictEqual([strange?.name, none?.name], ["get_cart__please", "unnamed"])
  })

  it("has the calls of servers that know no list of them, or wrap them up in one", () => {
    const call = { name: "get_cart", arguments: '{"limit":3}' }
    const parallel = {
      name: "multi_tool_use.parallel",
      arguments: JSON.stringify({
        tool_uses: [1, 2].map((limit) => ({ recipient_name: "functions.get_cart", parameters: { limit } }))
      })
    }
    assert.deepStrictEqual(
      [
        { content: null, function_call: call },
        { content: null, tool_calls: [{ id: "a", type: "function", ...call }] },
        { content: null, tool_calls: [{ id: "a", function: parallel }] }
      ].map((message) => madeOf(message).map(({ name, params }) => [name, params])),
      [
        [["get_cart", { limit: 3 }]],
        [["get_cart", { limit: 3 }]],
        [
          ["get_cart", { limit: 1 }],
          ["get_cart", { limit: 2 }]
        ]
      ]
    )
  })

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
    assert.isTrue(Option.isNone(protocol.join([half])))
    const failed = protocol.join([half, { error: { type: "server_error" } }])
    assert.strictEqual(Either.getOrThrow(Either.flip(protocol.read(Option.getOrThrow(failed)))).end, "faulty")
  })
})
