import { AiError, EmbeddingModel } from "@effect/ai"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Option, Schedule } from "effect"
import { embeddingDimensions } from "../config/DatabaseConfig.ts"
import { type ModelConfig, model } from "../config/ModelConfig.ts"
import * as EmbeddedEmbeddings from "./EmbeddedEmbeddings.ts"
import { EmbeddingSpace } from "./EmbeddingSpace.ts"

/** Texts that one request to a provider carries. */
const maxBatchSize = 100

/** Repeats a request that got no answer, or 408, 429 or 5xx. */
const retryTransient = (client: HttpClient.HttpClient) =>
  HttpClient.retryTransient(client, { times: 3, schedule: Schedule.jittered(Schedule.exponential("200 millis")) })

/** Its kind, and the status of the answer if there was one. */
const reasonOf = (error: AiError.AiError): string =>
  error._tag === "HttpResponseError" ? `${error._tag} ${error.response.status}` : error._tag

/** The same failure, of which everybody may read what it says. */
const harmless = (error: AiError.AiError) =>
  new AiError.UnknownError({
    module: "EmbeddingModels",
    method: "embed",
    description: `The embedding model failed: ${reasonOf(error)}`
  })

/** A provider may ignore the length that it was asked for; such vectors fit nowhere. */
const ofLength =
  (dimensions: number) =>
  (service: EmbeddingModel.Service): EmbeddingModel.Service => {
    const check = (embedding: Array<number>) =>
      embedding.length === dimensions
        ? Effect.succeed(embedding)
        : new AiError.MalformedOutput({
            module: "EmbeddingModels",
            method: "embed",
            description: `The embeddings have ${embedding.length} numbers, EMBEDDING_DIMENSIONS is ${dimensions}`
          })
    return {
      embed: (input) => service.embed(input).pipe(Effect.mapError(harmless), Effect.flatMap(check)),
      embedMany: (inputs, options) =>
        service.embedMany(inputs, options).pipe(Effect.mapError(harmless), Effect.flatMap(Effect.forEach(check)))
    }
  }

/** The provider's library is loaded when it is needed: it takes long. */
const layerOpenAi = (config: ModelConfig, dimensions: number) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("@effect/ai-openai")),
      ({ OpenAiClient, OpenAiEmbeddingModel }) =>
        OpenAiEmbeddingModel.layerBatched({ model: config.embeddingModel, config: { dimensions, maxBatchSize } }).pipe(
          Layer.provide(
            OpenAiClient.layer({
              apiKey: Option.getOrUndefined(config.apiKey),
              apiUrl: Option.getOrUndefined(config.baseUrl),
              transformClient: retryTransient
            })
          )
        )
    )
  ).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** The embedding model that the configuration asks for, and the space its vectors live in. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const config = yield* model
    const dimensions = yield* embeddingDimensions
    const isOpenAi = config.provider === "openai"
    const embeddings = isOpenAi ? layerOpenAi(config, dimensions) : EmbeddedEmbeddings.layer(dimensions)
    const name = isOpenAi ? config.embeddingModel : EmbeddedEmbeddings.modelName
    return Layer.merge(
      Layer.effect(EmbeddingModel.EmbeddingModel, Effect.map(EmbeddingModel.EmbeddingModel, ofLength(dimensions))).pipe(
        Layer.provide(embeddings)
      ),
      Layer.succeed(EmbeddingSpace, { model: name, dimensions })
    )
  })
)
