/** Beginning of JSON, a list, markup or a code block. */
const callBeginning = /^\s*(?:[{[<]|```|~~~)/

/** Returns whether a text that is still arriving begins like a tool call. */
export const beginsLikeCall = (text: string): boolean => callBeginning.test(text)

/** Markup of models' own formats for tool calls, which the model's server should have parsed. */
const markup =
  /<(?:\w+:)?(?:tool|function)_(?:call|response|result|output)|<[|｜]tool[▁_]call|<[|｜]DSML[|｜]|<start_function_call>|<\|action_start\|>|\[TOOL_(?:CALLS|REQUEST)\]|<function[=>]|<(?:\w+:)?invoke name=|<\|python_tag\|>|<tool_use>|<\|START_ACTION\|>|<\|channel\|>|<\|message\|>/i

/** Code block with the call; some models announce the call in prose before it. */
const fence = /```\w*\s*([\s\S]*?)\s*```/

/** Calls in Python syntax: `[search_products(query="lamp")]`, `print(default_api.get_cart())`. */
const pythonCall = /^\[?\s*(?:print\()?(?:\w+\.)*(\w+)\([\s\S]*\)\s*\]?$/

/** Patterns that capture a name. The name of a tool makes the text a call, since answers for people contain none. */
const namePatterns: ReadonlyArray<RegExp> = [
  // JSON in any dialect, complete or truncated: `{"name": "get_cart", "arguments": {}}`, `{"get_cart": {}}`.
  /"(?:name|function|tool|tool_name|action|recipient_name)"\s*:\s*"(?:functions\.)?(\w+)"/g,
  // A name before its arguments: `{"get_cart": {}}`, `Tool: get_cart\nArguments: {}`, `Calling **get_cart** with {}`.
  /\b(\w+)\b(?=[^{}]{0,40}\{)/g,
  /^<(\w+)>/g,
  /\bAction:\s*(\w+)\s+Action Input:/g,
  /\bto=functions\.(\w+)/g
]

/**
 * Returns whether a text is a tool call written as text, which must not reach a customer. `tools` are the names that
 * count as a tool; without them any name does.
 */
export const isCallInText = (text: string, tools?: ReadonlyArray<string>): boolean => {
  const trimmed = text.trim()
  const isTool = (name: string | undefined) => name !== undefined && (tools?.includes(name) ?? true)
  return (
    markup.test(trimmed) ||
    isTool(pythonCall.exec(fence.exec(trimmed)?.[1] ?? trimmed)?.[1]) ||
    namePatterns.some((pattern) => [...trimmed.matchAll(pattern)].some(([, name]) => isTool(name)))
  )
}
