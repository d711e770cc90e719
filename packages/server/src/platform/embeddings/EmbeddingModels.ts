import { AiError, EmbeddingModel } from "@effect/ai"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Array, Duration, Effect, Either, Layer, Predicate, Ref } from "effect"
import { embeddingDimensions } from "../config/DatabaseConfig.ts"
import { type EmbeddingConfig, embeddings } from "../config/ModelConfig.ts"
import * as EmbeddedEmbeddings from "./EmbeddedEmbeddings.ts"
import * as Standing from "../http/Standing.ts"
import { EmbeddingSpace } from "./EmbeddingSpace.ts"
import { mendOf, ofEmbeddings } from "../provider/Mends.ts"
import { endOf, type EndName, ends, ProviderFailed, reasonOf, typeOf } from "../provider/ProviderFailed.ts"
import * as RetryBudget from "../provider/RetryBudget.ts"
import * as Endpoint from "../provider/Endpoint.ts"
import * as Json from "../provider/Json.ts"

/** Texts that one request to a provider carries. */
const maxBatchSize = 100

/** Bytes of an answer: that many vectors of 4,096 numbers, whatever our own length is, with spaces between the numbers. */
const maxAnswerBytes = 16_777_216

/** How long a provider may take for one request. */
const patience = Duration.seconds(20)

/** The same failure, of which everybody may read what it says. */
const harmless = (failure: ProviderFailed) =>
  new AiError.UnknownError({
    module: "EmbeddingModels",
    method: "embed",
    description: `The embedding model failed: ${failure.message}`,
    cause: failure
  })

/** What an operator is told of a failure: what is wrong, and how to mend it. */
export const explain = (error: AiError.AiError): { readonly says: string; readonly mend: string } =>
  error._tag === "MalformedOutput"
    ? {
        says: error.description ?? error.message,
        mend: "Set EMBEDDING_DIMENSIONS to the length of the model's vectors, and then run: storefront embeddings build"
      }
    : { says: reasonOf(error), mend: mendOf({ end: endOf(error) }, ofEmbeddings) }

/** Ends that a text may bring about at a provider that is well. */
const aboutTexts: ReadonlySet<EndName> = new Set([
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

/** Whether a failure may be due to a text that was asked about: other texts tell. */
export const mayBeAboutTexts = (error: AiError.AiError): boolean =>
  error._tag === "MalformedOutput" || aboutTexts.has(endOf(error))

/** A vector of an answer, which is of this length: a provider may ignore what it was asked for. */
const vectorOf = (item: unknown, dimensions: number): Either.Either<Array<number>, AiError.AiError> => {
  const given = Json.list(Json.field(item, "embedding"))
  const vector = given.filter(Predicate.isNumber)
  if (given.length > 0 && (vector.length < given.length || vector.every((number) => number === 0))) {
    return Either.left(harmless(new ProviderFailed({ end: "no_vector" })))
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

/** The vectors of an answer in the order of so many texts, or it cannot be read. */
const vectorsOf = (
  answer: unknown,
  texts: number,
  dimensions: number
): Either.Either<Array<Array<number>>, AiError.AiError> => {
  const items = new Map(
    Json.list(Json.field(answer, "data")).map((item, position) => [
      Json.count(Json.field(item, "index")) ?? position,
      item
    ])
  )
  const inOrder = Array.makeBy(texts, (place) => items.get(place)).filter(Predicate.isNotUndefined)
  return inOrder.length === texts
    ? Either.all(inOrder.map((item) => vectorOf(item, dimensions)))
    : Either.left(harmless(new ProviderFailed({ end: "unreadable" })))
}

/** What the vectors' failing means for customers, why, and the mend. */
const degradation = ({ mend, says }: ReturnType<typeof explain>) =>
  `Products are searched by text only. ${says}. ${mend}`

/**
 * Asks a provider. Unlike the library's own models of this kind, which gather what several fibers ask at the same time, it
 * ends as soon as it is interrupted: neither a search nor a start that has waited long enough waits any longer.
 */
const layerOpenAi = (config: EmbeddingConfig, dimensions: number) =>
  Layer.effect(
    EmbeddingModel.EmbeddingModel,
    Effect.gen(function* () {
      const exchange = Endpoint.exchanging(yield* HttpClient.HttpClient, config.tracesRequests)
      const access = { address: Endpoint.of({ ...config, provider: "openai" }), apiKey: config.apiKey }
      // Some servers refuse the wish for a length, of models that have only one.
      const { embeddings: board } = yield* Standing.Providers
      const noting = Standing.noting<AiError.AiError>(board, {
        told: (error) =>
          error._tag !== "MalformedOutput" && ends[endOf(error)].isOfOneQuestion ? null : degradation(explain(error)),
        // A search gives up after three seconds.
        hangsAfter: "2 seconds",
        hangs: degradation({
          says: "The embedding model does not answer in time",
          mend: mendOf({ end: "unreachable" }, ofEmbeddings)
        })
      })
      const takesLength = yield* Ref.make(true)
      const send = (input: ReadonlyArray<string>, length: { readonly dimensions?: number }) =>
        exchange(Endpoint.post(access, "/embeddings", JSON.stringify({ input, model: config.model, ...length })), {
          maxBytes: maxAnswerBytes
        })
      const sendKnowingly = (input: ReadonlyArray<string>) =>
        Effect.if(Ref.get(takesLength), {
          onTrue: () =>
            Effect.catchIf(
              send(input, { dimensions }),
              ({ end }) => end === "not_accepted",
              () => Effect.zipLeft(send(input, {}), Ref.set(takesLength, false))
            ),
          onFalse: () => send(input, {})
        })
      const ask = (input: ReadonlyArray<string>) =>
        sendKnowingly(input).pipe(
          Effect.timeoutFail({ duration: patience, onTimeout: () => new ProviderFailed({ end: "unreachable" }) }),
          // Before it is sent again: one that hangs is known after the first time.
          Effect.tapError((failure) =>
            ends[failure.end].isOfOneQuestion
              ? Effect.void
              : board.set("degraded", degradation(explain(harmless(failure))))
          ),
          RetryBudget.repeating,
          Effect.mapError(harmless),
          Effect.flatMap((answer) => vectorsOf(answer, input.length, dimensions)),
          Effect.tapError((error) => Effect.annotateCurrentSpan("error.type", typeOf(error))),
          noting,
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

/** The embedding model that the configuration asks for, and the space its vectors live in. */
export const layer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const config = yield* embeddings
    const dimensions = yield* embeddingDimensions
    const isOpenAi = config.provider === "openai"
    const vectors = isOpenAi ? layerOpenAi(config, dimensions) : EmbeddedEmbeddings.layer(dimensions)
    const name = isOpenAi ? config.model : EmbeddedEmbeddings.modelName
    if (!isOpenAi) {
      yield* (yield* Standing.Providers).embeddings.set("ok")
    }
    return Layer.merge(vectors, Layer.succeed(EmbeddingSpace, { model: name, dimensions }))
  })
)
