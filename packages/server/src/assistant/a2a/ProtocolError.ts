import { HttpServerResponse } from "@effect/platform"
import { mediaType } from "@storefront/domain/api/AgentApi"
import { type AgentErrorBody, agentErrors, type AgentErrorReason } from "@storefront/domain/api/AgentErrors"
import { Data } from "effect"
import { type ErrorFormat } from "../../platform/http/ErrorResponses.ts"

/** Why an agent refused a request before there was a task. `message` is for a person and quotes nothing of the request. */
export class ProtocolError extends Data.TaggedError("ProtocolError")<{
  readonly reason: AgentErrorReason
  readonly message: string
  /** Facts for programs, such as the id that was not found. */
  readonly metadata?: Readonly<Record<string, string>>
  /** The fields of the request that are wrong. */
  readonly violations?: ReadonlyArray<{ readonly field: string; readonly description: string }>
  readonly headers?: Readonly<Record<string, string>>
}> {}

/** A field that breaks the protocol. */
export const invalidParams = (field: string, description: string) =>
  new ProtocolError({
    reason: "INVALID_PARAMS",
    message: `${field}: ${description}`,
    violations: [{ field, description }]
  })

/** A field that fits the protocol, but not our limits. */
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

/** The error on the wire. */
export const toResponse = (error: ProtocolError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(bodyOf(error), {
    status: agentErrors[error.reason].code,
    contentType: mediaType,
    headers: error.headers
  })

/** What can be wrong outside of the protocol, by status. */
const outside: Readonly<Record<number, AgentErrorReason>> = {
  400: "INVALID_PARAMS",
  404: "ROUTE_NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "BODY_TOO_LARGE",
  415: "BODY_NOT_READABLE",
  503: "UNAVAILABLE"
}

/** Errors that the HTTP program answers by itself, in the same form: `{"detail", "error"}`. */
export const errorFormat: ErrorFormat = {
  contentType: mediaType,
  body: ({ detail, status }) => bodyOf({ reason: outside[status] ?? "INTERNAL", message: detail })
}
