import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either, Option, Redacted } from "effect"
import * as Environment from "../../../src/platform/config/Environment.ts"
import { embeddings, model } from "../../../src/platform/config/ModelConfig.ts"

const read = (config: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(model, ConfigProvider.fromMap(new Map(Object.entries(config))))

const vectors = (config: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(embeddings, ConfigProvider.fromMap(new Map(Object.entries(config))))

const message = (config: Readonly<Record<string, string>>) =>
  Effect.map(Effect.flip(Effect.zipRight(read(config), vectors(config))), (error) => error.toString())

describe("the configuration of the model", () => {
  it.effect("names the provider by the keys and the host of the address, unless it is named", () =>
    Effect.gen(function* () {
      const provider = (config: Readonly<Record<string, string>>) => Effect.map(read(config), (known) => known.provider)
      const key = { OPENAI_API_KEY: "sk-x" }
      const rows = [
        [{}, "embedded"],
        [key, "openai"],
        [{ ...key, OPENAI_BASE_URL: "https://api.openai.com/v1" }, "openai"],
        [{ ...key, OPENAI_BASE_URL: "https://eu.api.openai.com/v1" }, "openai"],
        [{ ...key, OPENAI_BASE_URL: "https://shop.openai.azure.com/openai/v1" }, "openai"],
        [{ ...key, OPENAI_BASE_URL: "https://shop.services.ai.azure.com/openai/v1" }, "openai"],
        [{ ...key, OPENAI_BASE_URL: "https://vm.westeurope.cloudapp.azure.com/v1" }, "compatible"],
        [{ ...key, OPENAI_BASE_URL: "https://llama.eastus.models.ai.azure.com/v1" }, "compatible"],
        [{ ...key, OPENAI_BASE_URL: "https://openai.com.example/v1" }, "compatible"],
        [{ ...key, LLM_PROVIDER: "openai", LLM_API: "chat" }, "compatible"],
        [{ OPENAI_BASE_URL: "http://localhost:11434/v1" }, "compatible"],
        [{ OPENAI_BASE_URL: "http://localhost:11434/v1", LLM_PROVIDER: "openai" }, "openai"],
        [{ OPENAI_BASE_URL: "http://localhost:11434/v1", LLM_API: "responses" }, "openai"],
        [{ ...key, LLM_API: "chat" }, "compatible"],
        [{ ANTHROPIC_API_KEY: "sk-ant-x" }, "anthropic"],
        [{ ANTHROPIC_BASE_URL: "http://localhost:4000" }, "anthropic"],
        [{ ...key, ANTHROPIC_API_KEY: "sk-ant-x" }, "openai"],
        [{ ...key, ANTHROPIC_API_KEY: "sk-ant-x", LLM_PROVIDER: "anthropic" }, "anthropic"],
        [{ LLM_API: "chat" }, "embedded"],
        [{ LLM_REPLAY: "talk.jsonl" }, "openai"],
        [{ LLM_REPLAY: "talk.jsonl", LLM_API: "chat" }, "compatible"],
        [{ LLM_REPLAY: "talk.jsonl", LLM_PROVIDER: "anthropic" }, "anthropic"],
        [{ ...key, LLM_PROVIDER: "embedded" }, "embedded"]
      ] as const
      for (const [config, expected] of rows) {
        assert.strictEqual(yield* provider(config), expected, JSON.stringify(config))
      }
      const local = yield* read({ OPENAI_BASE_URL: "http://localhost:11434/v1", LLM_MODEL: "llama" })
      assert.strictEqual(local.model, "llama")
      assert.isTrue(Option.isNone(local.apiKey))
    })
  )

  it.effect("streams all at OpenAI itself and at Anthropic, and finds out about others, unless it is named", () =>
    Effect.gen(function* () {
      const key = { OPENAI_API_KEY: "sk-x" }
      for (const [config, expected] of [
        [key, "all"],
        [{ ...key, OPENAI_BASE_URL: "https://api.openai.com/v1" }, "all"],
        [{ ...key, OPENAI_BASE_URL: "https://eu.api.openai.com/v1" }, "all"],
        [{ ...key, LLM_PROVIDER: "compatible" }, "all"],
        [{ ANTHROPIC_API_KEY: "sk-ant-x" }, "all"],
        [{ ANTHROPIC_BASE_URL: "http://localhost:4000" }, "all"],
        [{ ...key, OPENAI_BASE_URL: "https://shop.openai.azure.com/openai/v1" }, "auto"],
        [{ ...key, OPENAI_BASE_URL: "https://api.openai.com.example/v1" }, "auto"],
        [{ OPENAI_BASE_URL: "http://localhost:11434/v1" }, "auto"],
        [{ OPENAI_BASE_URL: "http://localhost:11434/v1", LLM_PROVIDER: "openai" }, "auto"],
        [{ OPENAI_BASE_URL: "http://localhost:11434/v1", LLM_STREAM: "all" }, "all"],
        [{ ...key, LLM_STREAM: "text" }, "text"],
        [{ ...key, LLM_STREAM: "off" }, "off"],
        [{ ANTHROPIC_API_KEY: "sk-ant-x", LLM_STREAM: "auto" }, "auto"]
      ] as const) {
        assert.strictEqual((yield* read(config)).stream, expected, JSON.stringify(config))
      }
    })
  )

  it.effect("has the key, the address and a usual model of its provider, whose paths begin with the version", () =>
    Effect.gen(function* () {
      const { apiKey, baseUrl, model } = yield* read({
        ANTHROPIC_API_KEY: "sk-ant-x",
        ANTHROPIC_BASE_URL: "http://localhost:4000/v1/",
        OPENAI_API_KEY: "sk-x",
        LLM_PROVIDER: "anthropic"
      })
      assert.strictEqual(Option.getOrNull(Option.map(apiKey, Redacted.value)), "sk-ant-x")
      assert.deepStrictEqual([Option.getOrNull(baseUrl), model], ["http://localhost:4000", "claude-haiku-4-5"])
      const queried = yield* read({ ANTHROPIC_BASE_URL: "http://localhost:4000/v1?tenant=a" })
      assert.strictEqual(Option.getOrNull(queried.baseUrl), "http://localhost:4000?tenant=a")
    })
  )

  it.effect("says what is wrong with an example, and never repeats the value", () =>
    Effect.gen(function* () {
      const secret = "s3cr3t value"
      const wrong = [
        ["LLM_PROVIDER", secret, "for example compatible"],
        ["OPENAI_BASE_URL", `ftp://${secret}`, "for example http://localhost:11434/v1"],
        ["OPENAI_API_KEY", ` ${secret}`, "without spaces"],
        ["OPENAI_API_KEY", `${secret}`, "without spaces"],
        ["OPENAI_API_KEY", "s3cr3t-value-\u20ac", "without spaces"],
        ["EMBEDDING_API_KEY", "s3cr3t-\nvalue", "without spaces"],
        ["LLM_MODEL", ` ${secret}`, "for example gpt-4.1-mini"],
        ["EMBEDDING_MODEL", "", "must be the name"],
        ["LLM_MODEL_ORDER_MANAGEMENT", "", "must be the name"],
        ["LLM_TEMPERATURE", secret, "for example 0.2"],
        ["LLM_REASONING_EFFORT", secret, "for example low"],
        ["LLM_MAX_OUTPUT_TOKENS", secret, "for example 4096"],
        ["LLM_STREAM", secret, "must be all, text (requests without tools), off or auto, for example auto"],
        ["LLM_STRICT_TOOLS", secret, "for example true"]
      ] as const
      for (const [name, value, example] of wrong) {
        const text = yield* message({ [name]: value })
        assert.include(text, name)
        assert.include(text, example)
        assert.notInclude(text, secret)
      }
    })
  )

  it.effect("refuses the model of an agent that there is not, where a provider is asked", () =>
    Effect.gen(function* () {
      const among = (variables: Readonly<Record<string, string>>) =>
        Effect.either(
          Effect.withConfigProvider(
            model,
            Environment.fromVariables({
              OPENAI_API_KEY: "sk-x",
              LLM_MODEL: "toy",
              LLM_MODEL_ORDER_MANAGEMENT: "own",
              ...variables
            })
          )
        )
      for (const name of ["LLM_MODEL_ORDERMANAGEMENT", "LLM_MODEL_ORDER_MANAGMENT", "LLM_MODEL_REVIEW"]) {
        const outcome = String(yield* among({ [name]: "s3cr3t" }))
        assert.include(outcome, name)
        assert.include(outcome, "matches no agent")
        assert.include(outcome, "LLM_MODEL_REVIEW_SENTIMENT")
        assert.notInclude(outcome, "s3cr3t")
      }
      const known = { LLM_MODEL_PRODUCT_DISCOVERY: "a,b", LLM_MODELS: "x", LLM_MODEL_REVIEW: "" }
      assert.deepInclude(Either.getOrThrow(yield* among(known)).ownModels, {
        "order-management": "own",
        "product-discovery": "a,b"
      })
      assert.isTrue(Either.isRight(yield* among({ LLM_MODEL_PATH: "/models", LLM_PROVIDER: "embedded" })))
    })
  )

  it.effect("has vectors from the provider of the answers, or from one of their own that gets no key but its own", () =>
    Effect.gen(function* () {
      const answers = { OPENAI_API_KEY: "sk-x", OPENAI_BASE_URL: "http://answers.test/v1" }
      const keyOf = ({ apiKey }: { readonly apiKey: Option.Option<Redacted.Redacted> }) =>
        Option.getOrNull(Option.map(apiKey, Redacted.value))
      assert.strictEqual((yield* vectors({})).provider, "embedded")
      const same = yield* vectors(answers)
      assert.deepStrictEqual([same.provider, keyOf(same)], ["openai", "sk-x"])
      const own = yield* vectors({ ...answers, EMBEDDING_BASE_URL: "http://vectors.test/v1" })
      assert.deepStrictEqual(
        [own.provider, Option.getOrNull(own.baseUrl), keyOf(own)],
        ["openai", "http://vectors.test/v1", null]
      )
      assert.strictEqual((yield* vectors({ ...answers, EMBEDDING_PROVIDER: "embedded" })).provider, "embedded")
      assert.strictEqual((yield* vectors({ LLM_REPLAY: "talk.jsonl" })).provider, "embedded")
      const anthropic = { ANTHROPIC_API_KEY: "sk-ant-x" }
      assert.strictEqual((yield* vectors(anthropic)).provider, "embedded")
      const beside = { ...anthropic, OPENAI_API_KEY: "sk-x", LLM_PROVIDER: "anthropic" }
      assert.strictEqual((yield* vectors(beside)).provider, "embedded")
      const wanted = yield* vectors({ ...beside, EMBEDDING_PROVIDER: "openai" })
      assert.deepStrictEqual([wanted.provider, keyOf(wanted)], ["openai", "sk-x"])
      const named = yield* vectors({ ...anthropic, EMBEDDING_API_KEY: "sk-v" })
      assert.deepStrictEqual([named.provider, keyOf(named)], ["openai", "sk-v"])
      assert.strictEqual((yield* vectors({ LLM_REPLAY: "talk.jsonl", OPENAI_API_KEY: "sk-x" })).provider, "openai")
    })
  )

  it.effect("needs a way to reach the provider that was asked for", () =>
    Effect.gen(function* () {
      assert.include(yield* message({ LLM_PROVIDER: "openai" }), "OPENAI_API_KEY")
      assert.include(yield* message({ LLM_PROVIDER: "anthropic", OPENAI_API_KEY: "sk-x" }), "set ANTHROPIC_BASE_URL")
      const contrary = { LLM_PROVIDER: "compatible", LLM_API: "responses", OPENAI_API_KEY: "sk-x" }
      assert.include(yield* message(contrary), "LLM_API")
      assert.include(yield* message({ ANTHROPIC_API_KEY: "sk-ant-x", LLM_API: "chat" }), "LLM_API")
    })
  )
})
