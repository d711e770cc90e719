import { assert, describe, it } from "@effect/vitest"
import { isCallInText } from "../../../src/assistant/model/CallInText.ts"

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

  it("is found in the dialects of many models", () => {
    for (const text of [
      "<tool_call>echo\n<arg_key>words</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
      '<minimax:tool_call>\n<invoke name="echo">\n</invoke>\n</minimax:tool_call>',
      '<function_calls>\n<invoke name="echo">',
      '<function=echo>{"words": "a"}</function>',
      "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>echo",
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="echo">\n</｜DSML｜invoke>',
      '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="echo">',
      "<start_function_call>call:echo{words:<escape>a<escape>}<end_function_call>",
      "<|action_start|><|plugin|>echo",
      '[TOOL_REQUEST]{"name": "sing"}[END_TOOL_REQUEST]',
      '[TOOL_CALLS]echo[ARGS]{"words": "a"}',
      `functools[${call}]`,
      `Let me look that up. ${call}`,
      `${call}; ${call}`,
      `${call}\n${call}`,
      call.slice(0, -3),
      '{"name": "echo"}',
      '{"type": "function", "function": {"name": "echo", "arguments": {"words": "a"}}}',
      '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "echo", "arguments": "{}"}}]}',
      '{"type": "tool_use", "name": "functions.echo", "input": {"words": "a"}}',
      'Action: ```json\n[{"tool_name": "echo", "parameters": {"words": "a"}}]\n```',
      '<|START_ACTION|>[{"tool_call_id": "0"}]<|END_ACTION|>',
      '{"action": "echo", "action_input": {"words": "a"}}',
      '{"echo": {"words": "a"}}',
      "<echo>\n<words>a</words>\n</echo>",
      'Thought: I have to echo\nAction: echo\nAction Input: {"words": "a"}',
      'commentary to=functions.echo json{"words":"a"}',
      'multi_tool_use.parallel({"tool_uses":[{"recipient_name":"functions.echo","parameters":{"words":"a"}}]})',
      'Tool: echo\nArguments: {"words": "a"}',
      'Calling **echo** with {"words": "a"}',
      '<function_result>{"words":"a"}</function_result>',
      '<tool_response>{"words":"a"}</tool_response>'
    ]) {
      assert.isTrue(isCallInText(text, ["echo"]), text)
    }
  })

  it("is found whatever tool it is of, where none are offered", () => {
    assert.isTrue(isCallInText('{"name":"say","arguments":{"text":"hello"}}'))
    assert.isFalse(isCallInText("Hello! How can I help you (or your friends)?"))
  })

  it("is not what a customer may read", () => {
    for (const text of [
      "Hello.",
      '```json\n{"name": "Lamp"}\n```',
      "```\nnpm start\n```",
      "Echo (the lamp) is here (and on sale).",
      "The echo is <b>new</b>. Action: echo it.",
      'The name is "echo": a lamp',
      'sing(words="a")',
      call.replace("echo", "sing")
    ]) {
      assert.isFalse(isCallInText(text, ["echo"]), text)
    }
  })
})
