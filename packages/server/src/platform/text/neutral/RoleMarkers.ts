import { foldToPlain } from "./Lookalikes.ts"

/** Steps of `neutralText` that mark lines posing as another role, and disarm tool calls. */

/** Prefix for a line that reads like the turn of another role. */
export const dataMark = "(quoted)"

/** Names of roles in prompts, as patterns in lower case; the letters of `spellings` are expanded in them. */
const roles = [
  "system(?:[^a-z0-9]{1,3}(?:prompt|message|instructions?|note|notice|update|override|alert))?",
  "assistant",
  "user",
  "human",
  "developer",
  "tools?",
  "functions?",
  "instructions?",
  "admin",
  "administrator",
  "ai",
  "chatbot",
  "observation",
  "thought",
  "action(?:[^a-z0-9]{1,3}input)?"
].join("|")

/** Look-alike spellings of letters: digits, and `rn` for `m`. */
const spellings: Readonly<Record<string, string>> = {
  a: "[a4]",
  e: "[e3]",
  i: "[il1]",
  l: "[il1]",
  m: "(?:m|rn)",
  o: "[o0]",
  s: "[s5]",
  t: "[t7]"
}

const roleSpellings = roles.replaceAll(/\[\^[^\]]*\]|[aeilmost]/g, (part) => spellings[part] ?? part)

/** Start of a folded line that begins with a role, which may be numbered. */
const role = String.raw`^[^a-z0-9]*(?:\d{1,3}[^a-z0-9]+)?(?:${roleSpellings})`

/** A role before a colon or a closing bracket. */
const roleMarker = new RegExp(String.raw`${role}(?:[^a-z0-9:]*:|[\t ]?[\])>}])`)

/** A role alone on its line, as a heading for the lines below. */
const roleHeading = new RegExp(String.raw`${role}[^a-z0-9]*$`)

/** Puts the data mark before every line that begins like the turn of another role. */
export const markRoleLines = (text: string): string => {
  const lines = text.split("\n")
  const plainLines = foldToPlain(text).split("\n")
  const isMarked = (line: string) => roleMarker.test(line) || (lines.length > 1 && roleHeading.test(line))
  return lines.map((line, index) => (isMarked(plainLines[index] ?? "") ? `${dataMark} ${line}` : line)).join("\n")
}

/** JSON field names of chat messages and tool calls. */
const callFields = [
  "jsonrpc",
  "method",
  "params",
  "role",
  "content",
  "tool",
  "tools",
  "tool_name",
  "tool_calls?",
  "tool_call_id",
  "tool_use",
  "tool_input",
  "function",
  "functions",
  "function_call",
  "name",
  "arguments",
  "args",
  "parameters",
  "input",
  "recipient",
  "action",
  "action_input"
].join("|")

const quotedField = new RegExp(String.raw`\\?["'](${callFields})\\?["'][\t\n ]?(?=:)`, "gi")

/** A tool-like name before an argument list. */
const callLike = /([a-z0-9]_[a-z0-9]+)\(/gi

/** Disarms everything that reads as a tool call or a protocol message. */
export const disarmCalls = (text: string): string => text.replaceAll(quotedField, "($1) ").replaceAll(callLike, "$1 (")
