import { Data, Equal, Option, Schema } from "effect"
import { type Received, type Reply } from "../../src/testing/ScriptedProvider.ts"
import { anthropicThoughts } from "./providerShapes.ts"

/** What the strictest of the servers take of a conversation; nothing else is taken. */

const Arguments = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

const Outcome = Schema.Struct({
  type: Schema.Literal("function_call_output"),
  call_id: Schema.NonEmptyString,
  output: Schema.String
})
const ResponsesItem = Schema.Union(
  Schema.Struct({ role: Schema.Literal("system", "user", "assistant"), content: Schema.NonEmptyString }),
  Schema.Struct({
    type: Schema.Literal("function_call"),
    call_id: Schema.NonEmptyString,
    name: Schema.NonEmptyString,
    arguments: Arguments
  }),
  Outcome,
  Schema.Struct({
    type: Schema.Literal("reasoning"),
    id: Schema.String,
    summary: Schema.Array(Schema.Unknown),
    encrypted_content: Schema.optional(Schema.NonEmptyString),
    content: Schema.optional(Schema.NonEmptyArray(Schema.Unknown))
  }).pipe(Schema.filter((item) => item.encrypted_content !== undefined || item.content !== undefined))
)
const Responses = Schema.Struct({ input: Schema.Array(ResponsesItem) })

const Call = Schema.Struct({
  id: Schema.String.pipe(Schema.pattern(/^\S+$/)),
  type: Schema.Literal("function"),
  function: Schema.Struct({ name: Schema.String, arguments: Arguments })
})
const ChatMessage = Schema.Union(
  Schema.Struct({ role: Schema.Literal("system", "user"), content: Schema.String }),
  Schema.Struct({
    role: Schema.Literal("assistant"),
    content: Schema.NullOr(Schema.String),
    tool_calls: Schema.optional(Schema.NonEmptyArray(Call))
  }),
  Schema.Struct({ role: Schema.Literal("tool"), content: Schema.String, tool_call_id: Schema.NonEmptyString })
)
const Chat = Schema.Struct({ messages: Schema.Array(ChatMessage) })

const decodeResponses = Schema.decodeUnknownOption(Responses, { onExcessProperty: "ignore" })
const decodeChat = Schema.decodeUnknownOption(Chat, { onExcessProperty: "ignore" })

/** Every call has its outcome, and every outcome its call. */
const arePaired = (calls: ReadonlyArray<string>, outcomes: ReadonlyArray<string>) =>
  calls.length === outcomes.length && calls.every((id, index) => id === outcomes[index])

const isResponses = (body: unknown) =>
  Option.exists(decodeResponses(body), ({ input }) =>
    arePaired(
      input.flatMap((item) => ("name" in item ? [item.call_id] : [])),
      input.flatMap((item) => ("output" in item ? [item.call_id] : []))
    )
  )

/** One system message at the beginning, then person and model in turns. */
const takesTurns = (roles: ReadonlyArray<string>) =>
  /^(?:system )?(?:user assistant (?:tool )*(?:assistant (?:tool )*)*)*user (?:assistant (?:tool )+)*$/.test(
    roles.map((role) => `${role} `).join("")
  )

const isChat = (body: unknown) =>
  Option.exists(
    decodeChat(body),
    ({ messages }) =>
      takesTurns(messages.map(({ role }) => role)) &&
      arePaired(
        messages.flatMap((message) =>
          message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : []
        ),
        messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []))
      )
  )

const CallId = Schema.String.pipe(Schema.pattern(/^[a-zA-Z0-9_-]+$/))
const ToolName = Schema.String.pipe(Schema.pattern(/^[a-zA-Z0-9_-]{1,128}$/))
const Anything = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const cacheable = { cache_control: Schema.optional(Schema.Struct({ type: Schema.Literal("ephemeral") })) }

const Text = Schema.Struct({
  type: Schema.Literal("text"),
  text: Schema.String.pipe(Schema.pattern(/\S/)),
  ...cacheable
})

/** They come back as they were given, or are refused. */
const Thought = Schema.Union(
  Schema.Struct({ type: Schema.Literal("thinking"), thinking: Schema.String, signature: Schema.NonEmptyString }),
  Schema.Struct({ type: Schema.Literal("redacted_thinking"), data: Schema.NonEmptyString })
).pipe(
  Schema.filter((thought) => anthropicThoughts.some((given) => Equal.equals(Data.struct(given), Data.struct(thought))))
)

const ToolUse = Schema.Struct({
  type: Schema.Literal("tool_use"),
  id: CallId,
  name: ToolName,
  input: Anything,
  caller: Schema.optional(Schema.Struct({ type: Schema.Literal("direct") })),
  ...cacheable
})
const ToolResult = Schema.Struct({
  type: Schema.Literal("tool_result"),
  tool_use_id: CallId,
  content: Schema.NonEmptyString,
  is_error: Schema.Boolean,
  ...cacheable
})

const MessagesMessage = Schema.Union(
  Schema.Struct({
    role: Schema.Literal("user"),
    content: Schema.Union(Schema.NonEmptyString, Schema.NonEmptyArray(Schema.Union(Text, ToolResult)))
  }),
  Schema.Struct({
    role: Schema.Literal("assistant"),
    content: Schema.NonEmptyArray(Schema.Union(Text, Thought, ToolUse))
  })
)
type MessagesMessage = typeof MessagesMessage.Type

const Messages = Schema.Struct({
  model: Schema.NonEmptyString,
  max_tokens: Schema.Positive,
  temperature: Schema.optional(Schema.Number.pipe(Schema.between(0, 1))),
  thinking: Schema.optional(
    Schema.Union(
      Schema.Struct({ type: Schema.Literal("enabled"), budget_tokens: Schema.Int.pipe(Schema.between(1_024, 64_000)) }),
      Schema.Struct({ type: Schema.Literal("adaptive") })
    )
  ),
  output_config: Schema.optional(Schema.Struct({ effort: Schema.Literal("low", "medium", "high", "xhigh", "max") })),
  tools: Schema.optional(
    Schema.NonEmptyArray(
      Schema.Struct({
        name: ToolName,
        description: Schema.optional(Schema.String),
        input_schema: Schema.Struct({ type: Schema.Literal("object") }, Anything),
        strict: Schema.optional(Schema.Boolean),
        ...cacheable
      })
    )
  ),
  tool_choice: Schema.optional(Schema.Struct({ type: Schema.Literal("none") })),
  system: Schema.optional(Schema.NonEmptyArray(Text)),
  messages: Schema.NonEmptyArray(MessagesMessage),
  stream: Schema.optional(Schema.Literal(true))
})

const decodeMessages = Schema.decodeUnknownOption(Messages, { onExcessProperty: "error" })

const blocksOf = ({ content }: MessagesMessage) => (typeof content === "string" ? [] : content)

const idsOfCalls = (message: MessagesMessage | undefined) =>
  message === undefined ? [] : blocksOf(message).flatMap((block) => (block.type === "tool_use" ? [block.id] : []))

const idsOfResults = (message: MessagesMessage | undefined) =>
  message === undefined
    ? []
    : blocksOf(message).flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []))

/** Results answer the calls of the message before, all of them, and stand before other words. */
const areAnswered = (messages: ReadonlyArray<MessagesMessage>) =>
  messages.every((message, index) => {
    const results = idsOfResults(message)
    return (
      arePaired(idsOfCalls(messages[index - 1]), results) &&
      (message.role !== "assistant" || idsOfCalls(message).length === 0 || messages[index + 1] !== undefined) &&
      blocksOf(message)
        .slice(0, results.length)
        .every(({ type }) => type === "tool_result")
    )
  })

/** Nobody thinks about calls that have been made; who thinks does so before all of them. */
const thinksFirst = (message: MessagesMessage, isThinking: boolean) => {
  const types = blocksOf(message)
    .map(({ type }) => type)
    .join(" ")
  return !/tool_use.*thinking/.test(types) && !(isThinking && types.includes("tool_use") && !/^\w*thinking/.test(types))
}

const isMessages = (body: unknown) =>
  Option.exists(decodeMessages(body), ({ max_tokens, messages, temperature, thinking, tool_choice, tools }) => {
    const calls = messages.flatMap(idsOfCalls)
    const isBudgeted = thinking?.type !== "enabled" || thinking.budget_tokens < max_tokens
    return (
      messages[0].role === "user" &&
      messages.at(-1)?.role === "user" &&
      new Set(calls).size === calls.length &&
      areAnswered(messages) &&
      messages.every((message) => thinksFirst(message, thinking?.type === "enabled")) &&
      isBudgeted &&
      (thinking === undefined || temperature === undefined || temperature === 1) &&
      (tools !== undefined || (calls.length === 0 && tool_choice === undefined))
    )
  })

const isTaken = ({ body, path }: Received) =>
  path.endsWith("/responses")
    ? isResponses(body)
    : path.endsWith("/chat/completions")
      ? isChat(body)
      : path.startsWith("/v1/messages") && isMessages(body)

/** Refuses what a strict server would. */
export const refuse = (request: Received): Reply | undefined =>
  isTaken(request) ? undefined : { status: 400, body: { error: { message: "invalid input" } } }
