import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { responses } from "../../../src/model/wire/Responses.ts"

const message = (...texts: ReadonlyArray<string>) => ({
  type: "message",
  role: "assistant",
  content: texts.map((text) => ({ type: "output_text", text }))
})

describe("an answer of the Responses API", () => {
  it("has the text of its messages, each by itself", () => {
    const output = [message("Let me ", "look."), message(""), { type: "reasoning" }, message("It is on its way.")]
    assert.strictEqual(Either.getOrThrow(responses.read({ output })).text, "Let me look.\n\nIt is on its way.")
  })

  it("is none while it is still under way", () => {
    for (const status of ["in_progress", "queued"]) {
      const read = responses.read({ status, output: [message("It is on")] })
      assert.strictEqual(Either.getOrThrow(Either.flip(read)).end, "broken_off", status)
    }
  })
})
