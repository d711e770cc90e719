import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option } from "effect"
import { chat } from "../../../src/model/wire/Chat.ts"
import { partsOf } from "../../../src/model/wire/Reading.ts"

const read = (message: object, finish_reason: unknown = "stop") =>
  Either.getOrThrow(chat.read({ choices: [{ message, finish_reason }] }))

describe("an answer of Chat Completions", () => {
  it("has the text of its parts, but for what the model says to itself", () => {
    const parts = [
      { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hello" },
      { text: ", " },
      { type: "output_text", text: "you!" }
    ]
    assert.strictEqual(read({ content: parts }).text, "Hello, you!")
    assert.strictEqual(read({ content: null }).text, "")
  })

  it("ends well, unless the server says that there should be more", () => {
    const ends = [
      ["stop", "stop"],
      ["eos_token", "stop"],
      ["tool_calls", "stop"],
      [null, "stop"],
      [undefined, "stop"],
      [7, "stop"],
      ["length", "length"],
      ["MAX_TOKENS", "length"],
      ["content_filter", "content-filter"],
      ["error", "error"],
      ["abort", "error"]
    ] as const
    for (const [reason, end] of ends) {
      assert.strictEqual(read({ content: "Hello" }, reason).end, end, String(reason))
    }
    assert.strictEqual(read({ content: null, refusal: "No." }).end, "other")
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
      Either.getOrThrow(
        chat.read(
          Option.getOrThrow(
            chat.join([
              ...tool_calls.map((call) => ({ choices: [{ delta: { tool_calls: [call] } }] })),
              { choices: [{ delta: {}, finish_reason: "tool_calls" }] }
            ])
          )
        )
      ).calls
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
