import { Option, Schema } from "effect"
import { type Received, type Reply } from "../../src/testing/ScriptedProvider.ts"

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

/** Refuses what a strict server would. */
export const refuse = ({ body, path }: Received): Reply | undefined =>
  (path.endsWith("/responses") ? isResponses(body) : path.endsWith("/chat/completions") && isChat(body))
    ? undefined
    : { status: 400, body: { error: { message: "invalid input" } } }
