import { HttpServerResponse } from "@effect/platform"
import { mediaType } from "@storefront/domain/api/AgentApi"
import { type AgentErrorBody, agentErrors, type AgentErrorReason } from "@storefront/domain/api/AgentErrors"
import { Data } from "effect"
import { type ErrorFormat } from "../../platform/http/ErrorResponses.ts"

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

const bodyOf = ({ message, metadata = {}, reason, violations }: Description): AgentErrorBody => ({
  detail: message,
  error: {
    ...agentErrors[reason],
    message,
    details: [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org", metadata },
      ...(violations === undefined
        ? []
        : [{ "@type": "type.googleapis.com/google.rpc.BadRequest" as const, fieldViolations: violations }])
    ]
  }
})

/** Encodes the error as a response. */
export const toResponse = (error: ProtocolError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(bodyOf(error), {
    status: agentErrors[error.reason].code,
    contentType: mediaType,
    headers: error.headers
  })

/** Reasons of errors that the HTTP server raises itself, by status. */
const reasonByStatus: Readonly<Record<number, AgentErrorReason>> = {
  400: "INVALID_PARAMS",
  404: "ROUTE_NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "BODY_TOO_LARGE",
  415: "BODY_NOT_READABLE",
  503: "UNAVAILABLE"
}

/** Formats errors that the HTTP server raises itself like those of the protocol: `{"detail", "error"}`. */
export const errorFormat: ErrorFormat = {
  contentType: mediaType,
  body: ({ detail, status }) => bodyOf({ reason: reasonByStatus[status] ?? "INTERNAL", message: detail })
}
