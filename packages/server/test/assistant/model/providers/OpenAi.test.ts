import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { protocol } from "../../../../src/assistant/model/providers/OpenAi.ts"
import { notGood } from "../../../support/providerShapes.ts"

const message = (...texts: ReadonlyArray<string>) => ({
  type: "message",
  role: "assistant",
  content: texts.map((text) => ({ type: "output_text", text }))
})

describe("an answer of the Responses API", () => {
  it("has the text of its messages, each by itself", () => {
    const output = [message("Let me ", "look."), message(""), { type: "reasoning" }, message("It is on its way.")]
    const { parts } = Either.getOrThrow(protocol.read({ status: "completed", output }))
    assert.strictEqual(
      parts.flatMap((part) => (part._tag === "Words" ? [part.text] : [])).join(""),
      "Let me look.\n\nIt is on its way."
    )
  })

  it("is one only when it is completed, and so is each item of it", () => {
    const answer = { status: "completed", output: [message("It is on")] }
    const ends = [
      [{ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }, "cut_off"],
      [{ status: "incomplete", incomplete_details: { reason: "content_filter" } }, "content_filter"],
      [{ status: "incomplete", incomplete_details: { reason: "a_reason_of_tomorrow" } }, "unknown_end"],
      [{ status: "incomplete" }, "cut_off"],
      [{ status: "cancelled" }, "failed"],
      [{ status: "failed", error: null }, "failed"],
      [{ status: "expired" }, "unknown_end"],
      [{ status: undefined }, "unknown_end"],
      [{ incomplete_details: { reason: "max_output_tokens" } }, "cut_off"],
      [{ output: [{ ...message("It is on"), status: "incomplete" }] }, "cut_off"],
      [{ output: [{ type: "function_call", name: "get_cart", status: "incomplete" }] }, "cut_off"],
      [{ output: [{ type: "message", content: [{ type: "refusal", refusal: "No." }] }] }, "declined"],
      [{ output: [{ type: "message", content: [{ words: "Hello" }] }] }, "unreadable"],
      [{ error: "overloaded_error" }, "faulty"]
    ] as const
    assert.isTrue(Either.isRight(protocol.read(answer)))
    for (const [more, end] of ends) {
      const read = protocol.read({ ...answer, ...more })
      assert.strictEqual(Either.getOrThrow(Either.flip(read)).end, end, JSON.stringify(more))
    }
    for (const reason of notGood) {
      for (const item of [message("It is on"), { type: "function_call", name: "add_to_cart", arguments: "{}" }]) {
        for (const more of [
          { status: "incomplete", incomplete_details: { reason } },
          { incomplete_details: { reason } }
        ]) {
          assert.isTrue(Either.isLeft(protocol.read({ ...answer, ...more, output: [item] })), reason)
        }
      }
    }
    for (const item of [message("It is on"), { type: "function_call", name: "add_to_cart", arguments: "{}" }]) {
      for (const status of ["in_progress", "queued", "new", "stop", "", 5, {}]) {
        const read = protocol.read({ ...answer, output: [{ ...item, status }] })
        assert.strictEqual(Either.getOrThrow(Either.flip(read)).end, "unknown_end", JSON.stringify(status))
      }
      for (const status of ["completed", null, undefined]) {
        assert.isTrue(Either.isRight(protocol.read({ ...answer, output: [{ ...item, status }] })))
      }
    }
  })

  it("has its words in whatever parts they come, and nobody else's", () => {
    const said = (output: ReadonlyArray<object>) =>
      Either.getOrThrow(protocol.read({ status: "completed", output })).parts.flatMap((part) =>
        part._tag === "Words" ? [part.text] : []
      )
    for (const content of [[{ type: "text", text: "Hello" }], [{ text: "Hello" }], ["Hello"], "Hello"]) {
      assert.deepStrictEqual(said([{ type: "message", content }]), ["Hello"], JSON.stringify(content))
    }
    const final = { ...message("Hello"), phase: "final_answer" }
    assert.deepStrictEqual(said([message("Secretly."), { ...message("Hi"), role: "user" }, final]), ["Hello"])
  })

  it("is none while it is still under way", () => {
    for (const status of ["in_progress", "queued"]) {
      const read = protocol.read({ status, output: [message("It is on")] })
      assert.strictEqual(Either.getOrThrow(Either.flip(read)).end, "broken_off", status)
    }
  })
})
