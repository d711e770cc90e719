import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Option, Schedule } from "effect"
import { type ModelConfig, model } from "../config/ModelConfig.ts"
import { circuitBreaker } from "./CircuitBreaker.ts"
import * as EmbeddedModel from "./EmbeddedModel.ts"
import { ModelDescription } from "./ModelDescription.ts"
import { type Playbook } from "./Playbook.ts"

const descriptionOf = (config: ModelConfig) =>
  config.provider === "openai"
    ? { provider: "openai", model: config.model }
    : { provider: "embedded", model: EmbeddedModel.name }

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

/** The language model that the configuration asks for; `playbook` is what the embedded one follows. */
export const layer = (playbook: Playbook) =>
  Layer.unwrapEffect(
    Effect.map(model, (config) =>
      Layer.merge(
        config.provider === "openai" ? layerOpenAi(config) : EmbeddedModel.layer(playbook),
        Layer.succeed(ModelDescription, descriptionOf(config))
      )
    )
  )
