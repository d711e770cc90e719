import { type AiError } from "@effect/ai"

/**
 * What may be told of an error of a provider: its kind, and the status of the answer if there was one. What it says and
 * carries is the whole request, with the key in it, and the whole answer.
 */
export const reasonOf = (error: AiError.AiError): string =>
  error._tag === "HttpResponseError" ? `${error._tag} ${error.response.status}` : error._tag

/** `error.type`: the status of the answer, else the kind of error. */
export const typeOf = (error: AiError.AiError): string =>
  error._tag === "HttpResponseError" ? String(error.response.status) : error._tag
