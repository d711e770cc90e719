import { AiError, EmbeddingModel } from "@effect/ai"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Array, Duration, Effect, Either, Layer, Predicate, Ref } from "effect"
import { embeddingDimensions } from "../config/DatabaseConfig.ts"
import { type EmbeddingConfig, embeddings } from "../config/ModelConfig.ts"
import * as NgramEmbeddings from "./NgramEmbeddings.ts"
import * as DependencyHealth from "../http/DependencyHealth.ts"
import { EmbeddingSpace } from "./EmbeddingSpace.ts"
import { adviceFor, embeddingSettingNames } from "../provider/ProviderAdvice.ts"
import { endOf, type EndName, ends, ProviderFailed, reasonOf, typeOf } from "../provider/ProviderFailed.ts"
import * as RetryBudget from "../provider/RetryBudget.ts"
import * as ProviderEndpoint from "../provider/ProviderEndpoint.ts"
import * as LenientJson from "../provider/LenientJson.ts"

/** Texts per request to a provider. */
const maxBatchSize = 100

/** Largest response in bytes: enough for a full batch of vectors of 4,096 numbers, pretty-printed. */
const maxAnswerBytes = 16_777_216

/** Time limit of one request to a provider. */
const requestTimeout = Duration.seconds(20)

/** Wraps a failure in an error whose message is safe to show. */
const toAiError = (failure: ProviderFailed) =>
  new AiError.UnknownError({
    module: "EmbeddingModels",
    method: "embed",
    description: `The embedding model failed: ${failure.message}`,
    cause: failure
  })

/** Explains a failure to an operator: problem and remedy. */
export const explain = (error: AiError.AiError): { readonly problem: string; readonly remedy: string } =>
  error._tag === "MalformedOutput"
    ? {
        problem: error.description ?? error.message,
        remedy:
          "Set EMBEDDING_DIMENSIONS to the length of the model's vectors, and then run: storefront embeddings build"
      }
    : { problem: reasonOf(error), remedy: adviceFor({ end: endOf(error) }, embeddingSettingNames) }

/** Outcomes that a text may cause at a healthy provider. */
const textRelatedEnds: ReadonlySet<EndName> = new Set([
  "not_accepted",
  "context_too_long",
  "request_too_large",
  "content_filter",
  "faulty",
  "failed",
  "unreadable",
  "no_vector",
  "too_large"
])

/** Returns whether one of the texts may have caused the failure, so that other texts may succeed. */
export const mayBeAboutTexts = (error: AiError.AiError): boolean =>
  error._tag === "MalformedOutput" || textRelatedEnds.has(endOf(error))

/** Decodes a vector and checks its length: a provider may ignore the requested one. */
const vectorOf = (item: unknown, dimensions: number): Either.Either<Array<number>, AiError.AiError> => {
  const items = LenientJson.list(LenientJson.field(item, "embedding"))
  const vector = items.filter(Predicate.isNumber)
  if (items.length > 0 && (vector.length < items.length || vector.every((number) => number === 0))) {
    return Either.left(toAiError(new ProviderFailed({ end: "no_vector" })))
  }
  return vector.length === dimensions
    ? Either.right(vector)
    : Either.left(
        new AiError.MalformedOutput({
          module: "EmbeddingModels",
          method: "embed",
          description: `The embeddings have ${vector.length} numbers, EMBEDDING_DIMENSIONS is ${dimensions}`
        })
      )
}

/** Decodes the vectors of a response in the order of the texts; fails if any is missing. */
const vectorsOf = (
  answer: unknown,
  texts: number,
  dimensions: number
): Either.Either<Array<Array<number>>, AiError.AiError> => {
  const items = new Map(
    LenientJson.list(LenientJson.field(answer, "data")).map((item, position) => [
      LenientJson.count(LenientJson.field(item, "index")) ?? position,
      item
    ])
  )
  const inOrder = Array.makeBy(texts, (place) => items.get(place)).filter(Predicate.isNotUndefined)
  return inOrder.length === texts
    ? Either.all(inOrder.map((item) => vectorOf(item, dimensions)))
    : Either.left(toAiError(new ProviderFailed({ end: "unreadable" })))
}

/** Describes the effect of failing embeddings on customers, with cause and remedy. */
const degradation = ({ problem, remedy }: ReturnType<typeof explain>) =>
  `Products are searched by text only. ${problem}. ${remedy}`

/**
 * Embeds texts at a provider. Unlike the library's own models, which batch concurrent requests, it stops as soon as it
 * is interrupted, so that the time limits of a search and of the start-up hold.
 */
const layerOpenAi = (config: EmbeddingConfig, dimensions: number) =>
  Layer.effect(
    EmbeddingModel.EmbeddingModel,
    Effect.gen(function* () {
      const exchange = ProviderEndpoint.makeExchange(yield* HttpClient.HttpClient, config.tracesRequests)
      const access = { address: ProviderEndpoint.baseUrlOf({ ...config, provider: "openai" }), apiKey: config.apiKey }
      const { embeddings: tracker } = yield* DependencyHealth.ProviderHealth
      const tracked = DependencyHealth.trackRequests<AiError.AiError>(tracker, {
        reasonFor: (error) =>
          error._tag !== "MalformedOutput" && ends[endOf(error)].isRequestSpecific ? null : degradation(explain(error)),
        // Less than the three seconds after which a search proceeds without embeddings.
        timeout: "2 seconds",
        timeoutReason: degradation({
          problem: "The embedding model does not answer in time",
          remedy: adviceFor({ end: "unreachable" }, embeddingSettingNames)
        })
      })
      // Some servers reject `dimensions` for models of a fixed length.
      const acceptsDimensions = yield* Ref.make(true)
      const send = (input: ReadonlyArray<string>, length: { readonly dimensions?: number }) =>
        exchange(
          ProviderEndpoint.post(access, "/embeddings", JSON.stringify({ input, model: config.model, ...length })),
          {
            maxBytes: maxAnswerBytes
          }
        )
      const sendSupported = (input: ReadonlyArray<string>) =>
        Effect.if(Ref.get(acceptsDimensions), {
          onTrue: () =>
            Effect.catchIf(
              send(input, { dimensions }),
              ({ end }) => end === "not_accepted",
              () => Effect.zipLeft(send(input, {}), Ref.set(acceptsDimensions, false))
            ),
          onFalse: () => send(input, {})
        })
      const ask = (input: ReadonlyArray<string>) =>
        sendSupported(input).pipe(
          Effect.timeoutFail({ duration: requestTimeout, onTimeout: () => new ProviderFailed({ end: "unreachable" }) }),
          // Recorded before the retry, so that a hanging provider is reported after its first timeout.
          Effect.tapError((failure) =>
            ends[failure.end].isRequestSpecific
              ? Effect.void
              : tracker.set("degraded", degradation(explain(toAiError(failure))))
          ),
          RetryBudget.retrying,
          Effect.mapError(toAiError),
          Effect.flatMap((answer) => vectorsOf(answer, input.length, dimensions)),
          Effect.tapError((error) => Effect.annotateCurrentSpan("error.type", typeOf(error))),
          tracked,
          Effect.withSpan(`embeddings ${config.model}`, {
            kind: "client",
            captureStackTrace: false,
            attributes: {
              "gen_ai.operation.name": "embeddings",
              "gen_ai.provider.name": "openai",
              "gen_ai.request.model": config.model
            }
          })
        )
      const service: EmbeddingModel.Service = {
        embed: (input) => Effect.map(ask([input]), ([vector = []]) => vector),
        embedMany: (inputs) => Effect.map(Effect.forEach(Array.chunksOf(inputs, maxBatchSize), ask), Array.flatten)
      }
      return service
    })
  ).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** Configured embedding model, and the space of its vectors. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const config = yield* embeddings
    const dimensions = yield* embeddingDimensions
    const isOpenAi = config.provider === "openai"
    const vectors = isOpenAi ? layerOpenAi(config, dimensions) : NgramEmbeddings.layer(dimensions)
    const name = isOpenAi ? config.model : NgramEmbeddings.modelName
    if (!isOpenAi) {
      yield* (yield* DependencyHealth.ProviderHealth).embeddings.set("ok")
    }
    return Layer.merge(vectors, Layer.succeed(EmbeddingSpace, { model: name, dimensions }))
  })
)
