import { assert, describe, it } from "@effect/vitest"
import { isCallInText } from "../../src/model/CallInText.ts"

const call = '{"name": "echo", "arguments": {"words": "a"}}'

describe("a call that a model writes as text", () => {
  it("is found alone, in a fence, and after words about it", () => {
    for (const text of [call, "```json\n" + call + "\n```", "Let me look:\n\n```json\n" + call + "\n```\n"]) {
      assert.isTrue(isCallInText(text, ["echo"]), text)
    }
  })

  it("is found in Python and in what the server of a model has left of its channels", () => {
    for (const text of [
      'echo(words="a")',
      '[echo(words="a"), echo(words="b")]',
      '```tool_code\nprint(default_api.echo(words="a"))\n```',
      '<|channel|>commentary to=functions.echo <|constrain|>json<|message|>{"words":"a"}<|call|>'
    ]) {
      assert.isTrue(isCallInText(text, ["echo"]), text)
    }
  })

  it("is not what a customer may read", () => {
    for (const text of [
      "Hello.",
      '```json\n{"name": "Lamp"}\n```',
      "```\nnpm start\n```",
      "Echo (the lamp) is here (and on sale).",
      'sing(words="a")',
      call.replace("echo", "sing")
    ]) {
      assert.isFalse(isCallInText(text, ["echo"]), text)
    }
  })
})
