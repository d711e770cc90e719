import { randomUUID } from "node:crypto"
import { type Answer } from "./Answer.ts"
import { type ModelApi } from "./Question.ts"

/** Answers of a model in the formats of the two interfaces, whole or as the events of a stream. */

/** Tokens of a request and of its answer. */
export interface Usage {
  readonly input: number
  readonly output: number
}

/** Model of an answer, and its time in seconds since 1970. */
export interface Origin {
  readonly model: string
  readonly createdAt: number
}

const id = (kind: string) => `${kind}_${randomUUID()}`

const outputOf = ({ calls, text }: Answer) => [
  ...(text === ""
    ? []
    : [
        {
          id: id("msg"),
          type: "message" as const,
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [], logprobs: [] }]
        }
      ]),
  ...calls.map((call) => ({
    id: id("fc"),
    type: "function_call" as const,
    call_id: id("call"),
    name: call.name,
    arguments: JSON.stringify(call.arguments),
    status: "completed"
  }))
]

/** Builds an answer of the Responses API. */
const response = (answer: Answer, usage: Usage, { createdAt, model }: Origin) => ({
  id: id("resp"),
  object: "response",
  status: "completed",
  created_at: createdAt,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  model,
  output: outputOf(answer),
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  usage: {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input + usage.output
  }
})

/** Builds an answer of the Chat Completions API. */
const completion = ({ calls, text }: Answer, usage: Usage, { createdAt, model }: Origin) => ({
  id: id("chatcmpl"),
  object: "chat.completion",
  created: createdAt,
  model,
  choices: [
    {
      index: 0,
      finish_reason: calls.length === 0 ? "stop" : "tool_calls",
      message: {
        role: "assistant",
        content: text === "" ? null : text,
        ...(calls.length === 0
          ? {}
          : {
              tool_calls: calls.map((call) => ({
                id: id("call"),
                type: "function",
                function: { name: call.name, arguments: JSON.stringify(call.arguments) }
              }))
            })
      }
    }
  ],
  usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output }
})

/** Builds an answer as one JSON object. */
export const toJson = (wire: ModelApi, answer: Answer, usage: Usage, origin: Origin): object =>
  wire === "chat" ? completion(answer, usage, origin) : response(answer, usage, origin)

const eventsOfChat = (answer: Answer, usage: Usage, origin: Origin): ReadonlyArray<object> => {
  const { choices, usage: counted, ...rest } = completion(answer, usage, origin)
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...rest,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }]
  })
  return [
    ...choices.flatMap(({ finish_reason, message: { tool_calls: calls = [], ...message } }) => [
      chunk(message),
      ...calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
      chunk({}, finish_reason)
    ]),
    { ...rest, object: "chat.completion.chunk", choices: [], usage: counted }
  ]
}

const eventsOfResponses = (answer: Answer, usage: Usage, origin: Origin): ReadonlyArray<object> => {
  const completed = response(answer, usage, origin)
  return [
    { type: "response.created", response: { ...completed, status: "in_progress", output: [], usage: null } },
    ...completed.output.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } },
      item.type === "message"
        ? { type: "response.output_text.delta", output_index, item_id: item.id, content_index: 0, delta: answer.text }
        : {
            type: "response.function_call_arguments.delta",
            output_index,
            item_id: item.id,
            delta: item.arguments
          },
      { type: "response.output_item.done", output_index, item }
    ]),
    { type: "response.completed", response: completed }
  ].map((event, sequence_number) => ({ ...event, sequence_number }))
}

/** Builds an answer as a `text/event-stream`. */
export const streamed = (wire: ModelApi, answer: Answer, usage: Usage, origin: Origin): string =>
  wire === "chat"
    ? [...eventsOfChat(answer, usage, origin).map((event) => JSON.stringify(event)), "[DONE]"]
        .map((data) => `data: ${data}\n\n`)
        .join("")
    : eventsOfResponses(answer, usage, origin)
        .map((event) => `data: ${JSON.stringify(event)}\n\n`)
        .join("")
