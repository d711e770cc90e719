import { decodeHTML } from "entities"

/** Checks texts that a model sees for injection vectors, independently of the patterns in the source. */

/** Invisible characters, misplaced joiners and variation selectors, and runs of five combining marks. */
const invisible =
  /(?!\t|\n|\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800]|[A-Za-z]\p{Join_Control}|\p{Join_Control}[A-Za-z]|\p{Variation_Selector}{2}|[A-Za-z]\p{Variation_Selector}|\p{M}{5}/u

const tokenNames =
  "im_start im_end endoftext system user assistant eot_id start_header_id end_header_id begin_of_text python_tag channel message return start_of_turn_token system_token tool"

const otherTokens =
  "[inst] [/inst] <<sys>> <</sys>> <s> </s> [tool_calls] [available_tools] [tool_results] <start_of_turn> <end_of_turn> <think> </think> <tool_call> </tool_call> <function_calls> <invoke <tool_response> <system> </system> ``` ~~~"

/** Tokens that models may take for a change of role or section. */
export const tokens = [...tokenNames.split(" ").map((name) => `<|${name}|>`), ...otherTokens.split(" ")]

const percentDecoded = (text: string) =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const readings = (text: string): ReadonlyArray<string> =>
  [text, decodeHTML(text), percentDecoded(text), percentDecoded(decodeHTML(text))].map((reading) =>
    reading.toLowerCase()
  )

/** A few homoglyphs that attackers take from other scripts. */
const homoglyphs = new Map(
  ["аa", "еe", "оo", "рp", "сc", "хx", "уy", "ѕs", "тt", "мm", "нh", "іi", "αa", "οo", "ρp"].map(([a, b]) => [a!, b!])
)

const folded = (line: string) =>
  [
    ...line
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/\p{Cf}/gu, "")
  ]
    .map((letter) => homoglyphs.get(letter) ?? letter)
    .join("")

const roleLine = /^\W*(system|assistant|user|human|developer|tool|function)\W*:/

const markup = /!\[|\]\(|<\/?[a-z]|<!--|\]:|javascript:|vbscript:|data:[a-z]+\/|[a-z]:\/\//i

/** Returns the checks that a text fails, each with the text. */
export const violationsOf = (text: string): ReadonlyArray<string> => {
  const read = readings(text)
  const checks: ReadonlyArray<readonly [violation: string, isViolated: boolean]> = [
    ["invisible", invisible.test(text)],
    ...tokens.map((token) => [token, read.some((reading) => reading.includes(token))] as const),
    ["role", text.split("\n").some((line) => roleLine.test(folded(line)))],
    ["markup", markup.test(text)]
  ]
  return checks.flatMap(([violation, isViolated]) => (isViolated ? [`${violation} in ${JSON.stringify(text)}`] : []))
}
