import { AiError } from "@effect/ai"
import { Data, type Duration, Option, Predicate } from "effect"
import { type Refused } from "./Dialect.ts"
import { type TokenUsage } from "./TokenUsage.ts"

/** Outcome of a request to the model without a usable answer. */
interface End {
  /** Description for operators; quotes neither request nor answer. */
  readonly description: string
  /** True if the same request may succeed when it is sent again. */
  readonly isRetryable: boolean
  /** For the circuit breaker: true if the endpoint has failed, false if it works, null if neither is known. */
  readonly isFault: boolean | null
  /** True if the cause lies in this request or its answer, so that the next request may succeed. */
  readonly isRequestSpecific: boolean
}

const end = (says: string, isRetryable: boolean, isFault: boolean | null): End => ({
  description: says,
  isRetryable,
  isFault,
  isRequestSpecific: false
})
const requestSpecific = (says: string, isRetryable: boolean, isFault: boolean | null): End => ({
  ...end(says, isRetryable, isFault),
  isRequestSpecific: true
})

/** All outcomes; `docs/models.md` describes how each affects the turn. */
export const ends = {
  unreachable: end("The model cannot be reached", true, true),
  broken_off: end("The answer of the model broke off", true, true),
  broken_stream: requestSpecific("The stream of the model broke off", false, null),
  faulty: end("The model has a fault", true, true),
  busy: end("The model is busy", true, null),
  quota: end("The quota at the provider is used up", false, null),
  denied: end("The provider refuses the key", false, false),
  unknown_model: end("The provider does not know the model or the address", false, false),
  context_too_long: requestSpecific("The conversation is too long for the model", false, false),
  request_too_large: requestSpecific("The request is too large for the provider", false, false),
  content_filter: requestSpecific("The provider's content filter stopped the answer", false, false),
  no_stream: requestSpecific("The model or its server does not stream the answer", false, false),
  no_tools: end("The model or its server takes no tools", false, false),
  misread_call: requestSpecific("The server could not read a call of the model", false, false),
  not_accepted: end("The provider does not accept the request", false, false),
  cut_off: requestSpecific("The answer of the model was cut off at its length limit", false, false),
  declined: requestSpecific("The model declined to answer", false, false),
  gave_up: requestSpecific("The model gave up in the middle of its answer", true, null),
  unknown_end: requestSpecific("The answer of the model ended for a reason that is not known", false, false),
  unreadable: end("The answer of the model cannot be read", false, false),
  no_vector: end("The embeddings are unusable: their numbers are missing or all zero", false, false),
  too_large: requestSpecific("The answer of the model is too large", false, false),
  failed: end("The model failed", false, false),
  over_budget: requestSpecific("The tokens for this message are used up", false, null),
  circuit_open: requestSpecific(
    "The model was not asked because it failed too often just before: circuit open",
    false,
    null
  )
} satisfies Record<string, End>
export type EndName = keyof typeof ends

/** Failure of a request to the provider. Contains no text of the request or the answer. */
export class ProviderFailed extends Data.TaggedError("ProviderFailed")<{
  readonly end: EndName
  /** HTTP status of an error response. */
  readonly status?: number
  /** Wait that the provider asks for. */
  readonly retryAfter?: Duration.Duration
  /** Part of the request that the server rejected, if it named one. */
  readonly refused?: Refused
  /** True if text of the answer has arrived, so that the provider has worked on it. */
  readonly hasStreamed?: boolean
  /** Usage of the request, if the server reported it in spite of the failure. */
  readonly usage?: TokenUsage
}> {
  /** For operators. */
  override get message(): string {
    return this.status === undefined ? ends[this.end].description : `${ends[this.end].description} (${this.status})`
  }
}

/** Wraps the failure as an error of the language model interface. */
export const asAiError = (failure: ProviderFailed): AiError.AiError =>
  new AiError.UnknownError({ module: "Wire", method: "generateText", description: failure.message, cause: failure })

/** Finds the provider's failure behind an error, even if a library wrapped it; none for models without a provider. */
export const failureIn = ({ cause }: AiError.AiError): Option.Option<ProviderFailed> =>
  Option.fromNullable(
    [cause, Predicate.hasProperty(cause, "cause") ? cause.cause : undefined].find(
      (inner) => inner instanceof ProviderFailed
    )
  )

/** Returns the outcome at the provider; `failed` for an error that did not come from a provider. */
export const endOf = (error: AiError.AiError): EndName =>
  Option.match(failureIn(error), { onNone: () => "failed", onSome: ({ end }) => end })

/** Returns the part of an error that is safe to show; the rest may contain the whole request and answer. */
export const reasonOf = (error: AiError.AiError): string =>
  Option.match(failureIn(error), { onNone: () => `The model failed: ${error._tag}`, onSome: ({ message }) => message })

/** Returns the `error.type`: the HTTP status, else the outcome, else the tag of the error. */
export const typeOf = (error: AiError.AiError): string =>
  Option.match(failureIn(error), {
    onNone: () => error._tag,
    onSome: ({ end, status }) => (status === undefined ? end : String(status))
  })
