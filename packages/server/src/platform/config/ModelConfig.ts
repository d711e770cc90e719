import { rule } from "@storefront/domain/api/Fields"
import { AgentName } from "@storefront/domain/Topology"
import { Array, Config, ConfigError, Either, HashMap, Option, Order, Record, Schema } from "effect"
import { toggle, webAddress, wholeNumber } from "./Rules.ts"

const Provider = Schema.Literal("openai", "embedded").annotations(
  rule("must be openai or embedded, for example openai")
)

const Api = Schema.Literal("responses", "chat").annotations(
  rule("must be responses or chat, the interface of the provider, for example chat")
)

const ReasoningEffort = Schema.Literal("none", "minimal", "low", "medium", "high", "xhigh").annotations(
  rule("must be none, minimal, low, medium, high or xhigh, for example low")
)

const Temperature = Schema.NumberFromString.pipe(Schema.between(0, 2)).annotations(
  rule("must be a number from 0 to 2, for example 0.2")
)

const usualModel = "gpt-4.1-mini"

/** The name of a model of the provider. */
const named = (variable: string, usual: string) =>
  Schema.Config(
    variable,
    Schema.NonEmptyTrimmedString.annotations(rule(`must be the name of a model, for example ${usual}`))
  )

const modelName = (variable: string, usual: string) => Config.withDefault(named(variable, usual), usual)

/** The variable of the model that an agent has of its own, as in `LLM_MODEL_ORDER_MANAGEMENT`. */
const variableOf = (agent: AgentName) => `LLM_MODEL_${agent.toUpperCase().replaceAll("-", "_")}`

/** The models of agents that have one of their own. */
const ownModels = Config.map(
  Config.all(AgentName.literals.map((agent) => Config.option(named(variableOf(agent), usualModel)))),
  (names): Record.ReadonlyRecord<string, string> =>
    Record.getSomes(
      Record.fromEntries(AgentName.literals.map((agent, index) => [agent, names[index] ?? Option.none()]))
    )
)

/** What the names of variables go on with, wherever this is read. */
const endings: Config.Config<ReadonlyArray<string>> = Config.map(
  Config.hashMap(Config.suspend(() => endings)),
  (children) =>
    HashMap.toEntries(children).flatMap(([part, further]) =>
      further.length === 0 ? [part] : further.map((ending) => `${part}_${ending}`)
    )
)

/** Variables that look like that of an agent's own model and belong to none: a name with a slip in it would do nothing. */
const ofNoAgent = endings.pipe(
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

/** What a header can carry: no request leaves with another one. */
const ApiKey = Schema.Redacted(Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]+$/))).annotations(
  rule("must be the key that the provider gave you, without spaces, for example sk-...")
)

const fileName = (variable: string) =>
  Schema.Config(
    variable,
    Schema.NonEmptyTrimmedString.annotations(rule("must be the name of a file, for example conversation.jsonl"))
  ).pipe(Config.option)

/** Where an OpenAI-compatible provider is, and how to sign in to it. */
const openai = Config.all({
  apiKey: Schema.Config("OPENAI_API_KEY", ApiKey).pipe(Config.option),
  baseUrl: Schema.Config("OPENAI_BASE_URL", webAddress("http://localhost:11434/v1")).pipe(Config.option),
  /** The interface that is spoken: Responses or Chat Completions. */
  api: Schema.Config("LLM_API", Api).pipe(Config.withDefault("responses" as const)),
  /** How much a reasoning model thinks; `none` also for a model that does not. Absent: the provider decides. */
  reasoningEffort: Schema.Config("LLM_REASONING_EFFORT", ReasoningEffort).pipe(Config.option),
  /** Absent: the provider decides; many models refuse it. */
  temperature: Schema.Config("LLM_TEMPERATURE", Temperature).pipe(Config.option),
  /** Tokens of one answer, reasoning included. Absent: by the kind of model. */
  maxOutputTokens: Schema.Config("LLM_MAX_OUTPUT_TOKENS", wholeNumber(16, 1_000_000, 4_096)).pipe(Config.option),
  /** Whether the provider holds the model to the schemas of the tools. */
  strictTools: toggle("LLM_STRICT_TOOLS"),
  /** File that every exchange with the provider is written to. */
  recordTo: fileName("LLM_RECORD"),
  /** File with exchanges that stand for a provider. */
  replayFrom: fileName("LLM_REPLAY"),
  /** Whether the provider gets the trace of the turn. */
  tracesRequests: toggle("LLM_TRACE_HEADERS"),
  /** Answers, for every agent without a model of its own. */
  model: modelName("LLM_MODEL", usualModel),
  ownModels
})

/** `LLM_PROVIDER`, if it says anything. */
export const chosenProvider = Schema.Config("LLM_PROVIDER", Provider).pipe(Config.option)

/** Which models serve the agents: `openai` when a key or an address is set, unless `LLM_PROVIDER` says otherwise. */
export const model = Config.all({ chosen: chosenProvider, openai, ofNoAgent }).pipe(
  Config.mapOrFail(({ chosen, ofNoAgent: [stray], openai }) => {
    const reachable = Option.isSome(openai.apiKey) || Option.isSome(openai.baseUrl) || Option.isSome(openai.replayFrom)
    const provider = Option.getOrElse(chosen, () => (reachable ? ("openai" as const) : ("embedded" as const)))
    return provider === "openai" && !reachable
      ? Either.left(
          ConfigError.InvalidData(
            ["OPENAI_API_KEY"],
            "is needed with LLM_PROVIDER=openai, for example sk-...; without a key set OPENAI_BASE_URL"
          )
        )
      : provider === "openai" && stray !== undefined
        ? Either.left(
            ConfigError.InvalidData(
              [stray],
              `is the model of no agent; those of agents are ${AgentName.literals.map(variableOf).join(", ")}`
            )
          )
        : Either.right({ ...openai, provider })
  })
)
export type ModelConfig = Config.Config.Success<typeof model>

const chosenEmbeddings = Schema.Config("EMBEDDING_PROVIDER", Provider).pipe(Config.option)

/** Where vectors come from when it is not where answers do. */
const ownEmbeddings = Config.all({
  apiKey: Schema.Config("EMBEDDING_API_KEY", ApiKey).pipe(Config.option),
  baseUrl: Schema.Config("EMBEDDING_BASE_URL", webAddress("http://localhost:11434/v1")).pipe(Config.option),
  model: modelName("EMBEDDING_MODEL", "text-embedding-3-small")
})

/** Where answers come from a recording only, nobody is asked for vectors either. */
const beside = ({ apiKey, baseUrl, provider }: ModelConfig, hasKey: boolean) =>
  Option.isSome(baseUrl) || Option.isSome(apiKey) || hasKey ? provider : ("embedded" as const)

/**
 * What turns text into vectors: the provider of the answers, unless `EMBEDDING_PROVIDER` or `EMBEDDING_BASE_URL` names
 * another one. That one gets no key but its own.
 */
export const embeddings = Config.all({ chosen: chosenEmbeddings, own: ownEmbeddings, answers: model }).pipe(
  Config.map(({ answers, chosen, own }) => ({
    provider: Option.getOrElse(chosen, () =>
      Option.isSome(own.baseUrl) ? ("openai" as const) : beside(answers, Option.isSome(own.apiKey))
    ),
    model: own.model,
    baseUrl: Option.orElse(own.baseUrl, () => answers.baseUrl),
    apiKey: Option.isSome(own.baseUrl) ? own.apiKey : Option.orElse(own.apiKey, () => answers.apiKey),
    tracesRequests: answers.tracesRequests
  }))
)
export type EmbeddingConfig = Config.Config.Success<typeof embeddings>
