import { rule } from "@storefront/domain/api/Fields"
import { AgentName } from "@storefront/domain/Topology"
import { Array, Config, ConfigError, Either, HashMap, Option, Order, Record, Schema } from "effect"
import { toggle, webAddress, wholeNumber } from "./SettingSchemas.ts"

const Provider = Schema.Literal("openai", "anthropic", "compatible", "embedded").annotations(
  rule("must be openai, anthropic, compatible or embedded, for example compatible")
)

/** API of an OpenAI-like server: `responses` implies the provider `openai`, `chat` implies `compatible`. */
const Api = Schema.Literal("responses", "chat").annotations(
  rule("must be responses or chat, the interface of the provider, for example chat")
)

const ReasoningEffort = Schema.Literal("none", "minimal", "low", "medium", "high", "xhigh").annotations(
  rule("must be none, minimal, low, medium, high or xhigh, for example low")
)

const Temperature = Schema.NumberFromString.pipe(Schema.between(0, 2)).annotations(
  rule("must be a number from 0 to 2, for example 0.2")
)

const Stream = Schema.Literal("all", "text", "off", "auto").annotations(
  rule("must be all, text (requests without tools), off or auto, for example auto")
)

const defaultModel = "gpt-4.1-mini"

const defaultModelOfAnthropic = "claude-haiku-4-5"

/** Makes a setting for the name of a provider's model. */
const modelNameSetting = (variable: string, fallback: string) =>
  Schema.Config(
    variable,
    Schema.NonEmptyTrimmedString.annotations(rule(`must be the name of a model, for example ${fallback}`))
  )

const modelName = (variable: string, fallback: string) =>
  Config.withDefault(modelNameSetting(variable, fallback), fallback)

/** Returns the variable for an agent's own model, such as `LLM_MODEL_ORDER_MANAGEMENT`. */
const variableOf = (agent: AgentName) => `LLM_MODEL_${agent.toUpperCase().replaceAll("-", "_")}`

/** Models of agents that override the default. */
const ownModels = Config.map(
  Config.all(AgentName.literals.map((agent) => Config.option(modelNameSetting(variableOf(agent), defaultModel)))),
  (names): Record.ReadonlyRecord<string, string> =>
    Record.getSomes(
      Record.fromEntries(AgentName.literals.map((agent, index) => [agent, names[index] ?? Option.none()]))
    )
)

/** Rest of the name of every variable with the current prefix. */
const variableSuffixes: Config.Config<ReadonlyArray<string>> = Config.map(
  Config.hashMap(Config.suspend(() => variableSuffixes)),
  (children) =>
    HashMap.toEntries(children).flatMap(([part, further]) =>
      further.length === 0 ? [part] : further.map((ending) => `${part}_${ending}`)
    )
)

/** Variables named `LLM_MODEL_…` that match no agent; refused, because a misspelt name would silently do nothing. */
const unknownAgentVariables = variableSuffixes.pipe(
  Config.nested("MODEL"),
  Config.nested("LLM"),
  Config.map((names) =>
    Array.difference(
      Array.sort(
        names.map((name) => `LLM_MODEL_${name}`),
        Order.string
      ),
      AgentName.literals.map(variableOf)
    )
  )
)

/** Key of visible ASCII characters; an HTTP header cannot carry others. */
const ApiKey = Schema.Redacted(Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]+$/))).annotations(
  rule("must be the key that the provider gave you, without spaces, for example sk-...")
)

const fileName = (variable: string) =>
  Schema.Config(
    variable,
    Schema.NonEmptyTrimmedString.annotations(rule("must be the name of a file, for example conversation.jsonl"))
  ).pipe(Config.option)

/** Address and key of a provider. */
const access = (name: "OPENAI" | "ANTHROPIC", address: string) =>
  Config.all({
    apiKey: Schema.Config(`${name}_API_KEY`, ApiKey).pipe(Config.option),
    baseUrl: Schema.Config(`${name}_BASE_URL`, webAddress(address)).pipe(Config.option)
  })
type Access = Config.Config.Success<ReturnType<typeof access>>

/** Settings of requests, common to all providers. */
const settings = Config.all({
  /** Effort of a reasoning model; `none` also suits other models. Unset: the provider decides. */
  reasoningEffort: Schema.Config("LLM_REASONING_EFFORT", ReasoningEffort).pipe(Config.option),
  /** Unset: the provider decides; many models reject it. */
  temperature: Schema.Config("LLM_TEMPERATURE", Temperature).pipe(Config.option),
  /** Tokens of one answer, reasoning included. Unset: depends on the model. */
  maxOutputTokens: Schema.Config("LLM_MAX_OUTPUT_TOKENS", wholeNumber(16, 1_000_000, 4_096)).pipe(Config.option),
  /** Requests that are streamed if somebody follows the answer. Unset: depends on the provider. */
  stream: Schema.Config("LLM_STREAM", Stream).pipe(Config.option),
  /** True if the provider must enforce the tools' schemas. */
  strictTools: toggle("LLM_STRICT_TOOLS"),
  /** File that records every exchange with the provider. */
  recordTo: fileName("LLM_RECORD"),
  /** File with recorded exchanges, replayed instead of calling a provider. */
  replayFrom: fileName("LLM_REPLAY"),
  /** True if requests carry the turn's trace context. */
  tracesRequests: toggle("LLM_TRACE_HEADERS"),
  ownModels
})

/** `LLM_PROVIDER`, if set. */
export const chosenProvider = Schema.Config("LLM_PROVIDER", Provider).pipe(Config.option)

/** Hosts of OpenAI and Azure, which have the Responses API; any other host is taken for a compatible server. */
const openAiHosts = /(?:^|\.)openai\.com$|\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/

/** Hosts of OpenAI itself, whose streams are known to contain tool calls whole. */
const callStreamingHosts = /(?:^|\.)api\.openai\.com$/

const hostOf = ({ baseUrl }: Access): string =>
  Option.match(baseUrl, { onNone: () => "api.openai.com", onSome: (url) => new URL(url).hostname })

const isOpenAi = (access: Access) => openAiHosts.test(hostOf(access))

const isSet = ({ apiKey, baseUrl }: Access) => Option.isSome(apiKey) || Option.isSome(baseUrl)

/** Removes `/v1` from an Anthropic address: it is often included, but our paths already contain it. */
const withoutVersion = ({ apiKey, baseUrl }: Access): Access => ({
  apiKey,
  baseUrl: Option.map(baseUrl, (url) => url.replace(/\/v1\/?(?=$|\?)/, ""))
})

const providerByApi = { responses: "openai", chat: "compatible" } as const

const invalid = (variable: string, says: string) => Either.left(ConfigError.InvalidData([variable], says))

/**
 * Choice of the models that serve the agents. Without `LLM_PROVIDER` it follows from the keys and addresses that are
 * set; `OPENAI_BASE_URL` at a foreign host means a compatible server.
 */
export const model = Config.all({
  chosen: chosenProvider,
  api: Schema.Config("LLM_API", Api).pipe(Config.option),
  name: Config.option(modelNameSetting("LLM_MODEL", defaultModel)),
  openai: access("OPENAI", "http://localhost:11434/v1"),
  anthropic: access("ANTHROPIC", "https://api.anthropic.com"),
  settings,
  unknownVariables: unknownAgentVariables
}).pipe(
  Config.mapOrFail(({ anthropic, api, chosen, name, unknownVariables: [unknownVariable], openai, settings }) => {
    const apiProvider = Option.map(api, (name) => providerByApi[name])
    const implied = isSet(openai)
      ? Option.getOrElse(apiProvider, () => (isOpenAi(openai) ? ("openai" as const) : ("compatible" as const)))
      : isSet(anthropic)
        ? ("anthropic" as const)
        : Option.isSome(settings.replayFrom)
          ? Option.getOrElse(apiProvider, () => "openai" as const)
          : ("embedded" as const)
    // Older configurations name a compatible server by LLM_PROVIDER=openai with LLM_API=chat.
    const explicit = Option.map(chosen, (one) => (one === "openai" ? Option.getOrElse(apiProvider, () => one) : one))
    const provider = Option.getOrElse(explicit, () => implied)
    const access = provider === "anthropic" ? withoutVersion(anthropic) : openai
    if (provider !== "embedded") {
      const prefix = provider === "anthropic" ? "ANTHROPIC" : "OPENAI"
      if (!isSet(access) && Option.isNone(settings.replayFrom)) {
        return invalid(
          `${prefix}_API_KEY`,
          `is needed with LLM_PROVIDER=${provider}, for example sk-...; without a key set ${prefix}_BASE_URL`
        )
      }
      if (Option.exists(apiProvider, (one) => one !== provider)) {
        return invalid("LLM_API", `is not an API of the configured provider ${provider}; remove it`)
      }
      if (unknownVariable !== undefined) {
        return invalid(
          unknownVariable,
          `matches no agent; the variables of agents are ${AgentName.literals.map(variableOf).join(", ")}`
        )
      }
    }
    const config = {
      ...settings,
      ...access,
      /** For all agents without a model of their own. */
      model: Option.getOrElse(name, () => (provider === "anthropic" ? defaultModelOfAnthropic : defaultModel)),
      stream: Option.getOrElse(settings.stream, () =>
        provider === "anthropic" || callStreamingHosts.test(hostOf(access)) ? ("all" as const) : ("auto" as const)
      ),
      openai
    }
    return Either.right(provider === "embedded" ? { ...config, provider } : { ...config, provider })
  })
)
export type ModelConfig = Config.Config.Success<typeof model>

/** Configuration of a model at a provider. */
export type ProviderConfig = Exclude<ModelConfig, { readonly provider: "embedded" }>

const EmbeddingProvider = Schema.Literal("openai", "embedded").annotations(
  rule("must be openai or embedded, for example openai")
)

const chosenEmbeddings = Schema.Config("EMBEDDING_PROVIDER", EmbeddingProvider).pipe(Config.option)

/** Separate provider for vectors. */
const ownEmbeddings = Config.all({
  apiKey: Schema.Config("EMBEDDING_API_KEY", ApiKey).pipe(Config.option),
  baseUrl: Schema.Config("EMBEDDING_BASE_URL", webAddress("http://localhost:11434/v1")).pipe(Config.option),
  model: modelName("EMBEDDING_MODEL", "text-embedding-3-small")
})

/**
 * Provider of embeddings: the provider of the answers if it is OpenAI-compatible, unless `EMBEDDING_PROVIDER` or
 * `EMBEDDING_BASE_URL` names another. A separate address gets only `EMBEDDING_API_KEY`. With Anthropic or a recording,
 * that key alone selects OpenAI.
 */
export const embeddings = Config.all({ chosen: chosenEmbeddings, own: ownEmbeddings, answers: model }).pipe(
  Config.map(({ answers: { openai, provider, tracesRequests }, chosen, own }) => {
    const sharesProvider = (provider === "openai" || provider === "compatible") && isSet(openai)
    return {
      provider: Option.getOrElse(chosen, () =>
        isSet(own) || sharesProvider ? ("openai" as const) : ("embedded" as const)
      ),
      model: own.model,
      baseUrl: Option.orElse(own.baseUrl, () => openai.baseUrl),
      apiKey: Option.isSome(own.baseUrl) ? own.apiKey : Option.orElse(own.apiKey, () => openai.apiKey),
      tracesRequests
    }
  })
)
export type EmbeddingConfig = Config.Config.Success<typeof embeddings>
