import { AiError } from "@effect/ai"
import { Data, type Duration, Option } from "effect"
import { type Refused } from "./Dialect.ts"
import { type TokenUsage } from "./TokenUsage.ts"

/** One way in which a question to the model ends without an answer that can be used. */
interface End {
  /** A sentence for operators; quotes nobody. */
  readonly says: string
  /** Whether the same request may be answered when it is sent again. */
  readonly isRepeated: boolean
  /** Whether it tells that the endpoint is out of order; null where it tells neither that nor the opposite. */
  readonly isFault: boolean | null
  /** Whether it lies in what was asked or answered, so that the next question may well be answered. */
  readonly isOfOneQuestion: boolean
}

const end = (says: string, isRepeated: boolean, isFault: boolean | null): End => ({
  says,
  isRepeated,
  isFault,
  isOfOneQuestion: false
})
const ofOneQuestion = (says: string, isRepeated: boolean, isFault: boolean | null): End => ({
  ...end(says, isRepeated, isFault),
  isOfOneQuestion: true
})

/** All of them; `docs/models.md` tells what becomes of the turn. */
export const ends = {
  unreachable: end("The model cannot be reached", true, true),
  broken_off: end("The answer of the model broke off", true, true),
  faulty: end("The model has a fault", true, true),
  busy: end("The model is busy", true, null),
  quota: end("The quota at the provider is used up", false, null),
  denied: end("The provider refuses the key", false, false),
  unknown_model: end("The provider does not know the model or the address", false, false),
  context_too_long: ofOneQuestion("The conversation is too long for the model", false, false),
  request_too_large: ofOneQuestion("The request is too large for the provider", false, false),
  content_filter: ofOneQuestion("The provider's content filter stopped the answer", false, false),
  no_tools: end("The model or its server takes no tools", false, false),
  misread_call: ofOneQuestion("The server could not read a call of the model", false, false),
  not_accepted: end("The provider does not accept the request", false, false),
  cut_off: ofOneQuestion("The answer of the model was cut off at its length limit", false, false),
  declined: ofOneQuestion("The model declined to answer", false, false),
  gave_up: ofOneQuestion("The model gave up in the middle of its answer", true, null),
  unknown_end: ofOneQuestion("The answer of the model ended for a reason that is not known", false, false),
  unreadable: end("The answer of the model cannot be read", false, false),
  no_vector: end("The embeddings say nothing: their numbers are missing or all zero", false, false),
  too_large: ofOneQuestion("The answer of the model is too large", false, false),
  failed: end("The model failed", false, false),
  over_budget: ofOneQuestion("The tokens for this message are used up", false, null),
  circuit_open: ofOneQuestion(
    "The model was not asked because it failed too often just before: circuit open",
    false,
    null
  )
} satisfies Record<string, End>
export type EndName = keyof typeof ends

/** There is no answer. Carries nothing of what was asked and said. */
export class ProviderFailed extends Data.TaggedError("ProviderFailed")<{
  readonly end: EndName
  /** Of an answer without success. */
  readonly status?: number
  /** How long the provider wants to be left alone. */
  readonly retryAfter?: Duration.Duration
  /** The part of the request that is refused, if that was told. */
  readonly refused?: Refused
  /** What the request has cost all the same, if that was told. */
  readonly usage?: TokenUsage
}> {
  /** For operators. */
  override get message(): string {
    return this.status === undefined ? ends[this.end].says : `${ends[this.end].says} (${this.status})`
  }
}

/** The failure as the interface of language models has it. */
export const asAiError = (failure: ProviderFailed): AiError.AiError =>
  new AiError.UnknownError({ module: "Wire", method: "generateText", description: failure.message, cause: failure })

/** The failure of a provider behind an error; none of another model. */
export const failureIn = (error: AiError.AiError): Option.Option<ProviderFailed> =>
  error._tag === "UnknownError" && error.cause instanceof ProviderFailed ? Option.some(error.cause) : Option.none()

/** How a question to a model ended; of another model than a provider's it is not known. */
export const endOf = (error: AiError.AiError): EndName =>
  Option.match(failureIn(error), { onNone: () => "failed", onSome: ({ end }) => end })

/** What may be told of an error of a model. What it says and carries may be the whole request and the whole answer. */
export const reasonOf = (error: AiError.AiError): string =>
  Option.match(failureIn(error), { onNone: () => `The model failed: ${error._tag}`, onSome: ({ message }) => message })

/** `error.type`: the status of the answer, else how it ended. */
export const typeOf = (error: AiError.AiError): string =>
  Option.match(failureIn(error), {
    onNone: () => error._tag,
    onSome: ({ end, status }) => (status === undefined ? end : String(status))
  })
