import { LanguageModel } from "@effect/ai"
import { NodeHttpClient } from "@effect/platform-node"
import { type AgentName } from "@storefront/domain/Topology"
import { ConfigError, Effect, Layer, Option, Ref } from "effect"
import { type ModelConfig, model } from "../config/ModelConfig.ts"
import { circuitBreaker } from "./CircuitBreaker.ts"
import { mendOf, ofAnswers } from "./Mends.ts"
import { ModelDescription } from "./ModelDescription.ts"
import * as PlainLanguageModel from "./PlainLanguageModel.ts"
import { asAiError, type ProviderFailed } from "./ProviderFailed.ts"
import * as RetryBudget from "./RetryBudget.ts"
import { chat } from "./wire/Chat.ts"
import * as Endpoint from "./wire/Endpoint.ts"
import { partsOf } from "./wire/Reading.ts"
import { responses } from "./wire/Responses.ts"

/** The model name of the embedded planner in usage rows, spans and agent cards. */
export const embeddedModel = "embedded-planner-1"

const descriptionOf = (config: ModelConfig) =>
  config.provider === "openai"
    ? { provider: "openai", model: config.model }
    : { provider: "embedded", model: embeddedModel }

/** Which provider and model the configuration asks for. */
export const describe = Effect.map(model, descriptionOf)

const DescriptionLayer = Layer.effect(ModelDescription, describe)

const wires = { responses, chat }

/** Families of models whose thoughts OpenAI gives along, encrypted; it refuses the wish for any other. */
const thinkers = /^(?:o\d|gpt-5)/

/** Says in a line how to mend what kept the first request from its answer; for those after it the reason will do. */
const tellingFirstFailure = Effect.map(Ref.make(true), (isFirst) => {
  const tell = (failure: ProviderFailed) =>
    Effect.logWarning("the first request to the model failed; look into it with: storefront model check").pipe(
      Effect.annotateLogs({ reason: failure.message, mend: mendOf(failure.end, ofAnswers) }),
      Effect.whenEffect(Ref.getAndSet(isFirst, false))
    )
  return <A, R>(request: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> =>
    Effect.tapBoth(request, { onFailure: tell, onSuccess: () => Ref.set(isFirst, false) })
})

/**
 * Asks a provider. One for all agents of a process, so that what one of them learns of the provider's state the others
 * know.
 */
const ProviderLayer = Layer.effect(
  LanguageModel.LanguageModel,
  Effect.gen(function* () {
    const config = yield* model
    const wire = wires[config.api]
    const post = (yield* Endpoint.make)(config)
    const guarded = yield* circuitBreaker
    const telling = yield* tellingFirstFailure
    const options = {
      model: config.model,
      keepsThoughts: Option.getOrElse(config.keepsThoughts, () => thinkers.test(config.model))
    }
    return PlainLanguageModel.make((question) =>
      guarded(RetryBudget.repeating(Effect.flatMap(post(wire.path, wire.body(question, options)), wire.read))).pipe(
        telling,
        Effect.mapError(asAiError),
        Effect.flatMap(partsOf)
      )
    )
  })
).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** The language model of a provider, for whoever knows that there is one. */
export const layerProvider = Layer.merge(ProviderLayer, DescriptionLayer)

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
      Layer.merge(config.provider === "openai" ? ProviderLayer : layerEmbedded, DescriptionLayer)
    )
  )
}
