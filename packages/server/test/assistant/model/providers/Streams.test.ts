import { LanguageModel, Prompt, type Response } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, Stream } from "effect"
import * as ModelRequest from "../../../../src/assistant/model/ModelRequest.ts"
import { failureIn } from "../../../../src/platform/provider/ProviderFailed.ts"
import * as TokenBudget from "../../../../src/platform/provider/TokenBudget.ts"
import * as AcceleratedClock from "../../../../src/testing/AcceleratedClock.ts"
import * as ScriptedProvider from "../../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../../support/providerModel.ts"
import { ToyTools } from "../../../support/toyAgent.ts"

type Events = ReadonlyArray<object | string>

const frames = (events: Events) =>
  events
    .map((event) =>
      typeof event === "string" ? event : `event: ${String(Object(event).type)}\ndata: ${JSON.stringify(event)}\n\n`
    )
    .join("")

const streamed = (events: Events): ScriptedProvider.Reply => ({
  headers: { "content-type": "text/event-stream" },
  body: frames(events)
})

const outputText = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] })

const message = (phase: string | undefined, ...content: ReadonlyArray<object>) => ({
  id: "msg_1",
  type: "message",
  status: "completed",
  role: "assistant",
  ...(phase === undefined ? {} : { phase }),
  content
})

const thought = { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "gAAA" }

const functionCall = {
  id: "fc_1",
  type: "function_call",
  status: "completed",
  call_id: "call_1",
  name: "echo",
  arguments: '{"words":"a"}'
}

/** A stream of the Responses API with these items, the words of messages in two pieces. */
const ofOpenAi = (items: ReadonlyArray<{ readonly type: string }>, more: object = {}): Events => {
  const response = (status: string, output: ReadonlyArray<object>) => ({
    id: "resp_1",
    object: "response",
    created_at: 1_700_000_000,
    status,
    model: "toy-1",
    service_tier: "brand-new-tier",
    output,
    ...(status === "in_progress"
      ? {}
      : { usage: { input_tokens: 11, output_tokens: 4, total_tokens: 15, tokens_of_tomorrow: 1 }, ...more })
  })
  const ofItem = (item: object, output_index: number): Events => {
    const texts = "content" in item && Array.isArray(item.content) ? item.content.map(({ text }) => String(text)) : []
    return [
      { type: "response.output_item.added", output_index, item: { ...item, content: [], status: "in_progress" } },
      ...texts.flatMap((text, content_index) =>
        [text.slice(0, 3), text.slice(3)].map((delta) => ({
          type: "response.output_text.delta",
          item_id: "msg_1",
          output_index,
          content_index,
          delta,
          obfuscation: "x"
        }))
      ),
      { type: "response.output_item.done", output_index, item }
    ]
  }
  return [
    { type: "response.created", sequence_number: 0, response: response("in_progress", []) },
    { type: "response.event_of_tomorrow", what: [] },
    ": keep-alive\n\n",
    ...items.flatMap(ofItem),
    { type: "response.completed", response: response("completed", items) }
  ]
}

/** A stream of the Messages API with these blocks, each grown by these pieces. */
const ofAnthropic = (
  blocks: ReadonlyArray<readonly [block: object, ...deltas: ReadonlyArray<object>]>,
  stop_reason = "end_turn"
): Events => [
  {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "toy-1",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 3, cache_creation_input_tokens: 2, cache_read_input_tokens: 6, output_tokens: 1 }
    }
  },
  ...blocks.flatMap(([content_block, ...deltas], index): Events => [
    { type: "content_block_start", index, content_block },
    { type: "ping" },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index }
  ]),
  { type: "event_of_tomorrow" },
  { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 4 } },
  { type: "message_stop" }
]

const text = (...pieces: ReadonlyArray<string>) =>
  [{ type: "text", text: "" }, ...pieces.map((text) => ({ type: "text_delta", text }))] as const

const prompt = Prompt.make([{ role: "user", content: [{ type: "text", text: "Hello" }] }])

const providers = {
  openai: (url: string) => ({ LLM_PROVIDER: "openai", OPENAI_BASE_URL: url }),
  anthropic: (url: string) => ({ LLM_PROVIDER: "anthropic", ANTHROPIC_BASE_URL: url }),
  compatible: (url: string) => ({ LLM_PROVIDER: "compatible", OPENAI_BASE_URL: url })
}

/** The parts of a stream up to its end or its failure, what was asked for, and what is left of 100,000 tokens. */
const listen = (provider: keyof typeof providers, ...replies: ReadonlyArray<ScriptedProvider.Reply>) =>
  Effect.gen(function* () {
    const { received, url } = yield* ScriptedProvider.serve(replies)
    const parts: Array<Response.AnyPart> = []
    const outcome = yield* LanguageModel.streamText({
      prompt,
      toolkit: ModelRequest.offer(ToyTools.tools, "customer"),
      disableToolCallResolution: true
    }).pipe(
      Stream.runForEach((part) => Effect.sync(() => void parts.push(part))),
      Effect.either,
      Effect.zip(TokenBudget.left),
      TokenBudget.within(100_000),
      Effect.provide(providerModel({ ...providers[provider](url), LLM_MODEL: "toy" })),
      AcceleratedClock.acceleratedBy(5)
    )
    const [result, left] = outcome
    return {
      deltas: parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])),
      calls: parts.flatMap((part) => (part.type === "tool-call" ? [[part.name, part.params]] : [])),
      types: parts.map(({ type }): string => type),
      used: 100_000 - left,
      end: Option.getOrNull(Option.map(Option.flatMap(Either.getLeft(result), failureIn), ({ end }) => end)),
      requests: received.map(({ body }) => Object(body).stream === true)
    }
  }).pipe(Effect.scoped)

const whole = ["text-start", "text-delta", "text-delta", "text-end", "response-metadata", "finish"]

describe("a stream", () => {
  it.live("of OpenAI has the words of the answer as they come, and everything of tomorrow beside them", () =>
    Effect.gen(function* () {
      const words = yield* listen("openai", streamed(ofOpenAi([message(undefined, outputText("It is on its way."))])))
      assert.deepStrictEqual(words, {
        deltas: ["It ", "is on its way."],
        calls: [],
        types: whole,
        used: 15,
        end: null,
        requests: [true]
      })
    })
  )

  it.live("of OpenAI has no commentary, which goes back, and its calls", () =>
    Effect.gen(function* () {
      const { calls, deltas, types } = yield* listen(
        "openai",
        streamed(
          ofOpenAi([
            thought,
            message("commentary", outputText("I look it up.")),
            message("final_answer", outputText("Hello.")),
            functionCall
          ])
        )
      )
      assert.deepStrictEqual([deltas, calls], [["Hel", "lo."], [["echo", { words: "a" }]]])
      assert.strictEqual(types.filter((type) => type === "reasoning-end").length, 2)
    })
  )

  it.live("of Anthropic has the words of its texts, its calls and all that was used", () =>
    Effect.gen(function* () {
      const found = yield* listen(
        "anthropic",
        streamed(
          ofAnthropic(
            [
              [
                { type: "thinking", thinking: "", signature: "" },
                { type: "thinking_delta", thinking: "Hm." },
                { type: "signature_delta", signature: "c2ln" }
              ],
              text("Let me ", "see."),
              text("Now."),
              [
                { type: "tool_use", id: "toolu_1", name: "echo", input: {} },
                { type: "input_json_delta", partial_json: '{"wor' },
                { type: "input_json_delta", partial_json: 'ds":"a"}' },
                { type: "delta_of_tomorrow" }
              ]
            ],
            "tool_use"
          )
        )
      )
      assert.deepStrictEqual(
        [found.deltas, found.calls, found.used, found.end],
        [["Let me ", "see.", "\n\nNow."], [["echo", { words: "a" }]], 15, null]
      )
    })
  )

  const broken: ReadonlyArray<readonly [string, "openai" | "anthropic", Events, string]> = [
    [
      "without its last event",
      "openai",
      ofOpenAi([message(undefined, outputText("Hello."))]).slice(0, -1),
      "broken_off"
    ],
    ["without its last event", "anthropic", ofAnthropic([text("Hel", "lo.")]).slice(0, -1), "broken_off"],
    [
      "with a frame that is no JSON",
      "openai",
      [...ofOpenAi([message(undefined, outputText("Hello."))]).slice(0, -1), 'data: {"type": "respo\n\n'],
      "broken_off"
    ],
    [
      "with a flat error",
      "openai",
      [
        ...ofOpenAi([message(undefined, outputText("Hello."))]).slice(0, -1),
        { type: "error", code: "server_error", message: "no" }
      ],
      "faulty"
    ],
    [
      "with a nested error",
      "openai",
      [
        ...ofOpenAi([message(undefined, outputText("Hello."))]).slice(0, -1),
        { type: "error", error: { type: "invalid_request_error", code: "context_length_exceeded", message: "no" } }
      ],
      "context_too_long"
    ],
    [
      "with an error",
      "anthropic",
      [
        ...ofAnthropic([text("Hel", "lo.")]).slice(0, -2),
        { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }
      ],
      "faulty"
    ],
    ["that is cut off", "anthropic", ofAnthropic([text("Hel", "lo.")], "max_tokens"), "cut_off"],
    [
      "that is incomplete",
      "openai",
      ofOpenAi([message(undefined, outputText("Hello."))], {
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" }
      }),
      "cut_off"
    ]
  ]
  for (const [how, provider, events, end] of broken) {
    it.live(`of ${provider} ${how} fails, and is not asked for again once words have come`, () =>
      Effect.gen(function* () {
        const found = yield* listen(provider, streamed(events))
        assert.deepStrictEqual([found.end, found.requests.length, found.deltas.join("")], [end, 1, "Hello."])
        assert.isAbove(found.used, 0)
      })
    )
  }

  it.live("is asked for again while nothing was said", () =>
    Effect.gen(function* () {
      const good = {
        openai: ofOpenAi([message(undefined, outputText("Hello."))]),
        anthropic: ofAnthropic([text("Hel", "lo.")])
      }
      for (const provider of ["openai", "anthropic"] as const) {
        const overloaded = { status: 529, body: { type: "error", error: { type: "overloaded_error", message: "no" } } }
        const first = streamed(good[provider].slice(0, 1))
        const found = yield* listen(provider, overloaded, first, streamed(good[provider]))
        assert.deepStrictEqual([found.end, found.deltas, found.requests.length], [null, ["Hel", "lo."], 3])
      }
    })
  )

  it.live("is one piece where the server sends its answer whole, or nobody asks for a stream", () =>
    Effect.gen(function* () {
      const openai = yield* listen("openai", {
        body: { status: "completed", output: [message(undefined, outputText("Hello."))] }
      })
      const compatible = yield* listen("compatible", {
        body: { choices: [{ message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }] }
      })
      const untyped = yield* listen("openai", {
        headers: { "content-type": "text/plain" },
        body: JSON.stringify({ status: "completed", output: [message(undefined, outputText("Hello."))] })
      })
      assert.deepStrictEqual([openai.deltas, openai.requests], [["Hello."], [true]])
      assert.deepStrictEqual([untyped.deltas, untyped.requests], [["Hello."], [true]])
      assert.deepStrictEqual([compatible.deltas, compatible.requests], [["Hello."], [false]])
    })
  )
})
