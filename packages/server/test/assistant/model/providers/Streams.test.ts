import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Logger, LogLevel, Option } from "effect"
import * as ModelRequest from "../../../../src/assistant/model/ModelRequest.ts"
import { CurrentTextReceiver } from "../../../../src/platform/provider/TextReceiver.ts"
import * as TokenBudget from "../../../../src/platform/provider/TokenBudget.ts"
import * as AcceleratedClock from "../../../../src/testing/AcceleratedClock.ts"
import * as ScriptedProvider from "../../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../../support/providerModel.ts"
import { answers, at, type ProviderName } from "../../../support/providerShapes.ts"
import { type Events, streamed, streams } from "../../../support/providerStreams.ts"
import { ToyTools } from "../../../support/toyAgent.ts"

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

const textBlock = (...pieces: ReadonlyArray<string>) =>
  [{ type: "text", text: "" }, ...pieces.map((text) => ({ type: "text_delta", text }))] as const

/** A stream of Chat Completions with these deltas; its last event is the end. */
const ofChat = (deltas: ReadonlyArray<object>, finish_reason: string | null = "stop"): Events => [
  ": PROCESSING\n\n",
  ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
  ...(finish_reason === null ? [] : [{ model: "toy-1", choices: [{ index: 0, delta: {}, finish_reason }] }]),
  { choices: [], usage: { prompt_tokens: 11, completion_tokens: 4 } },
  "data: [DONE]\n\n"
]

const prompt = Prompt.make([{ role: "user", content: [{ type: "text", text: "Hello" }] }])

/** Returns a receiver's events, the answer, the requests, and the rest of 100,000 tokens. */
const listen = (provider: ProviderName, ...replies: ReadonlyArray<ScriptedProvider.Reply>) =>
  Effect.gen(function* () {
    const { received, url } = yield* ScriptedProvider.serve(replies)
    const told: Array<string> = []
    const [answer, left] = yield* ModelRequest.ask(prompt, ModelRequest.offer(ToyTools.tools, "customer")).pipe(
      Effect.provideService(
        CurrentTextReceiver,
        Option.some({
          text: (delta) => Effect.sync(() => told.push(delta)),
          discard: Effect.sync(() => told.push("discard"))
        })
      ),
      Effect.either,
      Effect.zip(TokenBudget.left),
      TokenBudget.within(100_000),
      Effect.provide(providerModel({ ...at(provider, url), LLM_STREAM: "all" })),
      Logger.withMinimumLogLevel(LogLevel.None),
      AcceleratedClock.acceleratedBy(5)
    )
    const { message, text, toolCalls } = Either.getOrElse(answer, () => ({ message: null, text: null, toolCalls: [] }))
    return {
      told,
      text,
      calls: toolCalls.map(({ name, params }) => [name, params]),
      sentBack: JSON.stringify(message),
      used: 100_000 - left,
      requests: received.map(({ body }): unknown => body)
    }
  }).pipe(Effect.scoped)

const call = ["echo", { words: "a" }]

describe("a stream", () => {
  it.live("of OpenAI has the words of the answer as they come, and everything of tomorrow beside them", () =>
    Effect.gen(function* () {
      const { told, text, used, requests } = yield* listen(
        "openai",
        streamed(ofOpenAi([message(undefined, outputText("It is on its way."))]))
      )
      assert.deepStrictEqual([told, text, used], [["It ", "is on its way."], "It is on its way.", 15])
      assert.lengthOf(requests, 1)
      assert.deepInclude(requests[0], { stream: true })
    })
  )

  it.live("of OpenAI has no commentary, which goes back, and its calls", () =>
    Effect.gen(function* () {
      const { calls, sentBack, text, told } = yield* listen(
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
      assert.deepStrictEqual([told, text, calls], [["Hel", "lo."], "Hello.", [call]])
      assert.include(sentBack, "I look it up.")
    })
  )

  it.live("of Anthropic has the words of its texts, its calls and all that was used", () =>
    Effect.gen(function* () {
      const { calls, sentBack, told, text, used } = yield* listen(
        "anthropic",
        streamed(
          ofAnthropic(
            [
              [
                { type: "thinking", thinking: "", signature: "" },
                { type: "thinking_delta", thinking: "Hm." },
                { type: "signature_delta", signature: "c2ln" }
              ],
              textBlock("Let me ", "see."),
              textBlock("Now."),
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
      assert.deepStrictEqual(told, ["Let me ", "see.", "\n\nNow."])
      assert.deepStrictEqual([text, calls, used], [told.join(""), [call], 15])
      assert.include(sentBack, "c2ln")
    })
  )

  it.live("of a compatible server has the words of its content, in parts or not, and no thoughts or commentary", () =>
    Effect.gen(function* () {
      const deltas = [
        { role: "assistant", content: "" },
        { reasoning_content: "Hm." },
        { content: "It " },
        { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] },
        { content: null, kind_of_tomorrow: 1 },
        { content: [{ type: "text", text: "is on its way." }] }
      ]
      const { requests, told, used } = yield* listen("compatible", streamed(ofChat(deltas)))
      assert.deepStrictEqual([told, used], [["It ", "is on its way."], 15])
      assert.deepInclude(requests[0], { stream: true, stream_options: { include_usage: true } })
      const aside = [{ role: "assistant", phase: "commentary", content: "I look " }, { content: "it up." }]
      const commentary = yield* listen("compatible", streamed(ofChat(aside)))
      assert.deepStrictEqual([commentary.told, commentary.text], [[], ""])
    })
  )

  it.live("of a compatible server ends with a finish reason, or with its end marker after text or a call", () =>
    Effect.gen(function* () {
      const called = {
        tool_calls: [{ index: 0, id: "call_1", function: { name: "echo", arguments: '{"words":"a"}' } }]
      }
      const ofWords = yield* listen("compatible", streamed(ofChat([{ content: "Hello." }], null)))
      assert.deepStrictEqual([ofWords.told, ofWords.text, ofWords.requests.length], [["Hello."], "Hello.", 1])
      const ofCall = yield* listen("compatible", streamed(ofChat([called], null)))
      assert.deepStrictEqual([ofCall.calls, ofCall.requests.length], [[call], 1])
      const good = { body: answers.compatible.said("Hello.") }
      for (const events of [
        ofChat([{ role: "assistant", content: "" }], null),
        ofChat([{ content: "Hello." }, called], null).slice(0, -1)
      ]) {
        const { requests, text } = yield* listen("compatible", streamed(events), good)
        assert.deepStrictEqual([text, requests.map((body) => Object(body).stream)], ["Hello.", [true, undefined]])
      }
    })
  )

  it.live("of a compatible server has no options from the first refusal on", () =>
    Effect.gen(function* () {
      const good = streamed(ofChat([{ content: "Hello." }]))
      const message = "body -> stream_options: Extra inputs are not permitted"
      const { requests, told } = yield* listen(
        "compatible",
        { status: 422, body: answers.compatible.error({ message }) },
        good
      )
      assert.deepStrictEqual(told, ["Hello."])
      assert.deepInclude(requests[1], { stream: true })
      assert.notProperty(requests[1], "stream_options")
    })
  )

  it.live("counts what it has cost, also where it breaks off", () =>
    Effect.gen(function* () {
      for (const provider of ["openai", "anthropic", "compatible"] as const) {
        const { begun } = streams[provider]({ pieces: ["Hello."] })
        const { requests, told, used } = yield* listen(provider, streamed(begun), { status: 400, body: "no" })
        assert.deepStrictEqual([told, requests.length], [["Hello.", "discard"], 2])
        assert.strictEqual(used, Math.ceil(JSON.stringify(requests[0]).length / 4))
        const ofCall = streams[provider]({ pieces: [], calls: [["echo", "{}"]] }).begun
        assert.strictEqual((yield* listen(provider, streamed(ofCall), { status: 400, body: "no" })).used, used)
      }
    })
  )

  it.live("is asked for again where the server has a fault", () =>
    Effect.gen(function* () {
      for (const provider of ["openai", "anthropic", "compatible"] as const) {
        const { begun, ended } = streams[provider]({ pieces: ["Hel", "lo."] })
        const overloaded = { status: 529, body: answers[provider].error({ message: "no", type: "overloaded_error" }) }
        const { requests, told } = yield* listen(provider, overloaded, streamed([...begun, ...ended]))
        assert.deepStrictEqual(
          [told, requests.map((body) => Object(body).stream)],
          [
            ["Hel", "lo."],
            [true, true]
          ]
        )
      }
    })
  )
})
