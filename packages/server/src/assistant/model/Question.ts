import { type Prompt, type Tool } from "@effect/ai"
import { type Effect, Option } from "effect"
import { type ModelConfig } from "../../platform/config/ModelConfig.ts"
import * as Endpoint from "../../platform/provider/Endpoint.ts"

/** One request to a model. */
export interface Question {
  readonly prompt: Prompt.Prompt
  readonly tools: ReadonlyArray<Tool.Any>
  /** False in a round in which the model must answer in words. */
  readonly mayCall: boolean
  /** Receives the text of the answer as it streams; without it, the answer comes whole. */
  readonly onText: Option.Option<(text: string) => Effect.Effect<void>>
}

/** A provider's model, and the request parameters besides the question. */
export interface ModelOptions extends Endpoint.Access {
  readonly model: string
  /** True for reasoning models, which take other request parameters. */
  readonly isThinking: boolean
  readonly reasoningEffort: ModelConfig["reasoningEffort"]
  readonly temperature: Option.Option<number>
  /** Of one answer, reasoning included. */
  readonly maxOutputTokens: number
  /** True if the provider is to enforce the schemas of the tools. */
  readonly strictTools: boolean
}

/** Models for which OpenAI accepts `include: ["reasoning.encrypted_content"]`; it rejects it for others. */
const reasoningModels = /^(?:o\d|gpt-5)/

/** Default output tokens of one answer: room for a list of fifty orders, and the reasoning before it. */
const usualOutput = { thinking: 16_384, other: 4_096 }

/** Returns the request parameters for a model of the configured provider. */
export const optionsOf = (config: ModelConfig, model: string): ModelOptions => {
  const isThinking = Option.match(config.reasoningEffort, {
    onNone: () => config.provider !== "anthropic" && reasoningModels.test(model),
    onSome: (effort) => effort !== "none"
  })
  return {
    ...config,
    address: Endpoint.of(config),
    model,
    isThinking,
    maxOutputTokens: Option.getOrElse(config.maxOutputTokens, () =>
      isThinking ? usualOutput.thinking : usualOutput.other
    )
  }
}
