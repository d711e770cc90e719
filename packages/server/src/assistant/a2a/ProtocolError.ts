import { HttpServerResponse } from "@effect/platform"
import { mediaType } from "@storefront/domain/api/AgentApi"
import { type AgentErrorBody, agentErrors, type AgentErrorReason } from "@storefront/domain/api/AgentErrors"
import { Data } from "effect"
import { type ErrorFormat, type Refusal } from "../../platform/http/ErrorResponses.ts"

/** Errors of the A2A protocol, and their encoding. */

/** Refusal of a request for which no task was created. `message` is for people and must not quote the request. */
export class ProtocolError extends Data.TaggedError("ProtocolError")<{
  readonly reason: AgentErrorReason
  readonly message: string
  /** Facts for programs, such as the id that was not found. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Invalid fields of the request. */
  readonly violations?: ReadonlyArray<{ readonly field: string; readonly description: string }>
  readonly headers?: Readonly<Record<string, string>>
}> {}

/** Reports a field that violates the protocol. */
export const invalidParams = (field: string, description: string) =>
  new ProtocolError({
    reason: "INVALID_PARAMS",
    message: `${field}: ${description}`,
    violations: [{ field, description }]
  })

/** Reports a field that fits the protocol, but not our limits. */
export const invalidMessage = (field: string, description: string) =>
  new ProtocolError({
    reason: "INVALID_MESSAGE",
    message: `${field}: ${description}`,
    violations: [{ field, description }]
  })

type Description = Pick<ProtocolError, "reason" | "message" | "metadata" | "violations">

/** Describes the error to programs, alike in all bindings. */
export const detailsOf = ({ metadata = {}, reason, violations }: Description): AgentErrorBody["error"]["details"] => [
  { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org", metadata },
  ...(violations === undefined
    ? []
    : [{ "@type": "type.googleapis.com/google.rpc.BadRequest" as const, fieldViolations: violations }])
]

const bodyOf = (error: Description): AgentErrorBody => ({
  detail: error.message,
  error: { ...agentErrors[error.reason], message: error.message, details: detailsOf(error) }
})

/** Encodes the error as a response. */
export const toResponse = (error: ProtocolError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(bodyOf(error), {
    status: agentErrors[error.reason].code,
    contentType: mediaType,
    headers: error.headers
  })

/** Reasons of errors that the protocol does not know, by status. */
const reasonByStatus: Readonly<Record<number, AgentErrorReason>> = {
  400: "INVALID_PARAMS",
  401: "UNAUTHENTICATED",
  404: "ROUTE_NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  409: "CONFLICT",
  413: "BODY_TOO_LARGE",
  415: "BODY_NOT_READABLE",
  422: "INVALID_MESSAGE",
  429: "TOO_MANY_REQUESTS",
  503: "UNAVAILABLE",
  504: "TIMED_OUT"
}

/** Describes an error of the platform as one of the protocol. */
export const ofRefusal = ({ detail, headers = {}, status }: Refusal) =>
  new ProtocolError({ reason: reasonByStatus[status] ?? "INTERNAL", message: detail, headers })

/** Formats errors that the HTTP server raises itself like those of the protocol: `{"detail", "error"}`. */
export const errorFormat: ErrorFormat = {
  contentType: mediaType,
  body: (refusal) => bodyOf(ofRefusal(refusal))
}
