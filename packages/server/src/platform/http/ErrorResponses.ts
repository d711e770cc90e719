import { HttpApiError, HttpApiSchema, type HttpApp, HttpServerError, HttpServerResponse } from "@effect/platform"
import { SqlError } from "@effect/sql"
import { TooManyRequests } from "@storefront/domain/Errors"
import { Array, Cause, Effect, Option, Schema } from "effect"
import { errorsOf, isDatabaseFault } from "../database/Transaction.ts"

/** Public description of a failure. */
export interface Refusal {
  readonly status: number
  readonly detail: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Format of error responses; servers of other protocols have their own. */
export interface ErrorFormat {
  readonly contentType: string
  /** Builds `{"detail"}`, or that plus other fields. */
  readonly body: (refusal: Refusal) => object
}

const plain: ErrorFormat = { contentType: "application/json", body: ({ detail }) => ({ detail }) }

/** Seconds after which a client may try again what is unavailable. */
export const unavailableSeconds = 5

/** Headers that every response of a status carries. */
const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "www-authenticate": "Bearer" },
  503: { "retry-after": String(unavailableSeconds) }
}

export const respond = (refusal: Refusal, format: ErrorFormat = plain): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(format.body(refusal), {
    status: refusal.status,
    contentType: format.contentType,
    headers: { ...headersOf[refusal.status], ...refusal.headers }
  })

const internal: Refusal = { status: 500, detail: "Internal server error" }
const unavailable: Refusal = { status: 503, detail: "Service temporarily unavailable" }

/** Returns whether a message is the schema library's own, which quotes the value; our contract's messages do not. */
const isLibraryText = (message: string) => /^Expected |^is unexpected|\bactual\b/.test(message)

/** Reports the first violated field as `"<field>: <rule>"`. */
const violation = ({ issues }: HttpApiError.HttpApiDecodeError): Refusal => {
  const [issue] = issues
  const field = issue === undefined || issue.path.length === 0 ? "body" : issue.path.map(String).join(".")
  const rule = issue === undefined || isLibraryText(issue.message) ? "is not valid" : issue.message
  return { status: 422, detail: `${field}: ${rule}` }
}

/** Returns whether our response violates the contract; only this text distinguishes it from an invalid request. */
const isAboutResponse = ({ message }: HttpApiError.HttpApiDecodeError) => message.startsWith("(<declaration schema>")

/** Returns the status that a `Schema.TaggedError` class is annotated with. */
export const annotatedStatus = ({ constructor }: Error): Option.Option<number> =>
  Schema.isSchema(constructor)
    ? Option.liftPredicate(HttpApiSchema.getStatus(constructor.ast, 0), (status) => status > 0)
    : Option.none()

const platformRefusals: Readonly<Record<string, Refusal>> = {
  RouteNotFound: { status: 404, detail: "Not found" },
  RequestError: { status: 400, detail: "Request body is not valid JSON" }
}

const refusalFor = (error: unknown): Option.Option<Refusal> => {
  if (error instanceof HttpApiError.HttpApiDecodeError) {
    return isAboutResponse(error) ? Option.none() : Option.some(violation(error))
  }
  if (error instanceof SqlError.SqlError) {
    return isDatabaseFault(error) ? Option.some(unavailable) : Option.none()
  }
  if (HttpServerError.isServerError(error)) {
    return Option.fromNullable(platformRefusals[error._tag])
  }
  if (error instanceof TooManyRequests) {
    return Option.some({
      status: 429,
      detail: error.message,
      headers: { "retry-after": String(error.retryAfterSeconds) }
    })
  }
  return error instanceof Error
    ? Option.map(annotatedStatus(error), (status) => ({ status, detail: error.message }))
    : Option.none()
}

/** Finds the response for the first public error of a cause; an error that is itself a response is used as it is. */
const responseFor = (cause: Cause.Cause<unknown>, format: ErrorFormat) =>
  Array.findFirst(errorsOf(cause), (error) =>
    HttpServerResponse.isServerResponse(error)
      ? Option.some(error)
      : Option.map(refusalFor(error), (refusal) => respond(refusal, format))
  )

/**
 * Turns failures, defects and requests that violate the contract into error responses. Logs our own faults with their
 * cause, of which the response reveals nothing.
 */
export const middleware =
  (format: ErrorFormat = plain) =>
  <E, R>(app: HttpApp.Default<E, R>): HttpApp.Default<never, R> =>
    Effect.catchAllCause(app, (cause) => {
      const response = responseFor(cause, format)
      if (Option.isNone(response)) {
        return Cause.isInterruptedOnly(cause)
          ? Effect.succeed(respond(unavailable, format))
          : Effect.as(Effect.logError("Request failed", cause), respond(internal, format))
      }
      return response.value.status === unavailable.status
        ? Effect.as(Effect.logWarning("Request could not be served", cause), response.value)
        : Effect.succeed(response.value)
    })
