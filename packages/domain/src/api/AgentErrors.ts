import { Schema } from "effect"

/** HTTP status and `google.rpc.Code` of every error that an agent returns before a task exists, by reason. */
export const agentErrors = {
  INVALID_PARAMS: { code: 400, status: "INVALID_ARGUMENT" },
  CONTENT_TYPE_NOT_SUPPORTED: { code: 400, status: "INVALID_ARGUMENT" },
  VERSION_NOT_SUPPORTED: { code: 400, status: "FAILED_PRECONDITION" },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { code: 400, status: "FAILED_PRECONDITION" },
  TASK_NOT_CANCELABLE: { code: 400, status: "FAILED_PRECONDITION" },
  UNSUPPORTED_OPERATION: { code: 400, status: "FAILED_PRECONDITION" },
  UNAUTHENTICATED: { code: 401, status: "UNAUTHENTICATED" },
  TASK_NOT_FOUND: { code: 404, status: "NOT_FOUND" },
  /** The message decides about a proposal that is not one of the task. */
  ACTION_NOT_FOUND: { code: 404, status: "NOT_FOUND" },
  ROUTE_NOT_FOUND: { code: 404, status: "NOT_FOUND" },
  METHOD_NOT_ALLOWED: { code: 405, status: "UNIMPLEMENTED" },
  /** The task or the conversation is at work on another message, or the message id was used for another text. */
  CONFLICT: { code: 409, status: "ABORTED" },
  BODY_TOO_LARGE: { code: 413, status: "INVALID_ARGUMENT" },
  /** The body is compressed, or its text is not UTF-8. */
  BODY_NOT_READABLE: { code: 415, status: "INVALID_ARGUMENT" },
  /** The request is well formed but violates a rule of this server. */
  INVALID_MESSAGE: { code: 422, status: "INVALID_ARGUMENT" },
  TOO_MANY_REQUESTS: { code: 429, status: "RESOURCE_EXHAUSTED" },
  TOO_MANY_STREAMS: { code: 429, status: "RESOURCE_EXHAUSTED" },
  TOO_MANY_TASKS: { code: 429, status: "RESOURCE_EXHAUSTED" },
  INTERNAL: { code: 500, status: "INTERNAL" },
  UNAVAILABLE: { code: 503, status: "UNAVAILABLE" },
  TIMED_OUT: { code: 504, status: "DEADLINE_EXCEEDED" }
} as const
export type AgentErrorReason = keyof typeof agentErrors

const ErrorInfo = Schema.Struct({
  "@type": Schema.Literal("type.googleapis.com/google.rpc.ErrorInfo"),
  reason: Schema.String,
  domain: Schema.Literal("a2a-protocol.org"),
  metadata: Schema.Record({ key: Schema.String, value: Schema.String })
})

const BadRequest = Schema.Struct({
  "@type": Schema.Literal("type.googleapis.com/google.rpc.BadRequest"),
  fieldViolations: Schema.Array(Schema.Struct({ field: Schema.String, description: Schema.String }))
})

/** Body of an error: `detail` as everywhere in the platform, and the protocol's `error` beside it. */
export const AgentErrorBody = Schema.Struct({
  detail: Schema.String,
  error: Schema.Struct({
    code: Schema.Int,
    status: Schema.String,
    message: Schema.String,
    details: Schema.Array(Schema.Union(ErrorInfo, BadRequest))
  })
})
export type AgentErrorBody = typeof AgentErrorBody.Type
