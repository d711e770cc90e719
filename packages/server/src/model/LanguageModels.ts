import { type LanguageModel } from "@effect/ai"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { type AgentName } from "@storefront/domain/Topology"
import { ConfigError, Effect, Layer, Option, Schedule } from "effect"
import { type ModelConfig, model } from "../config/ModelConfig.ts"
import { circuitBreaker } from "./CircuitBreaker.ts"
import { ModelDescription } from "./ModelDescription.ts"

/** The model name of the embedded planner in usage rows, spans and agent cards. */
export const embeddedModel = "embedded-planner-1"

const descriptionOf = (config: ModelConfig) =>
  config.provider === "openai"
    ? { provider: "openai", model: config.model }
    : { provider: "embedded", model: embeddedModel }

/** Which provider and model the configuration asks for. */
export const describe = Effect.map(model, descriptionOf)

/** Repeats a request that got no answer, or 408, 429 or 5xx, at most 3 times; nothing of an answer was read by then. */
const retryTransient = (client: HttpClient.HttpClient) =>
  HttpClient.retryTransient(client, { times: 3, schedule: Schedule.jittered(Schedule.exponential("200 millis")) })

/**
 * The provider's library is loaded when it is needed: it takes long. Conversations are not kept by the provider, and
 * tools may have optional parameters, which its strict mode refuses.
 */
const layerOpenAi = (config: ModelConfig) =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const { OpenAiClient, OpenAiLanguageModel } = yield* Effect.promise(() => import("@effect/ai-openai"))
      const breaker = yield* circuitBreaker
      return OpenAiLanguageModel.layer({ model: config.model, config: { strict: false, store: false } }).pipe(
        Layer.provide(
          OpenAiClient.layer({
            apiKey: Option.getOrUndefined(config.apiKey),
            apiUrl: Option.getOrUndefined(config.baseUrl),
            transformClient: (client) => breaker(retryTransient(client))
          })
        )
      )
    })
  ).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** What a model that is not a language model has to know of the agent it works for. */
export interface AgentOutline {
  readonly name: AgentName
  /** One row per tool. */
  readonly skills: ReadonlyArray<{ readonly name: string; readonly description: string }>
}

/** The model that works without a provider. */
export interface EmbeddedModel {
  readonly layer: (agent: AgentOutline) => Layer.Layer<LanguageModel.LanguageModel>
}

const notIncluded = ConfigError.Unsupported(
  ["LLM_PROVIDER"],
  "the embedded model is not part of this program; set OPENAI_API_KEY or OPENAI_BASE_URL"
)

/**
 * The language model that the configuration asks for. Of the two, only the one that is used is loaded; a program that
 * does not offer an embedded model needs a provider.
 */
export const layer = (
  agent: AgentOutline,
  { embedded }: { readonly embedded?: () => Promise<EmbeddedModel> }
): Layer.Layer<LanguageModel.LanguageModel, ConfigError.ConfigError> => {
  const layerEmbedded =
    embedded === undefined
      ? Layer.fail(notIncluded)
      : Layer.unwrapEffect(Effect.map(Effect.promise(embedded), (model) => model.layer(agent)))
  return Layer.unwrapEffect(
    Effect.map(model, (config) =>
      Layer.merge(
        config.provider === "openai" ? layerOpenAi(config) : layerEmbedded,
        Layer.succeed(ModelDescription, descriptionOf(config))
      )
    )
  )
}
