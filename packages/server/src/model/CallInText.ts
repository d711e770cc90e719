import { Array, Either, Option, Predicate, Schema } from "effect"

/** How models write a call that their server did not understand. */
const markup =
  /<tool_call|<\|tool_call|\[TOOL_CALLS\]|<function(?:_call)?[=>]|<\|python_tag\|>|<tool_use>|<\|channel\|>|<\|message\|>/i

/** Some models say beforehand what they are about to do. */
const fence = /```\w*\s*([\s\S]*?)\s*```/

/** Some models write Python: `[search_products(query="lamp")]`, `print(default_api.get_cart())`. */
const python = /^\[?\s*(?:print\()?(?:\w+\.)*(\w+)\([\s\S]*\)\s*\]?$/

const parseJson = Schema.decodeUnknownEither(Schema.parseJson())

/** Whether a value names a tool and its arguments. */
const isCallOf =
  (tools: ReadonlyArray<string>) =>
  (value: unknown): boolean =>
    Predicate.isRecord(value) &&
    ("arguments" in value || "parameters" in value) &&
    [value["name"], value["function"], value["tool"]].some((name) => typeof name === "string" && tools.includes(name))

/** Whether a text is a call of a tool that belongs elsewhere, and so nothing that a customer may read. */
export const isCallInText = (text: string, tools: ReadonlyArray<string>): boolean => {
  const said = text.trim()
  if (markup.test(said)) {
    return true
  }
  const code = fence.exec(said)?.[1] ?? said
  const called = python.exec(code)?.[1]
  return (
    (called !== undefined && tools.includes(called)) ||
    (/^[{[]/.test(code) &&
      Option.exists(Either.getRight(parseJson(code)), (value) => Array.ensure(value).some(isCallOf(tools))))
  )
}
