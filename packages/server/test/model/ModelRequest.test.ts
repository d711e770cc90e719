import { LanguageModel, Prompt, Tool } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { ModelDescription } from "../../src/model/ModelDescription.ts"
import * as ModelRequest from "../../src/model/ModelRequest.ts"
import * as ScriptedModel from "../../src/testing/ScriptedModel.ts"
import { ToyTools } from "../support/toyAgent.ts"

const prompt = Prompt.make("Hello")
const offered = ModelRequest.offer(ToyTools.tools)

const asked = (line: ScriptedModel.Line, offer = offered) =>
  Effect.provide(ModelRequest.ask(prompt, offer), ScriptedModel.layer([line]))

describe("asking the model", () => {
  it.effect("shows it the real contracts of the tools", () =>
    Effect.gen(function* () {
      const seen: Array<Tool.Any> = []
      const model = Layer.effect(
        LanguageModel.LanguageModel,
        LanguageModel.make({
          generateText: ({ tools }) => Effect.sync(() => (seen.push(...tools), [])),
          streamText: () => Stream.empty
        })
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
        Option.getOrThrow(answer).toolCalls.map(({ name, params }) => [name, params]),
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
      const { text, tokensIn, tokensOut } = Option.getOrThrow(answer)
      assert.deepStrictEqual([text, tokensIn, tokensOut], ["Hi", 0, 0])
      const boast = { inputTokens: 2 ** 40, outputTokens: Number.NaN, totalTokens: undefined }
      const boasting = yield* asked([
        { type: "text", text: "Hi" },
        { type: "finish", reason: "stop", usage: boast }
      ])
      // Nine answers of a turn fit a column of PostgreSQL's `integer`.
      assert.isBelow(9 * Option.getOrThrow(boasting).tokensIn, 2 ** 31)
      assert.strictEqual(Option.getOrThrow(boasting).tokensOut, 0)
    })
  )

  it.effect("names the model as it names itself, else as it is described", () =>
    Effect.gen(function* () {
      const described = Effect.provideService(ModelDescription, { provider: "p", model: "described" })
      const anonymous = yield* described(asked(ScriptedModel.say("Hi")))
      assert.strictEqual(Option.getOrThrow(anonymous).model, "described")
      const named = yield* described(
        asked([{ type: "response-metadata", modelId: "own-name" }, ...ScriptedModel.say("Hi")])
      )
      assert.strictEqual(Option.getOrThrow(named).model, "own-name")
    })
  )

  it.effect("cannot read a call of a tool that was not offered", () =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone(yield* asked(ScriptedModel.call(["fly", {}]))))
      assert.isTrue(Option.isNone(yield* asked(ScriptedModel.call(["echo", {}]), ModelRequest.noTools)))
    })
  )
})
