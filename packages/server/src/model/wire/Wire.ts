import { type Either } from "effect"
import { type Question } from "../PlainLanguageModel.ts"
import { type ProviderFailed } from "../ProviderFailed.ts"
import { type Reading } from "./Reading.ts"

/** What is asked for besides the question. */
export interface WireOptions {
  readonly model: string
  /** Whether the model gives its thoughts along, encrypted, to get them back. */
  readonly keepsThoughts: boolean
}

/** An interface of a provider: how it is asked, and how it answers. */
export interface Wire {
  /** Below the address of the provider. */
  readonly path: string
  readonly body: (question: Question, options: WireOptions) => object
  readonly read: (answer: unknown) => Either.Either<Reading, ProviderFailed>
}
