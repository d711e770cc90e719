import { type Prompt, type Tool } from "@effect/ai"
import { type Either, type Option } from "effect"
import { type Dialect } from "../../../platform/provider/Dialect.ts"
import { type Join } from "../../../platform/provider/Endpoint.ts"
import { type TokenUsage } from "../../../platform/provider/TokenUsage.ts"
import { type ProviderFailed } from "../../../platform/provider/ProviderFailed.ts"
import { type Reading } from "./Reading.ts"

/** What a model is asked. */
export interface Question {
  readonly prompt: Prompt.Prompt
  readonly tools: ReadonlyArray<Tool.Any>
  /** False in a round in which the model has to answer in words. */
  readonly mayCall: boolean
}

/** What is asked for besides the question. */
export interface WireOptions {
  readonly model: string
  /** Whether the model thinks before it answers, and so is asked in its own way. */
  readonly isThinking: boolean
  readonly reasoningEffort: Option.Option<string>
  readonly temperature: Option.Option<number>
  /** Of one answer. */
  readonly maxOutputTokens: number
  /** Whether the provider holds the model to the schemas of the tools. */
  readonly strictTools: boolean
}

/** An interface of a provider: how it is asked, and how it answers. */
export interface Wire {
  /** Below the address of the provider. */
  readonly path: string
  readonly body: (question: Question, options: WireOptions, dialect: Dialect) => object
  /** Of an answer that came as a stream, although nobody asked for one. */
  readonly join: Join
  readonly read: (answer: unknown) => Either.Either<Reading, ProviderFailed>
  /** What it has cost, also when it cannot be read. */
  readonly usageOf: (answer: unknown) => TokenUsage
}
