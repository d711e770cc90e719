import { type Reply } from "../../src/testing/ScriptedProvider.ts"
import { type ProviderName } from "./providerShapes.ts"

/** Streams of providers in the shapes that they have. */

/** Events, or frames as they are. */
export type Events = ReadonlyArray<object | string>

const frameOf = (event: object | string) =>
  typeof event === "string"
    ? event
    : `${"type" in event ? `event: ${String(event.type)}\n` : ""}data: ${JSON.stringify(event)}\n\n`

/** Sends these events, and then ends, breaks off or hangs. */
export const streamed = (events: Events, ending?: "drops" | "hangs"): Reply => ({
  headers: { "content-type": "text/event-stream" },
  body: events.map(frameOf).join(""),
  ...(ending === undefined ? {} : { ending })
})

/** Pieces of a text, and the calls behind it: of each the name, and its arguments as text. */
interface Said {
  readonly pieces: ReadonlyArray<string>
  readonly calls?: ReadonlyArray<readonly [name: string, args: string]>
}

/** A stream of an answer, by its parts. */
interface Parts {
  /** All that the model says. */
  readonly begun: Events
  /** The terminal events. */
  readonly ended: Events
  /** The terminal events of an answer that is cut off at its length limit. */
  readonly cutOff: Events
}

const responses = ({ calls = [], pieces }: Said): Parts => {
  const text = pieces.join("")
  const items = [
    ...(text === ""
      ? []
      : [
          {
            id: "msg_1",
            type: "message",
            status: "completed",
            role: "assistant",
            content: [{ type: "output_text", text, annotations: [], logprobs: [] }]
          }
        ]),
    ...calls.map(([name, args], index) => ({
      id: `fc_${index}`,
      type: "function_call",
      status: "completed",
      call_id: `call_${index}`,
      name,
      arguments: args
    }))
  ]
  const response = (status: string, more: object = {}) => ({
    id: "resp_1",
    object: "response",
    status,
    model: "toy-1",
    output: [],
    ...more
  })
  const usage = { input_tokens: 11, output_tokens: 4, total_tokens: 15 }
  return {
    begun: [
      { type: "response.created", response: response("in_progress") },
      ...items.flatMap((item, output_index) => [
        { type: "response.output_item.added", output_index, item: { ...item, status: "in_progress", content: [] } },
        ...("name" in item
          ? [{ type: "response.function_call_arguments.delta", output_index, delta: item.arguments }]
          : pieces.map((delta) => ({ type: "response.output_text.delta", output_index, content_index: 0, delta }))),
        { type: "response.output_item.done", output_index, item }
      ])
    ],
    ended: [{ type: "response.completed", response: response("completed", { output: items, usage }) }],
    cutOff: [
      {
        type: "response.incomplete",
        response: response("incomplete", {
          output: items,
          usage,
          incomplete_details: { reason: "max_output_tokens" }
        })
      }
    ]
  }
}

const messages = ({ calls = [], pieces }: Said): Parts => {
  const blocks = [
    ...(pieces.length === 0
      ? []
      : [[{ type: "text", text: "" }, pieces.map((text) => ({ type: "text_delta", text }))] as const]),
    ...calls.map(
      ([name, args], index) =>
        [
          { type: "tool_use", id: `toolu_${index}`, name, input: {} },
          [{ type: "input_json_delta", partial_json: args }]
        ] as const
    )
  ]
  const ending = (stop_reason: string) => [
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 4 } },
    { type: "message_stop" }
  ]
  return {
    begun: [
      {
        type: "message_start",
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "toy-1",
          content: [],
          usage: { input_tokens: 11, output_tokens: 1 }
        }
      },
      ...blocks.flatMap(([content_block, deltas], index) => [
        { type: "content_block_start", index, content_block },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index }
      ])
    ],
    ended: ending(calls.length > 0 ? "tool_use" : "end_turn"),
    cutOff: ending("max_tokens")
  }
}

const chat = ({ calls = [], pieces }: Said): Parts => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    object: "chat.completion.chunk",
    model: "toy-1",
    choices: [{ index: 0, delta, finish_reason }]
  })
  const ending = (reason: string): Events => [
    chunk({}, reason),
    { choices: [], usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } },
    "data: [DONE]\n\n"
  ]
  return {
    begun: [
      chunk({ role: "assistant", content: "" }),
      ...pieces.map((content) => chunk({ content })),
      ...calls.flatMap(([name, args], index) => [
        chunk({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: "" } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: args } }] })
      ])
    ],
    ended: ending(calls.length > 0 ? "tool_calls" : "stop"),
    cutOff: ending("length")
  }
}

/** The streams of every provider. */
export const streams: Readonly<Record<ProviderName, (said: Said) => Parts>> = {
  openai: responses,
  anthropic: messages,
  compatible: chat
}
