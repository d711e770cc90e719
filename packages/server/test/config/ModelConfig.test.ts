import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option } from "effect"
import { model } from "../../src/config/ModelConfig.ts"

const read = (config: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(model, ConfigProvider.fromMap(new Map(Object.entries(config))))

const message = (config: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(read(config)), (error) => error.toString())

describe("the configuration of the model", () => {
  it.effect("is the embedded model until a key or an address is given", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* read({})).provider, "embedded")
      assert.strictEqual((yield* read({ OPENAI_API_KEY: "sk-x" })).provider, "openai")
      const local = yield* read({ OPENAI_BASE_URL: "http://localhost:11434/v1", LLM_MODEL: "llama" })
      assert.strictEqual(local.provider, "openai")
      assert.strictEqual(local.model, "llama")
      assert.isTrue(Option.isNone(local.apiKey))
      assert.strictEqual((yield* read({ OPENAI_API_KEY: "sk-x", LLM_PROVIDER: "embedded" })).provider, "embedded")
    })
  )

  it.effect("says what is wrong with an example, and never repeats the value", () =>
    Effect.gen(function* () {
      const secret = "s3cr3t value"
      const wrong = [
        ["LLM_PROVIDER", secret, "for example openai"],
        ["OPENAI_BASE_URL", `ftp://${secret}`, "for example http://localhost:11434/v1"],
        ["OPENAI_API_KEY", ` ${secret}`, "without spaces"],
        ["LLM_MODEL", ` ${secret}`, "for example gpt-4.1-mini"],
        ["EMBEDDING_MODEL", "", "must be the name"]
      ] as const
      for (const [name, value, example] of wrong) {
        const text = yield* message({ [name]: value })
        assert.include(text, name)
        assert.include(text, example)
        assert.notInclude(text, secret)
      }
    })
  )

  it.effect("needs a way to reach the provider that was asked for", () =>
    Effect.gen(function* () {
      assert.include(yield* message({ LLM_PROVIDER: "openai" }), "OPENAI_API_KEY")
    })
  )
})
