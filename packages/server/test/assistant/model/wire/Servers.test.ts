import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as ModelRequest from "../../../../src/assistant/model/ModelRequest.ts"
import { providerModel } from "../../../support/providerModel.ts"
import { anthropicThoughts, at, servers, streaming } from "../../../support/providerShapes.ts"
import * as StrictProvider from "../../../support/strictProvider.ts"
import { report } from "../../../support/turns.ts"
import * as ScriptedProvider from "../../../../src/testing/ScriptedProvider.ts"

describe("a language model at", () => {
  const all = [
    ...Object.entries(servers),
    ...Object.entries(streaming).map(([name, shapes]) => [`a server that streams ${name} unasked`, shapes] as const)
  ]
  for (const [server, { call, provider, settings = {}, words }] of all) {
    it.live(`${server} answers two turns with tools`, () =>
      Effect.gen(function* () {
        const script = [
          call("echo", '{"words":"a","limit":null}'),
          call("read_notes", ""),
          words("There are notes."),
          call("echo", '{"words":"b"}'),
          words("Done.")
        ].map((body) => ({ body }))
        const { received, url } = yield* ScriptedProvider.serve(script, StrictProvider.refuse)
        const model = Layer.succeedContext(yield* Layer.build(providerModel({ ...at(provider, url), ...settings })))
        const first = yield* report({ script: [], model, message: "What is there?" })
        assert.deepStrictEqual(
          [first.report.errorMessage, first.report.answer, first.executed],
          [null, "There are notes.", ["echo a", "read_notes"]]
        )
        assert.isAtLeast(first.report.tokensIn, 22)
        const second = yield* report({
          script: [],
          model,
          message: "Once more, please.",
          history: [
            { role: "user", text: "What is there?" },
            { role: "assistant", text: first.report.answer }
          ]
        })
        assert.deepStrictEqual(
          [second.report.errorMessage, second.report.answer, second.executed],
          [null, "Done.", ["echo b"]]
        )
        assert.strictEqual(received.length, 5)
      }).pipe(Effect.scoped)
    )
  }
})

/** A conversation that the Messages API takes. */
const taken = {
  model: "toy",
  max_tokens: 4_096,
  thinking: { type: "enabled", budget_tokens: 1_024 },
  tools: [{ name: "echo", input_schema: { type: "object" } }],
  system: [{ type: "text", text: "Be kind." }],
  messages: [
    { role: "user", content: [{ type: "text", text: "Hello" }] },
    {
      role: "assistant",
      content: [...anthropicThoughts, { type: "tool_use", id: "toolu_1", name: "echo", input: {} }]
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_1", content: "1", is_error: false },
        { type: "text", text: "Answer in words." }
      ]
    }
  ]
} as const

const [hello, calls, results] = taken.messages
const [thought, , use] = calls.content
const [result, note] = results.content

describe("the strictest server of the Messages API", () => {
  const asked = (body: unknown) => StrictProvider.refuse({ path: "/v1/messages?beta=true", headers: {}, body })

  it("takes what is in order, and nothing else", () => {
    assert.isUndefined(asked(taken))
    const saying = (...messages: ReadonlyArray<unknown>) => ({ messages })
    const called = (...content: ReadonlyArray<unknown>) => saying(hello, { role: "assistant", content }, results)
    const answered = (...content: ReadonlyArray<unknown>) => saying(hello, calls, { role: "user", content })
    const faults = [
      saying(calls, results),
      saying(hello, calls),
      saying(hello, calls, hello),
      saying(hello, results),
      saying({ role: "user", content: [] }),
      saying({ role: "user", content: [{ type: "text", text: " " }] }),
      called(use),
      called(thought, { ...use, input: "{}" }),
      called(thought, { ...use, id: "toolu.1" }),
      called(thought, use, use),
      called(use, thought),
      called({ ...thought, signature: "another" }, use),
      called({ ...thought, tomorrow: 1 }, use),
      answered(note, result),
      answered(result, result),
      answered({ ...result, tool_use_id: "toolu_2" }),
      { tools: undefined },
      { thinking: { type: "enabled", budget_tokens: 1_023 } },
      { thinking: { type: "enabled", budget_tokens: 4_096 } },
      { temperature: 0.2 },
      { tool_choice: "none" },
      { store: false }
    ]
    for (const fault of faults) {
      assert.isDefined(asked({ ...taken, ...fault }), JSON.stringify(fault))
    }
  })

  it.live("takes every conversation of ours, whoever says nothing in it", () =>
    Effect.gen(function* () {
      const { received, url } = yield* ScriptedProvider.serve(
        [{ body: servers["Anthropic"]!.words("Hello!") }],
        StrictProvider.refuse
      )
      const texts = ["Hello", "", " \n"]
      const said = (role: "user" | "assistant") =>
        texts.map((text) => Prompt.makeMessage(role, { content: [Prompt.makePart("text", { text })] }))
      const conversations = [...said("user"), ...said("assistant")].flatMap((first) =>
        said("assistant").map((second) => [first, second])
      )
      const system = Prompt.makeMessage("system", { content: "Be kind." })
      for (const opening of [[], [system]]) {
        for (const conversation of conversations) {
          const prompt = Prompt.fromMessages([...opening, ...conversation, said("user")[0]!, ...said("user").slice(1)])
          const { text } = yield* Effect.provide(
            ModelRequest.ask(prompt, ModelRequest.noTools),
            providerModel(at("anthropic", url))
          )
          assert.strictEqual(text, "Hello!")
        }
      }
      assert.lengthOf(received, 2 * conversations.length)
    }).pipe(Effect.scoped)
  )
})
