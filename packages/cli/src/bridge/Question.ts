import { agents } from "@storefront/agents/Agents"
import { type AgentName } from "@storefront/domain/Topology"
import * as LenientJson from "@storefront/server/platform/provider/LenientJson"
import { Array, Option, Order, Schema } from "effect"

/** A tool that the model may call, as described to it. */
export const OfferedTool = Schema.Struct({
  name: Schema.String,
  description: Schema.String,
  /** JSON Schema. */
  parameters: Schema.Unknown
})
export type OfferedTool = typeof OfferedTool.Type

/** An entry of the conversation: somebody's words, a tool call, or the result of one. */
export const Message = Schema.Union(
  Schema.Struct({ role: Schema.Literal("user", "assistant"), text: Schema.String }),
  Schema.Struct({
    role: Schema.Literal("assistant"),
    call: Schema.Struct({ name: Schema.String, arguments: Schema.Unknown })
  }),
  Schema.Struct({ role: Schema.Literal("tool"), name: Schema.String, result: Schema.Unknown })
)
export type Message = typeof Message.Type

/** A request to the model, independent of the interface. */
export const Question = Schema.Struct({
  /** Agent that asks, as far as the tools and the instructions tell. */
  agent: Schema.NullOr(Schema.String),
  model: Schema.String,
  instructions: Schema.String,
  tools: Schema.Array(OfferedTool),
  /** False if the model has to answer in words. */
  mayCall: Schema.Boolean,
  messages: Schema.Array(Message)
})
export type Question = typeof Question.Type

const parse = Schema.decodeUnknownOption(Schema.parseJson())

/** Returns the JSON in a text, or else the text. */
const jsonIn = (text: unknown): unknown => (typeof text === "string" ? Option.getOrElse(parse(text), () => text) : text)

const isInstructing = (item: unknown) =>
  ["system", "developer"].includes(LenientJson.text(LenientJson.field(item, "role")))

/** Returns a call with the id by which its result refers to it. */
const callOf = (id: unknown, called: unknown): readonly [id: string, message: Message] => [
  LenientJson.text(id),
  {
    role: "assistant",
    call: {
      name: LenientJson.text(LenientJson.field(called, "name")),
      arguments: jsonIn(LenientJson.field(called, "arguments"))
    }
  }
]

const spoken = (role: "user" | "assistant", content: unknown): ReadonlyArray<Message> => {
  const text = LenientJson.contentText(content)
  return text === "" ? [] : [{ role, text }]
}

/** An entry with the id of its call, or of the call whose result it is. */
type Line = readonly [id: string | null, message: Message]

const result = (id: unknown, content: unknown): Line => [
  LenientJson.text(id),
  { role: "tool", name: "", result: jsonIn(LenientJson.contentText(content)) }
]

const lines = (messages: ReadonlyArray<Message>): ReadonlyArray<Line> => messages.map((message) => [null, message])

const ofResponses = (item: unknown): ReadonlyArray<Line> => {
  switch (LenientJson.field(item, "type")) {
    case "function_call":
      return [callOf(LenientJson.field(item, "call_id"), item)]
    case "function_call_output":
      return [result(LenientJson.field(item, "call_id"), LenientJson.field(item, "output"))]
    case "reasoning":
      return []
    default:
      return lines(
        spoken(
          LenientJson.field(item, "role") === "assistant" ? "assistant" : "user",
          LenientJson.field(item, "content")
        )
      )
  }
}

const ofChat = (message: unknown): ReadonlyArray<Line> => {
  const content = LenientJson.field(message, "content")
  switch (LenientJson.field(message, "role")) {
    case "tool":
      return [result(LenientJson.field(message, "tool_call_id"), content)]
    case "assistant":
      return [
        ...lines(spoken("assistant", content)),
        ...LenientJson.list(LenientJson.field(message, "tool_calls")).map((call) =>
          callOf(LenientJson.field(call, "id"), LenientJson.field(call, "function"))
        )
      ]
    default:
      return lines(spoken("user", content))
  }
}

/** Returns the messages of the lines, and gives each result the name of its tool. */
const named = (all: ReadonlyArray<Line>): ReadonlyArray<Message> => {
  const names = new Map(all.flatMap(([id, message]) => ("call" in message ? [[id, message.call.name] as const] : [])))
  return all.map(([id, message]) => (message.role === "tool" ? { ...message, name: names.get(id) ?? "" } : message))
}

/** Reads an offered tool, which Chat Completions nests in a field of its own. */
const toolOf = (tool: unknown): OfferedTool => {
  const outline = LenientJson.field(tool, "function") ?? tool
  return {
    name: LenientJson.text(LenientJson.field(outline, "name")),
    description: LenientJson.text(LenientJson.field(outline, "description")),
    parameters: LenientJson.field(outline, "parameters")
  }
}

/** Returns the agent that has most of the tools; null if none has any. */
const agentWith = (tools: ReadonlyArray<OfferedTool>): AgentName | null => {
  const candidates = Array.map(agents, ({ name, skills }) => ({
    name,
    shared: tools.filter((tool) => tool.name in skills).length
  }))
  const nearest = Array.max(
    candidates,
    Order.mapInput(Order.number, ({ shared }: { readonly shared: number }) => shared)
  )
  return nearest.shared === 0 ? null : nearest.name
}

/** An interface that the bridge serves. */
export type ModelApi = "responses" | "chat"

/** Reads a request; an invalid one has no messages. */
export const read = (wire: ModelApi, body: unknown): Question => {
  const items = LenientJson.list(LenientJson.field(body, wire === "chat" ? "messages" : "input"))
  const tools = LenientJson.list(LenientJson.field(body, "tools")).map(toolOf)
  return {
    agent: agentWith(tools),
    model: LenientJson.text(LenientJson.field(body, "model")),
    instructions: [
      LenientJson.text(LenientJson.field(body, "instructions")),
      ...items.filter(isInstructing).map((item) => LenientJson.contentText(LenientJson.field(item, "content")))
    ]
      .filter((text) => text !== "")
      .join("\n\n"),
    tools,
    mayCall: tools.length > 0 && LenientJson.field(body, "tool_choice") !== "none",
    messages: named(items.filter((item) => !isInstructing(item)).flatMap(wire === "chat" ? ofChat : ofResponses))
  }
}
