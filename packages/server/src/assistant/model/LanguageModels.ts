import { type LanguageModel } from "@effect/ai"
import { AgentName } from "@storefront/domain/Topology"
import { Array, ConfigError, Effect, Layer, Option } from "effect"
import { type ModelConfig, model, type ProviderConfig } from "../../platform/config/ModelConfig.ts"
import * as DependencyHealth from "../../platform/http/DependencyHealth.ts"
import { GuardedClient } from "../../platform/provider/GuardedClient.ts"
import * as Recording from "../../platform/provider/Recording.ts"
import { embeddedProvider, ModelDescription } from "./ModelDescription.ts"
import { type ModelOptions, optionsOf } from "./ModelQuestion.ts"
import { Streaming } from "./Streaming.ts"
import { StreamModes } from "./StreamModes.ts"

/** Choice and construction of the configured language model. */

/** Model name of the embedded planner in usage rows, spans and agent cards. */
export const embeddedModel = "embedded-planner-1"

/** Provider names in telemetry. OpenTelemetry's semantic conventions name a compatible server after its API. */
const telemetryNames = { openai: "openai", anthropic: "anthropic", compatible: "openai" } as const

const descriptionOf = ({ provider }: ModelConfig, modelName: string) =>
  provider === "embedded"
    ? { provider: embeddedProvider, model: embeddedModel }
    : { provider: telemetryNames[provider], model: modelName }

/** Reads the configured provider, and the model of agents without one of their own. */
export const describeModel = Effect.map(model, (config) => ({
  provider: config.provider,
  model: descriptionOf(config, config.model).model
}))

/** Reads the path of the recording that is replayed in place of the provider; none for the embedded planner. */
export const recording = Effect.map(model, ({ provider, replayFrom }) =>
  Option.filter(replayFrom, () => provider !== "embedded")
)

/** Returns the model name that is configured for an agent. */
export const modelOf = (config: ModelConfig, agent: AgentName) => config.ownModels[agent] ?? config.model

/** Groups the agents by the name of their model. */
export const agentsByModel = (config: ModelConfig) =>
  Array.groupBy(AgentName.literals, (agent) => modelOf(config, agent))

/** Fails unless the file is a recording that can be replayed. */
export const checkReplay = (file: string) => Effect.asVoid(Effect.scoped(Layer.build(Recording.replay(file))))

/** Imports of the providers' modules. They are dynamic, because the providers' libraries load slowly. */
const providers: Readonly<Record<ProviderConfig["provider"], () => Promise<Provider>>> = {
  openai: () => import("./providers/OpenAi.ts"),
  anthropic: () => import("./providers/Anthropic.ts"),
  compatible: () => import("./providers/Compatible.ts")
}

interface Provider {
  readonly layer: (options: ModelOptions) => Layer.Layer<LanguageModel.LanguageModel, never, GuardedClient>
}

/** Builds the model of a configured provider. */
export const layerProvider = (config: ProviderConfig, modelName: string) =>
  Layer.unwrapEffect(
    Effect.map(Effect.promise(providers[config.provider]), ({ layer }) => layer(optionsOf(config, modelName)))
  ).pipe(
    Layer.provide(GuardedClient.layer),
    Layer.merge(Layer.succeed(ModelDescription, descriptionOf(config, modelName))),
    Layer.merge(
      Layer.effect(
        Streaming,
        Effect.flatMap(StreamModes, ({ ruleOf }) => ruleOf(modelName))
      ).pipe(Layer.provide(StreamModes.layer))
    )
  )

/** Data about its agent that the embedded planner needs, since it is no language model. */
export interface AgentOutline {
  readonly name: AgentName
  /** By name of the tool. */
  readonly skills: Readonly<Record<string, { readonly description: string }>>
}

/** Model that runs in this process, without a provider. */
export interface EmbeddedModel {
  readonly layer: (agent: AgentOutline) => Layer.Layer<LanguageModel.LanguageModel>
}

const embeddedNotIncluded = ConfigError.Unsupported(
  ["LLM_PROVIDER"],
  "the embedded model is not part of this program; set OPENAI_API_KEY, OPENAI_BASE_URL or ANTHROPIC_API_KEY"
)

const standingOk = Layer.effectDiscard(Effect.flatMap(DependencyHealth.ProviderHealth, ({ model }) => model.set("ok")))

/** Builds an agent's configured language model, and imports no other. Without `embedded` it must have a provider. */
export const layer = (
  agent: AgentOutline,
  { embedded }: { readonly embedded?: () => Promise<EmbeddedModel> }
): Layer.Layer<LanguageModel.LanguageModel, ConfigError.ConfigError> => {
  const layerEmbedded =
    embedded === undefined
      ? Layer.fail(embeddedNotIncluded)
      : Layer.unwrapEffect(Effect.map(Effect.promise(embedded), (model) => model.layer(agent)))
  return Layer.unwrapEffect(
    Effect.map(model, (config) =>
      config.provider === "embedded"
        ? Layer.mergeAll(
            standingOk,
            layerEmbedded,
            Layer.succeed(ModelDescription, descriptionOf(config, config.model))
          )
        : layerProvider(config, modelOf(config, agent.name))
    )
  )
}
