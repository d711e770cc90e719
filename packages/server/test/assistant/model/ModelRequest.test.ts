import { LanguageModel, Prompt, Tool } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { ModelDescription } from "../../../src/assistant/model/ModelDescription.ts"
import * as ModelRequest from "../../../src/assistant/model/ModelRequest.ts"
import * as PlainLanguageModel from "../../../src/assistant/model/PlainLanguageModel.ts"
import { noTokens } from "../../../src/platform/provider/TokenUsage.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ToyTools } from "../../support/toyAgent.ts"

const prompt = Prompt.make("Hello")
const offered = ModelRequest.offer(ToyTools.tools, "admin")

const asked = (line: ScriptedModel.Line, offer = offered) =>
  Effect.provide(ModelRequest.ask(prompt, offer), ScriptedModel.layer([line]))

describe("asking the model", () => {
  it.effect("shows it the real contracts of the tools", () =>
    Effect.gen(function* () {
      const seen: Array<Tool.Any> = []
      const model = Layer.succeed(
        LanguageModel.LanguageModel,
        PlainLanguageModel.make(({ tools }) => Effect.sync(() => (seen.push(...tools), [])))
      )
      yield* Effect.provide(ModelRequest.ask(prompt, offered), model)
      for (const tool of seen) {
        const contract: Tool.Any = Object.values(ToyTools.tools).find(({ name }) => name === tool.name)!
        assert.strictEqual(tool.description, contract.description)
        assert.deepStrictEqual(
          Tool.getJsonSchemaFromSchemaAst(tool.parametersSchema.ast),
          Tool.getJsonSchemaFromSchemaAst(contract.parametersSchema.ast)
        )
      }
      assert.strictEqual(seen.length, Object.keys(ToyTools.tools).length)
    })
  )

  it.effect("takes calls as they come, whether or not they fit their contract", () =>
    Effect.gen(function* () {
      const answer = yield* asked(ScriptedModel.call(["echo", { nonsense: [1] }], ["hang", "text"], ["hang", [1]]))
      assert.deepStrictEqual(
        answer.toolCalls.map(({ name, params }) => [name, params]),
        [
          ["echo", { nonsense: [1] }],
          ["hang", "text"],
          ["hang", [1]]
        ]
      )
    })
  )

  it.effect("counts only what is a count", () =>
    Effect.gen(function* () {
      const usage = { inputTokens: -3, outputTokens: undefined, totalTokens: undefined }
      const answer = yield* asked([
        { type: "text", text: "Hi" },
        { type: "finish", reason: "stop", usage }
      ])
      assert.strictEqual(answer.text, "Hi")
      assert.deepStrictEqual(answer.usage, noTokens)
      const boast = { inputTokens: 2 ** 40, outputTokens: Number.NaN, totalTokens: undefined }
      const boasting = yield* asked([
        { type: "text", text: "Hi" },
        { type: "finish", reason: "stop", usage: boast }
      ])
      // Nine answers of a turn fit a column of PostgreSQL's `integer`.
      assert.isBelow(9 * boasting.usage.tokensIn, 2 ** 31)
      assert.strictEqual(boasting.usage.tokensOut, 0)
    })
  )

  it.effect("names the model as it names itself, else as it is described", () =>
    Effect.gen(function* () {
      const described = Effect.provideService(ModelDescription, { provider: "p", model: "described" })
      const anonymous = yield* described(asked(ScriptedModel.say("Hi")))
      assert.strictEqual(anonymous.model, "described")
      const named = yield* described(
        asked([{ type: "response-metadata", modelId: "own-name" }, ...ScriptedModel.say("Hi")])
      )
      assert.strictEqual(named.model, "own-name")
    })
  )

  it.effect("takes calls of tools that were not offered, too", () =>
    Effect.gen(function* () {
      const { toolCalls } = yield* asked(ScriptedModel.call(["fly", {}], ["echo", {}]), ModelRequest.noTools)
      assert.deepStrictEqual(
        toolCalls.map(({ name }) => name),
        ["fly", "echo"]
      )
    })
  )

  it.effect("takes the state that the model gives with its text, and keeps it out of the prompt", () =>
    Effect.gen(function* () {
      const [withState] = ScriptedModel.sayWithState("One.", { turn: 1 })
      const answer = yield* asked([withState!, ...ScriptedModel.say("Two.")])
      assert.deepStrictEqual(answer.modelState, Option.some({ turn: 1 }))
      assert.notInclude(JSON.stringify(answer.message), "turn")
      const { modelState } = yield* asked(ScriptedModel.say("None."))
      assert.isTrue(Option.isNone(modelState))
    })
  )

  it.effect("tells of an answer that is none, and what it cost", () =>
    Effect.gen(function* () {
      const usage = { inputTokens: 7, outputTokens: 3, totalTokens: 10 }
      for (const [reason, text, shortfall] of [
        ["length", "Half of", "cut off"],
        ["content-filter", "", "content filter"],
        ["other", "I cannot", "declined"],
        ["stop", "x".repeat(24_001), "too long"]
      ] as const) {
        const answer = yield* asked([
          { type: "text", text },
          { type: "finish", reason, usage }
        ])
        assert.include(Option.getOrThrow(answer.rejection), shortfall)
        assert.deepStrictEqual([answer.usage.tokensIn, answer.usage.tokensOut], [7, 3])
      }
    })
  )
})
