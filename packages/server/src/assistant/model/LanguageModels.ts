import { type AiError, LanguageModel, type Response } from "@effect/ai"
import { NodeHttpClient } from "@effect/platform-node"
import { AgentName } from "@storefront/domain/Topology"
import { Array, ConfigError, Context, Effect, Either, Layer, Option, Ref } from "effect"
import { type ModelConfig, model } from "../../platform/config/ModelConfig.ts"
import * as Standing from "../../platform/http/Standing.ts"
import { circuitBreaker } from "../../platform/provider/CircuitBreaker.ts"
import { mendOf, ofAnswers } from "../../platform/provider/Mends.ts"
import { embeddedProvider, ModelDescription } from "./ModelDescription.ts"
import * as PlainLanguageModel from "./PlainLanguageModel.ts"
import { asAiError, ends, ProviderFailed } from "../../platform/provider/ProviderFailed.ts"
import * as RetryBudget from "../../platform/provider/RetryBudget.ts"
import * as TokenBudget from "./TokenBudget.ts"
import * as TokenUsage from "../../platform/provider/TokenUsage.ts"
import { chat } from "./wire/Chat.ts"
import { conceding, type Dialect } from "../../platform/provider/Dialect.ts"
import * as Endpoint from "../../platform/provider/Endpoint.ts"
import { contentOf, partsOf, type Reading } from "./wire/Reading.ts"
import * as Recording from "../../platform/provider/Recording.ts"
import { responses } from "./wire/Responses.ts"
import { type Question, type WireOptions } from "./wire/Wire.ts"

/** The model name of the embedded planner in usage rows, spans and agent cards. */
export const embeddedModel = "embedded-planner-1"

const descriptionOf = (config: ModelConfig, modelName: string) =>
  config.provider === "openai"
    ? { provider: "openai", model: modelName }
    : { provider: embeddedProvider, model: embeddedModel }

/** Which provider the configuration asks for, and which model for every agent without one of its own. */
export const describe = Effect.map(model, (config) => descriptionOf(config, config.model))

/** The recording that answers in the place of the provider. */
export const recording = Effect.map(model, ({ provider, replayFrom }) =>
  Option.filter(replayFrom, () => provider === "openai")
)

const wires = { responses, chat }

/** Families of models whose thoughts OpenAI gives along, encrypted; it refuses the wish for any other. */
const thinkers = /^(?:o\d|gpt-5)/

/** Tokens of one answer: a list of fifty orders, and what a model says to itself before it. */
const usualOutput = { thinking: 16_384, other: 4_096 }

/** The model of an agent. */
export const modelOf = (config: ModelConfig, agent: AgentName) => config.ownModels[agent] ?? config.model

/** Every model that is asked, and the agents that ask it. */
export const inUse = (config: ModelConfig) => Array.groupBy(AgentName.literals, (agent) => modelOf(config, agent))

const optionsOf = (config: ModelConfig, model: string): WireOptions => {
  const isThinking = Option.match(config.reasoningEffort, {
    onNone: () => thinkers.test(model),
    onSome: (effort) => effort !== "none"
  })
  return {
    ...config,
    model,
    isThinking,
    maxOutputTokens: Option.getOrElse(config.maxOutputTokens, () =>
      isThinking ? usualOutput.thinking : usualOutput.other
    )
  }
}

/** A token is at least a byte of what is sent. */
const expectationOf = (body: string, { maxOutputTokens }: WireOptions): TokenBudget.Expectation => ({
  most: Buffer.byteLength(body) + maxOutputTokens,
  untold: TokenUsage.make({ tokensIn: TokenUsage.estimate(body) })
})

/** What an answer used, also at a server that tells nothing or half of it: there, budgets would never be used up. */
const usageOf = (reading: Reading, { untold }: TokenBudget.Expectation): TokenUsage.TokenUsage => ({
  ...reading.usage,
  tokensIn: reading.usage.tokensIn || untold.tokensIn,
  tokensOut: reading.usage.tokensOut || TokenUsage.estimate(contentOf(reading))
})

/** How a server is asked of which nothing else is known. Models that think take their limit by a name of its own. */
const usualDialect = ({ isThinking }: WireOptions): Dialect => ({
  limit: isThinking ? "max_completion_tokens" : "max_tokens",
  instructs: "system",
  takesBack: true,
  silence: "",
  omits: []
})

/** Things that a server may mind at once. */
const maxConcessions = 3

/** Asks a provider. */
class Provider extends Context.Tag("@storefront/server/assistant/model/LanguageModels/Provider")<
  Provider,
  {
    readonly ask: (
      question: Question,
      options: WireOptions
    ) => Effect.Effect<ReadonlyArray<Response.PartEncoded>, AiError.AiError>
  }
>() {}

/** The way to the provider, or to what it answered once. */
const ConnectionLayer = Layer.unwrapEffect(
  Effect.map(model, ({ recordTo, replayFrom }) => {
    const ways = Option.match(replayFrom, { onNone: () => NodeHttpClient.layerUndici, onSome: Recording.replay })
    return Option.match(recordTo, {
      onNone: () => ways,
      onSome: (file) => Layer.provide(Recording.record(file), ways)
    })
  })
)

/** Fails where this is no recording that could answer. */
export const checkReplay = (file: string) => Effect.asVoid(Effect.scoped(Layer.build(Recording.replay(file))))

/** Opens the files of `LLM_RECORD` and `LLM_REPLAY`, and fails where one of them cannot be used. */
export const checkRecordings = Effect.flatMap(model, ({ provider }) =>
  provider === embeddedProvider ? Effect.void : Effect.asVoid(Effect.scoped(Layer.build(ConnectionLayer)))
)

/** Says in a line how to mend what kept the first request from its answer; for those after it the reason will do. */
const tellingFirstFailure = Effect.map(Ref.make(true), (isFirst) => {
  const tell = (failure: ProviderFailed) =>
    Effect.logWarning("the first request to the model failed; look into it with: storefront model check").pipe(
      Effect.annotateLogs({ reason: failure.message, mend: mendOf(failure, ofAnswers) }),
      Effect.whenEffect(Ref.getAndSet(isFirst, false))
    )
  return <A, R>(request: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> =>
    Effect.tapBoth(request, { onFailure: tell, onSuccess: () => Ref.set(isFirst, false) })
})

/** Notes how the model stands after each question. */
const noting = Effect.map(Standing.Providers, ({ model }) =>
  Standing.noting<ProviderFailed>(model, {
    told: (failure) => (ends[failure.end].isOfOneQuestion ? null : `${failure.message}. ${mendOf(failure, ofAnswers)}`),
    hangsAfter: "20 seconds",
    hangs: `The model does not answer in time. ${mendOf({ end: "unreachable" }, ofAnswers)}`
  })
)

/** One for all agents of a process, so that what one of them learns of the provider's state the others know. */
const ProviderLayer = Layer.effect(
  Provider,
  Effect.gen(function* () {
    const config = yield* model
    const wire = wires[config.api]
    const post = (yield* Endpoint.make)(config)
    const guarded = yield* circuitBreaker
    const telling = yield* tellingFirstFailure
    const standing = yield* noting

    const read = (expectation: TokenBudget.Expectation) => (answer: unknown) =>
      Either.mapBoth(wire.read(answer), {
        onLeft: (failure) => {
          const usage = wire.usageOf(answer)
          return TokenUsage.isUntold(usage) ? failure : new ProviderFailed({ ...failure, usage })
        },
        onRight: (reading) => ({ ...reading, usage: usageOf(reading, expectation) })
      })

    const dialects = yield* Ref.make<Readonly<Record<string, Dialect>>>({})

    const attemptIn = (dialect: Dialect, question: Question, options: WireOptions) => {
      const body = JSON.stringify(wire.body(question, options, dialect))
      const expectation = expectationOf(body, options)
      return TokenBudget.spending(expectation)(Effect.flatMap(post(wire.path, body, wire.join), read(expectation)))
    }

    /** Asks, and once more for everything that the server refuses and can be asked without; it is remembered. */
    const attempt = (
      dialect: Dialect,
      question: Question,
      options: WireOptions,
      concessions = maxConcessions
    ): ReturnType<typeof attemptIn> =>
      Effect.catchAll(attemptIn(dialect, question, options), (failure) =>
        Option.match(
          Option.filter(conceding(dialect, failure.refused), () => concessions > 0),
          {
            onNone: () => failure,
            onSome: (conceded) =>
              Effect.tap(attempt(conceded, question, options, concessions - 1), () =>
                Ref.update(dialects, (known) => ({ ...known, [options.model]: conceded }))
              )
          }
        )
      )

    return {
      ask: (question: Question, options: WireOptions) => {
        const asked = Effect.flatMap(Ref.get(dialects), (known) =>
          attempt(known[options.model] ?? usualDialect(options), question, options)
        )
        return guarded(RetryBudget.repeating(asked)).pipe(
          telling,
          standing,
          Effect.mapError(asAiError),
          Effect.map((reading) => partsOf(reading, question.prompt))
        )
      }
    }
  })
).pipe(Layer.provide(ConnectionLayer))

/** A model at the provider. */
const layerModel = (options: WireOptions) =>
  Layer.effect(
    LanguageModel.LanguageModel,
    Effect.map(Provider, ({ ask }) => PlainLanguageModel.make((question) => ask(question, options)))
  ).pipe(Layer.provide(ProviderLayer))

/** A model of the provider, for whoever knows that there is one. */
export const layerProvider = (config: ModelConfig, modelName: string) =>
  Layer.merge(
    layerModel(optionsOf(config, modelName)),
    Layer.succeed(ModelDescription, descriptionOf(config, modelName))
  )

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

const worksAlways = Layer.effectDiscard(Effect.flatMap(Standing.Providers, ({ model }) => model.set("ok")))

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
      config.provider === "openai"
        ? layerProvider(config, modelOf(config, agent.name))
        : Layer.mergeAll(
            worksAlways,
            layerEmbedded,
            Layer.succeed(ModelDescription, descriptionOf(config, config.model))
          )
    )
  )
}
