import * as LenientJson from "@storefront/server/platform/provider/LenientJson"
import { Predicate } from "effect"
import { count } from "../TerminalLayout.ts"
import { labelOf, type Request } from "./Bridge.ts"
import { type Message, type OfferedTool } from "./Question.ts"

/** Markdown pages of requests, for people. */

const quoted = (text: string): ReadonlyArray<string> => text.split("\n").map((line) => `> ${line}`)

const code = (value: unknown): ReadonlyArray<string> => ["```json", JSON.stringify(value, null, 2), "```"]

const messageLines = (message: Message): ReadonlyArray<string> =>
  "text" in message
    ? [`**${message.role}**`, "", ...quoted(message.text), ""]
    : "call" in message
      ? [`**assistant calls ${message.call.name}**`, "", ...code(message.call.arguments), ""]
      : [`**${message.name} gives**`, "", ...code(message.result), ""]

const typeOf = (schema: unknown): string => {
  const allowed = LenientJson.list(LenientJson.field(schema, "enum"))
  const type = LenientJson.text(LenientJson.field(schema, "type"))
  return allowed.length > 0 ? allowed.map((value) => JSON.stringify(value)).join(" | ") : type === "" ? "any" : type
}

const argumentLine = (name: string, schema: unknown, isRequired: boolean): string =>
  `  - \`${name}\`${isRequired ? "" : "?"} (${typeOf(schema)}): ${LenientJson.text(LenientJson.field(schema, "description"))}`

const toolLines = ({ description, name, parameters }: OfferedTool): ReadonlyArray<string> => {
  const properties = LenientJson.field(parameters, "properties")
  const required = LenientJson.list(LenientJson.field(parameters, "required"))
  return [
    `- \`${name}\`: ${description}`,
    ...(Predicate.isRecord(properties)
      ? Object.entries(properties).map(([argument, schema]) =>
          argumentLine(argument, schema, required.includes(argument))
        )
      : [])
  ]
}

/** Formats the part of a request that is new to the player: new messages, and whether tools may be called. */
export const newPart = ({ agent, mayCall, messages, new: from, number }: Request): ReadonlyArray<string> => [
  `# ${labelOf(number)} ${agent ?? "a model"}`,
  "",
  ...messages.slice(from).flatMap(messageLines),
  ...(mayCall ? [] : ["No tool may be called now.", ""])
]

/** Formats the whole request, the new part first. */
export const page = (request: Request): ReadonlyArray<string> => {
  const { instructions, messages, new: from, tokens, tools, turn } = request
  return [
    ...newPart(request),
    `${count(tokens.total)} tokens: instructions ${count(tokens.instructions)}, tools ${count(tokens.tools)}, messages ${count(tokens.messages)}. Turn ${turn ?? "unknown"}.`,
    "",
    ...(from === 0 ? [] : ["## Before", "", ...messages.slice(0, from).flatMap(messageLines)]),
    "## Tools",
    "",
    ...tools.flatMap(toolLines),
    "",
    "## Instructions",
    "",
    ...quoted(instructions),
    ""
  ]
}
