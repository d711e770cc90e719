import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, Option } from "effect"
import { report } from "../../../support/turns.ts"
import { providerModel } from "../../../support/providerModel.ts"
import { answers, anthropicThoughts, at, type ProviderName } from "../../../support/providerShapes.ts"
import { spansOf } from "../../../../src/testing/RecordedSpans.ts"
import * as ScriptedProvider from "../../../../src/testing/ScriptedProvider.ts"
import * as Note from "../../../../src/assistant/model/Note.ts"
import * as OpenAi from "../../../../src/assistant/model/providers/OpenAi.ts"
import * as Chat from "../../../../src/assistant/model/wire/Chat.ts"
import { defaultDialect } from "../../../../src/platform/provider/Dialect.ts"

const secret = "c2lnbmF0dXJl".repeat(20)

const options = {
  address: "http://localhost/v1",
  apiKey: Option.none(),
  model: "toy",
  isReasoning: false,
  reasoningEffort: Option.none(),
  temperature: Option.none(),
  maxOutputTokens: 9,
  strictTools: false
}

const bodyOf = (messages: ReadonlyArray<Prompt.Message>) =>
  JSON.parse(
    JSON.stringify(
      Chat.body(
        {
          prompt: Prompt.fromMessages(messages),
          tools: [],
          mayCall: true,
          receiver: Option.none()
        },
        options,
        defaultDialect
      )
    )
  )

/** A call, and what the provider is sent when the call was made: in one turn of the toy agent. */
const takenBack = (provider: ProviderName, first: unknown, last: unknown) =>
  Effect.gen(function* () {
    const { received, url } = yield* ScriptedProvider.serve([{ body: first }, { body: last }])
    const model = Layer.succeedContext(yield* Layer.build(providerModel(at(provider, url))))
    const outcome: { answer?: string; told?: string } = {}
    const spans = yield* spansOf(
      Effect.tap(report({ script: [], model, message: "What is there?" }), ({ report }) =>
        Effect.sync(() => Object.assign(outcome, { answer: report.answer, told: JSON.stringify(report) }))
      )
    )
    assert.strictEqual(outcome.answer, "Done.")
    assert.notInclude(outcome.told + JSON.stringify(spans), secret)
    const body: unknown = received[1]?.body
    return JSON.parse(JSON.stringify(body))
  }).pipe(Effect.scoped)

const chatAnswer = (message: object, finish_reason = "tool_calls") => ({ choices: [{ message, finish_reason }] })
const called = (more: object = {}, id: unknown = "call_1") => ({
  id,
  type: "function",
  function: { name: "echo", arguments: '{"words":"a"}' },
  ...more
})
const done = chatAnswer({ content: "Done." }, "stop")

describe("what a provider puts on its answer", () => {
  const messages = {
    "on a call (Gemini)": {
      content: null,
      tool_calls: [called({ extra_content: { google: { thought_signature: secret } } })]
    },
    "on a function": { content: null, tool_calls: [{ ...called(), function: { ...called().function, sig: secret } }] },
    "beside the content (DeepSeek, Kimi)": { content: "", reasoning_content: secret, tool_calls: [called()] },
    "in a list (OpenRouter)": {
      content: "",
      reasoning_details: [{ type: "reasoning.encrypted", data: secret, index: 0 }],
      tool_calls: [called()]
    },
    "in the text (MiniMax)": { content: `<think>${secret}</think>`, tool_calls: [called()] },
    "in parts of the content (Mistral)": {
      content: [{ type: "thinking", thinking: [{ type: "text", text: secret }] }],
      tool_calls: [called()]
    },
    "in the way the call is written": {
      content: null,
      tool_calls: [called({ function: { name: "default_api.echo", arguments: '{ "words" : "a" }\n' } })]
    },
    "by a name of tomorrow": { content: "", tomorrow: { phase: "commentary", of: [secret] }, tool_calls: [called()] }
  }
  for (const [where, message] of Object.entries(messages)) {
    it.live(`goes back as it came within the turn, ${where}, and nowhere else`, () =>
      Effect.gen(function* () {
        const { messages } = yield* takenBack("compatible", chatAnswer(message), done)
        assert.deepStrictEqual(messages.at(-2), {
          role: "assistant",
          ...message
        })
        assert.strictEqual(messages.at(-1).tool_call_id, "call_1")
      })
    )
  }

  for (const provider of ["openai", "anthropic", "compatible"] as const) {
    it.live(
      `goes back to ${provider} with ids of any length, and pairs calls and results also where ids are none or twice the same`,
      () =>
        Effect.gen(function* () {
          const long = `call_1__thought__${secret}==`
          const { called, callsIn, resultsIn, said } = answers[provider]
          const calls = [long, "", "call_2", "call_2", 7].map((id) => ["echo", '{"words":"a"}', id] as const)
          const sent = yield* takenBack(provider, called(...calls), said("Done."))
          const ids = callsIn(sent)
          assert.deepStrictEqual([ids[0], ids[2]], [long, "call_2"])
          assert.strictEqual(new Set(ids).size, 5)
          assert.isTrue(ids.every((id) => id !== ""))
          assert.deepStrictEqual(
            resultsIn(sent).map(({ id }) => id),
            ids
          )
        })
    )

    it.live(`goes back to ${provider} with calls of any tool, with anything as arguments`, () =>
      Effect.gen(function* () {
        const { called, resultsIn, said } = answers[provider]
        const given = ['["a"]', "7", "null", '{"__proto__":{"words":"a"}}', '{"constructor":{"prototype":{}}}']
        const calls = [
          ["fly", "{}", "c0"] as const,
          ["any_tool", "{}", "c1"] as const,
          ...given.map((args, index) => ["echo", args, `c${index + 2}`] as const),
          ["echo", '{"words":"a"}', "c9"] as const
        ]
        const sent = yield* takenBack(provider, called(...calls), said("Done."))
        const results = resultsIn(sent).map(({ text }) => text)
        assert.lengthOf(results, calls.length)
        assert.deepStrictEqual(
          results.map((result) => result.includes('"caller":"Ada"')),
          calls.map(([, , id]) => id === "c9")
        )
        assert.isTrue(results.slice(0, 2).every((result) => /unknown|no tool|not/i.test(result)))
        assert.notInclude(JSON.stringify(sent), '"not_offered"')
      })
    )
  }

  it.live("goes back to Anthropic as it came, thoughts before calls, whatever is new on both", () =>
    Effect.gen(function* () {
      const thoughts = [
        { type: "thinking", thinking: "Hm.", signature: secret },
        { type: "thinking", thinking: "", signature: secret, tomorrow: { of: [1] } },
        { type: "thinking", thinking: "Hm. (A server without signatures)" },
        { type: "redacted_thinking", data: secret }
      ]
      const calls = [
        {
          type: "tool_use",
          id: "toolu_1",
          name: "echo",
          input: { words: "a" },
          caller: { type: "direct" },
          sig: secret
        },
        { type: "tool_use", id: "toolu_2", name: "functions.echo", input: { words: "b" } }
      ]
      const words = { type: "text", text: "I look it up.", citations: null }
      const answer = {
        ...answers.anthropic.called(),
        content: [...thoughts, { type: "server_tool_use", id: "s", name: "web_search", input: {} }, words, ...calls]
      }
      const { messages } = yield* takenBack("anthropic", answer, answers.anthropic.said("Done."))
      assert.deepStrictEqual(messages.at(-2), {
        role: "assistant",
        content: [...thoughts, { type: "text", text: "I look it up." }, ...calls]
      })
    })
  )

  it.live("is left out for a server of the Messages API that refuses it, but for what it always knew", () =>
    Effect.gen(function* () {
      const [thought] = anthropicThoughts
      const answer = {
        ...answers.anthropic.called(),
        content: [
          { ...thought, tomorrow: 1 },
          { type: "tool_use", id: "toolu_1", name: "echo", input: { words: "a" }, tomorrow: 1 }
        ]
      }
      const { received, url } = yield* ScriptedProvider.serve(
        [{ body: answer }, { body: answers.anthropic.said("Done.") }],
        ({ body }) =>
          JSON.stringify(body).includes("tomorrow")
            ? {
                status: 400,
                body: answers.anthropic.error({
                  message: "messages.1.content.0.thinking.tomorrow: Extra inputs are not permitted"
                })
              }
            : undefined
      )
      const model = Layer.succeedContext(yield* Layer.build(providerModel(at("anthropic", url))))
      const { report: made } = yield* report({ script: [], model, message: "What is there?" })
      assert.deepStrictEqual([made.errorMessage, received.length], [null, 3])
      assert.deepStrictEqual(JSON.parse(JSON.stringify(received[2]?.body)).messages.at(-2).content, [
        thought,
        { type: "tool_use", id: "toolu_1", name: "echo", input: { words: "a" } }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("goes back with one id for each call, where rounds give the same ones again", () =>
    Effect.gen(function* () {
      const given = ["functions.echo:0", "call00003", "functions.echo:0"]
      const rounds = given.map((id) => ({ body: chatAnswer({ content: null, tool_calls: [called({}, id)] }) }))
      const { received, url } = yield* ScriptedProvider.serve([...rounds, { body: done }])
      const model = Layer.succeedContext(yield* Layer.build(providerModel(at("compatible", url))))
      yield* report({ script: [], model, message: "What is there?" })
      const { messages } = JSON.parse(JSON.stringify(received[3]?.body))
      const pairs: ReadonlyArray<ReadonlyArray<string>> = [-6, -4, -2].map((place) => [
        messages.at(place).tool_calls[0].id,
        messages.at(place + 1).tool_call_id
      ])
      assert.deepStrictEqual(
        pairs.map(([call]) => call),
        [...given.slice(0, 2), "call00002"]
      )
      assert.isTrue(pairs.every(([call, result]) => call === result))
    }).pipe(Effect.scoped)
  )

  it.live("is an object where a call packs its arguments into texts", () =>
    Effect.gen(function* () {
      const packed = JSON.stringify(JSON.stringify('{"words":"a"}'))
      const call = called({ function: { name: "echo", arguments: packed } })
      const { messages } = yield* takenBack("compatible", chatAnswer({ content: null, tool_calls: [call] }), done)
      assert.strictEqual(messages.at(-2).tool_calls[0].function.arguments, '{"words":"a"}')
      assert.include(messages.at(-1).content, '"a"')
    })
  )

  it.live("goes back in the order of the items of the Responses API, with the phase of each message", () =>
    Effect.gen(function* () {
      const message = (phase: string, text: string) => ({
        id: "m",
        type: "message",
        role: "assistant",
        status: "completed",
        phase,
        content: [{ type: "output_text", text, annotations: [] }]
      })
      const thought = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: secret }
      const output = [
        thought,
        message("commentary", "I look it up."),
        {
          id: "f",
          type: "function_call",
          call_id: "c1",
          name: "echo",
          arguments: '{"words":"a"}',
          status: "completed",
          tomorrow: 1
        }
      ]
      const completed = (output: ReadonlyArray<unknown>) => ({ status: "completed", output })
      const { input } = yield* takenBack(
        "openai",
        completed(output),
        completed([message("commentary", "Secretly."), message("final_answer", "Done.")])
      )
      assert.deepStrictEqual(input.slice(-4, -1), [
        thought,
        { role: "assistant", content: "I look it up.", phase: "commentary" },
        { type: "function_call", call_id: "c1", name: "echo", arguments: '{"words":"a"}', tomorrow: 1 }
      ])
    })
  )

  it("is put together from the pieces of a stream", () => {
    const delta = (delta: object, finish_reason: string | null = null) => ({ choices: [{ delta, finish_reason }] })
    const events = [
      delta({ role: "assistant", content: "", reasoning_content: "Hm" }),
      delta({ reasoning_content: ", yes.", reasoning_details: [{ type: "reasoning.text", text: "Hm", index: 0 }] }),
      delta({ reasoning_details: [{ type: "reasoning.text", text: ", yes.", index: 0 }] }),
      delta({
        tool_calls: [{ index: 0, id: "a", extra_content: { s: "x" }, function: { name: "echo", arguments: "{" } }]
      }),
      delta({ tool_calls: [{ index: 0, function: { arguments: "}" } }] }),
      delta({}, "tool_calls")
    ]
    const { parts } = Either.getOrThrow(Chat.protocol.read(Option.getOrThrow(Chat.protocol.join(events))))
    assert.deepStrictEqual(parts, [
      {
        _tag: "Words",
        text: "",
        additions: {
          reasoning_content: "Hm, yes.",
          reasoning_details: [{ type: "reasoning.text", text: "Hm, yes.", index: 0 }],
          content: null
        }
      },
      { _tag: "Call", id: "a", name: "echo", arguments: "{}", additions: { extra_content: { s: "x" } } }
    ])
  })

  it("is left out where it is larger than any signature, or nested too deeply", () => {
    const deep = JSON.parse(`${"[".repeat(99)}1${"]".repeat(99)}`)
    const message = { content: "Hello", big: "x".repeat(600_000), deep }
    const { parts } = Either.getOrThrow(Chat.protocol.read(chatAnswer(message, "stop")))
    assert.deepStrictEqual(parts, [{ _tag: "Words", text: "Hello", additions: {} }])
  })
})

describe("the order of messages", () => {
  const text = (role: "user" | "assistant", words: string) =>
    Prompt.makeMessage(role, { content: [Prompt.makePart("text", { text: words })] })
  const system = (content: string) => Prompt.makeMessage("system", { content })
  const call = Prompt.makeMessage("assistant", {
    content: [Prompt.makePart("tool-call", { id: "a", name: "echo", params: {}, providerExecuted: false })]
  })
  const result = Prompt.toolMessage({
    content: [
      Prompt.makePart("tool-result", { id: "a", name: "echo", isFailure: false, result: 1, providerExecuted: false })
    ]
  })
  const rolesOf = (...messages: ReadonlyArray<Prompt.Message>): string =>
    bodyOf(messages)
      .messages.map(({ role }: { role: string }) => role)
      .join(" ")

  it("is one that the strictest templates take, whatever is said in whatever order", () => {
    const kinds = [Note.make("Be kind."), text("user", "Hello"), text("assistant", "Hi"), [call, result]]
    const orders = Array.from({ length: kinds.length ** 5 }, (_, order) =>
      Array.from({ length: 5 }, (_, place) => kinds[Math.floor(order / kinds.length ** place) % kinds.length]!)
    )
    for (const order of orders) {
      const roles = rolesOf(...order.flat())
      assert.match(roles, /^(?:system ?)?(?:user(?: assistant(?: tool assistant)*(?: tool)?(?: |$)|$))*$/, roles)
      assert.notMatch(roles, /tool user|user user|(?:^|[^l] )assistant assistant|. system/)
    }
  })

  it("puts the model between the results of tools and a note to it", () => {
    assert.strictEqual(
      rolesOf(system("a"), text("user", "b"), call, result, Note.make("Answer in words.")),
      "system user assistant tool assistant user"
    )
    assert.strictEqual(rolesOf(text("assistant", "Hi"), text("user", "b")), "user assistant user")
  })
})

describe("the tokens of an answer", () => {
  it("have the reasoning in them, also where a server counts it beside them", () => {
    const used = (usage: object) => {
      const { cachedTokens, reasoningTokens, tokensIn, tokensOut } = Chat.protocol.usageOf({ usage })
      return [tokensIn, cachedTokens, tokensOut, reasoningTokens]
    }
    const gemini = { prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 }
    assert.deepStrictEqual(used(gemini), [20, 0, 603, 0])
    const details = { completion_tokens_details: { reasoning_tokens: 60 } }
    assert.deepStrictEqual(
      used({ prompt_tokens: 21, completion_tokens: 0, total_tokens: 81, ...details }),
      [21, 0, 60, 60]
    )
    assert.deepStrictEqual(used({ prompt_tokens: 21, completion_tokens: 5, ...details }), [21, 0, 65, 60])
    assert.deepStrictEqual(
      used({ prompt_tokens: 21, completion_tokens: 70, total_tokens: 91, ...details }),
      [21, 0, 70, 60]
    )
    const kept = { prompt_tokens: 90, prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 40 } }
    assert.deepInclude(Chat.protocol.usageOf({ usage: kept }), { cachedTokens: 20, cacheWriteTokens: 40 })
    const cached = { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 90 }, completion_tokens: 5 }
    assert.deepStrictEqual(used({ ...cached, total_tokens: 105 }), [100, 90, 5, 0])
    assert.deepStrictEqual(used(cached), [100, 90, 5, 0])
    assert.deepStrictEqual(used({ ...cached, total_tokens: 15 }), [10, 10, 5, 0])
    assert.strictEqual(
      OpenAi.protocol.usageOf({ usage: { input_tokens: 1, output_tokens: 2, total_tokens: 9 } }).tokensOut,
      8
    )
  })
})
