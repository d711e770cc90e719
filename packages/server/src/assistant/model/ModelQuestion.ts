import { type Prompt, type Tool } from "@effect/ai"
import { Option } from "effect"
import { type ModelConfig } from "../../platform/config/ModelConfig.ts"
import * as ProviderEndpoint from "../../platform/provider/ProviderEndpoint.ts"
import { type TextReceiver } from "../../platform/provider/TextReceiver.ts"

/** Request to a model. */
export interface Question {
  readonly prompt: Prompt.Prompt
  readonly tools: ReadonlyArray<Tool.Any>
  /** False in a round in which the model must answer with text. */
  readonly mayCall: boolean
  /** Receives the text of a streamed answer; without it, the answer is not streamed. */
  readonly receiver: Option.Option<TextReceiver>
}

/** Model of a provider, and the parameters of requests to it. */
export interface ModelOptions extends ProviderEndpoint.Access {
  readonly model: string
  /** True for reasoning models, which require other request parameters. */
  readonly isReasoning: boolean
  readonly reasoningEffort: ModelConfig["reasoningEffort"]
  readonly temperature: Option.Option<number>
  /** Maximum of one answer, reasoning included. */
  readonly maxOutputTokens: number
  /** True if the provider is to enforce the schemas of the tools. */
  readonly strictTools: boolean
}

/** Models for which OpenAI accepts `include: ["reasoning.encrypted_content"]`; it rejects it for others. */
const reasoningModels = /^(?:o\d|gpt-5)/

/** Default maximum of output tokens: enough for a list of fifty orders, and for the reasoning before it. */
const defaultOutput = { reasoning: 16_384, other: 4_096 }

/** Returns the request parameters for a model of the configured provider. */
export const optionsOf = (config: ModelConfig, model: string): ModelOptions => {
  const isReasoning = Option.match(config.reasoningEffort, {
    onNone: () => config.provider !== "anthropic" && reasoningModels.test(model),
    onSome: (effort) => effort !== "none"
  })
  return {
    ...config,
    address: ProviderEndpoint.baseUrlOf(config),
    model,
    isReasoning,
    maxOutputTokens: Option.getOrElse(config.maxOutputTokens, () =>
      isReasoning ? defaultOutput.reasoning : defaultOutput.other
    )
  }
}
