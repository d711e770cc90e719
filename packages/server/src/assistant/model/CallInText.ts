/** How models write a call that their server did not understand. */
const markup =
  /<(?:\w+:)?(?:tool|function)_(?:call|response|result|output)|<[|｜]tool[▁_]call|<[|｜]DSML[|｜]|<start_function_call>|<\|action_start\|>|\[TOOL_(?:CALLS|REQUEST)\]|<function[=>]|<(?:\w+:)?invoke name=|<\|python_tag\|>|<tool_use>|<\|START_ACTION\|>|<\|channel\|>|<\|message\|>/i

/** Some models say beforehand what they are about to do. */
const fence = /```\w*\s*([\s\S]*?)\s*```/

/** Some models write Python: `[search_products(query="lamp")]`, `print(default_api.get_cart())`. */
const python = /^\[?\s*(?:print\()?(?:\w+\.)*(\w+)\([\s\S]*\)\s*\]?$/

/** Where the name of a tool makes a text a call of it, wherever that stands: people read no names of tools. */
const namings: ReadonlyArray<RegExp> = [
  // JSON in any of its dialects, whole or cut off: `{"name": "get_cart", "arguments": {}}`, `{"get_cart": {}}`.
  /"(?:name|function|tool|tool_name|action|recipient_name)"\s*:\s*"(?:functions\.)?(\w+)"/g,
  // Its arguments follow: `{"get_cart": {}}`, `Tool: get_cart\nArguments: {}`, `Calling **get_cart** with {}`.
  /\b(\w+)\b(?=[^{}]{0,40}\{)/g,
  /^<(\w+)>/g,
  /\bAction:\s*(\w+)\s+Action Input:/g,
  /\bto=functions\.(\w+)/g
]

/**
 * Whether a text is a call of a tool that belongs elsewhere, and so nothing that a customer may read: of one of these, or of any where
 * none are told.
 */
export const isCallInText = (text: string, tools?: ReadonlyArray<string>): boolean => {
  const said = text.trim()
  const isTool = (name: string | undefined) => name !== undefined && (tools?.includes(name) ?? true)
  return (
    markup.test(said) ||
    isTool(python.exec(fence.exec(said)?.[1] ?? said)?.[1]) ||
    namings.some((naming) => [...said.matchAll(naming)].some(([, name]) => isTool(name)))
  )
}
