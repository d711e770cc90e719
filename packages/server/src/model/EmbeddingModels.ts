import { AiError, EmbeddingModel } from "@effect/ai"
import { NodeHttpClient } from "@effect/platform-node"
import { Duration, Effect, Layer } from "effect"
import { embeddingDimensions } from "../config/DatabaseConfig.ts"
import { type EmbeddingConfig, embeddings } from "../config/ModelConfig.ts"
import * as EmbeddedEmbeddings from "./EmbeddedEmbeddings.ts"
import { EmbeddingSpace } from "./EmbeddingSpace.ts"
import { ProviderFailed } from "./ProviderFailed.ts"
import * as RetryBudget from "./RetryBudget.ts"
import * as Endpoint from "./wire/Endpoint.ts"
import * as Json from "./wire/Json.ts"

/** Texts that one request to a provider carries. */
const maxBatchSize = 100

/** How long a provider may take for one request. */
const patience = Duration.seconds(20)

/** The same failure, of which everybody may read what it says. */
const harmless = ({ message }: ProviderFailed) =>
  new AiError.UnknownError({
    module: "EmbeddingModels",
    method: "embed",
    description: `The embedding model failed: ${message}`
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
      embed: (input) => service.embed(input).pipe(Effect.flatMap(check)),
      embedMany: (inputs, options) => service.embedMany(inputs, options).pipe(Effect.flatMap(Effect.forEach(check)))
    }
  }

/** One vector of an answer, with the place of its text. */
const toResult = (item: unknown, position: number) => ({
  index: Json.count(Json.field(item, "index")) ?? position,
  embeddings: Json.list(Json.field(item, "embedding")).flatMap((value) => (typeof value === "number" ? [value] : []))
})

const layerOpenAi = (config: EmbeddingConfig, dimensions: number) =>
  Layer.effect(
    EmbeddingModel.EmbeddingModel,
    Effect.flatMap(Endpoint.make, (endpoint) => {
      const post = endpoint(config)
      return EmbeddingModel.make({
        maxBatchSize,
        embedMany: (input) =>
          post("/embeddings", JSON.stringify({ input, model: config.model, dimensions })).pipe(
            Effect.timeoutFail({ duration: patience, onTimeout: () => new ProviderFailed({ end: "unreachable" }) }),
            RetryBudget.repeating,
            Effect.mapError(harmless),
            Effect.map((answer) => Json.list(Json.field(answer, "data")).map(toResult))
          )
      })
    })
  ).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** The embedding model that the configuration asks for, and the space its vectors live in. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const config = yield* embeddings
    const dimensions = yield* embeddingDimensions
    const isOpenAi = config.provider === "openai"
    const vectors = isOpenAi ? layerOpenAi(config, dimensions) : EmbeddedEmbeddings.layer(dimensions)
    const name = isOpenAi ? config.model : EmbeddedEmbeddings.modelName
    return Layer.merge(
      Layer.effect(EmbeddingModel.EmbeddingModel, Effect.map(EmbeddingModel.EmbeddingModel, ofLength(dimensions))).pipe(
        Layer.provide(vectors)
      ),
      Layer.succeed(EmbeddingSpace, { model: name, dimensions })
    )
  })
)
