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
})
