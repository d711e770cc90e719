import { Config, ConfigError, Either, Option, Schema } from "effect"

const Provider = Schema.Literal("openai", "embedded").annotations({
  message: () => ({ message: "must be openai or embedded, for example openai", override: true })
})

const HttpUrl = Schema.String.pipe(
  Schema.filter((text) => URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol), {
    message: () => "must be a web address, for example http://localhost:11434/v1"
  })
)

const ModelName = Schema.NonEmptyTrimmedString.annotations({
  message: () => ({ message: "must be the name of a model, for example gpt-4.1-mini", override: true })
})

const ApiKey = Schema.Redacted(
  Schema.NonEmptyTrimmedString.annotations({
    message: () => ({ message: "must be the key that the provider gave you, without spaces around it", override: true })
  })
)

/** Where an OpenAI-compatible provider is, and how to sign in to it. */
const openai = Config.all({
  apiKey: Schema.Config("OPENAI_API_KEY", ApiKey).pipe(Config.option),
  /** Anything that speaks the Responses API. */
  baseUrl: Schema.Config("OPENAI_BASE_URL", HttpUrl).pipe(Config.option),
  /** Answers. */
  model: Schema.Config("LLM_MODEL", ModelName).pipe(Config.withDefault("gpt-4.1-mini")),
  /** Turns text into vectors. */
  embeddingModel: Schema.Config("EMBEDDING_MODEL", ModelName).pipe(Config.withDefault("text-embedding-3-small"))
})
export type OpenAi = Config.Config.Success<typeof openai>

const chosen = Schema.Config("LLM_PROVIDER", Provider).pipe(Config.option)

/** Which models serve the agents: `openai` when a key or an address is set, unless `LLM_PROVIDER` says otherwise. */
export const model = Config.all({ chosen, openai }).pipe(
  Config.mapOrFail(({ chosen, openai }) => {
    const reachable = Option.isSome(openai.apiKey) || Option.isSome(openai.baseUrl)
    const provider = Option.getOrElse(chosen, () => (reachable ? ("openai" as const) : ("embedded" as const)))
    return provider === "openai" && !reachable
      ? Either.left(
          ConfigError.MissingData(
            ["OPENAI_API_KEY"],
            "needed with LLM_PROVIDER=openai, for example sk-...; without a key set OPENAI_BASE_URL"
          )
        )
      : Either.right({ ...openai, provider })
  })
)
export type ModelConfig = Config.Config.Success<typeof model>
