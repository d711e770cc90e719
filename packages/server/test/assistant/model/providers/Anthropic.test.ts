import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { protocol } from "../../../../src/assistant/model/providers/Anthropic.ts"
import { partsOf } from "../../../../src/assistant/model/wire/Reading.ts"
import { answers, notGood } from "../../../support/providerShapes.ts"

const text = (text: unknown) => ({ type: "text", text })
const call = { type: "tool_use", id: "toolu_1", name: "add_to_cart", input: {} }

const withContent = (content: unknown, stop_reason: unknown = "end_turn") => ({
  ...answers.anthropic.said(""),
  content,
  stop_reason
})

const said = (content: unknown) =>
  partsOf(Either.getOrThrow(protocol.read(withContent(content))), Prompt.empty)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("")

const endOf = (answer: unknown) => Either.getOrThrow(Either.flip(protocol.read(answer))).end

describe("an answer of the Messages API", () => {
  it("tells how much of it was thought", () => {
    assert.strictEqual(protocol.usageOf(answers.anthropic.said("Hello")).reasoningTokens, 1)
  })

  it("has the words of its texts, each by itself, and nobody's thoughts", () => {
    assert.strictEqual(
      said([text("Let me look."), text(""), text("It is on its way.")]),
      "Let me look.\n\nIt is on its way."
    )
    for (const content of [
      [text("Hello!")],
      "Hello!",
      [{ text: "Hello!" }],
      [text("Hello!"), { type: "kind_of_tomorrow" }]
    ]) {
      assert.strictEqual(said(content), "Hello!", JSON.stringify(content))
    }
    for (const marked of ["<think>Hm.</think>Hello!", "Hm.</think>Hello!", "[THINK]Hm.[/THINK]Hello!"]) {
      assert.strictEqual(said([{ type: "thinking", thinking: "Hm.", signature: "s" }, text(marked)]), "Hello!", marked)
    }
    for (const content of [
      [text(7)],
      [{ type: "text" }],
      [text("Hello!"), text({ words: "Hello" })],
      7,
      null,
      undefined,
      {}
    ]) {
      assert.strictEqual(endOf(withContent(content)), "unreadable", JSON.stringify(content))
    }
  })

  it("is one only with an end that is known to be good; half a sentence is none, nor are the calls in it", () => {
    for (const reason of ["end_turn", "tool_use", "stop_sequence", "stop"]) {
      assert.isTrue(Either.isRight(protocol.read(withContent([text("Hello"), call], reason))), reason)
    }
    const ends = [
      ["max_tokens", "cut_off"],
      ["model_context_window_exceeded", "cut_off"],
      ["refusal", "declined"],
      ["pause_turn", "gave_up"],
      ["a_reason_of_tomorrow", "unknown_end"],
      ["", "unknown_end"],
      [null, "unknown_end"],
      [undefined, "unknown_end"],
      [7, "unknown_end"]
    ] as const
    for (const [reason, end] of ends) {
      assert.strictEqual(endOf(withContent([text("It is on"), call], reason ?? null)), end, String(reason))
    }
    for (const reason of notGood) {
      assert.isTrue(Either.isLeft(protocol.read(withContent([call], reason))), reason)
    }
  })

  it("is none where it is an error, or the one of a gateway", () => {
    assert.strictEqual(endOf(answers.anthropic.error({ type: "overloaded_error", message: "Overloaded" })), "faulty")
    assert.strictEqual(endOf({ ...withContent([text("Hel")]), error: { code: 429, message: "Upstream" } }), "busy")
    assert.strictEqual(endOf({ detail: "The maximum context length is 4096 tokens" }), "context_too_long")
    assert.strictEqual(endOf([{ error: { code: 400, message: "API key not valid." } }]), "denied")
    // It has a field of such a name, and answers all the same.
    assert.isTrue(Either.isRight(protocol.read({ ...withContent([text("Hello")]), detail: "full", message: "m" })))
  })
})
