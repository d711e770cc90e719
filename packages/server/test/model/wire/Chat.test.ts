import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
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
})
