import { assert, describe, it } from "@effect/vitest"
import { isCallInText } from "../../src/model/CallInText.ts"

const call = '{"name": "echo", "arguments": {"words": "a"}}'

describe("a call that a model writes as text", () => {
  it("is found alone, in a fence, and after words about it", () => {
    for (const text of [call, "```json\n" + call + "\n```", "Let me look:\n\n```json\n" + call + "\n```\n"]) {
      assert.isTrue(isCallInText(text, ["echo"]), text)
    }
  })

  it("is not what a customer may read", () => {
    for (const text of [
      "Hello.",
      '```json\n{"name": "Lamp"}\n```',
      "```\nnpm start\n```",
      call.replace("echo", "sing")
    ]) {
      assert.isFalse(isCallInText(text, ["echo"]), text)
    }
  })
})
