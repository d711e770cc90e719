import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"

/** Body of every error response: one sentence for the caller. */
export class ErrorBody extends Schema.Class<ErrorBody>("ErrorBody")({ detail: Schema.String }) {}

/** Declares the only field of an error that crosses HTTP: a message with a default. */
const sentence = (text: string) => ({
  message: Schema.String.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => text)
  )
})

/**
 * Builds the HTTP form of an error: status from its annotation, body `{"detail": message}`. Each error holds its own as
 * `http`, built once, for `addError` and the `failure` of middleware. Errors in `alike` share its status: they are
 * encoded too, and decoded as the first one.
 */
const httpForm = <
  A extends { readonly message: string },
  I,
  R,
  B extends { readonly message: string } = never,
  J = never
>(
  error: Schema.Schema<A, I, R> & {
    readonly identifier: string
    new (props: { readonly message: string }): A
  },
  ...sameStatus: ReadonlyArray<Schema.Schema<B, J>>
): Schema.Schema<A | B, typeof ErrorBody.Encoded> =>
  Schema.transform(Schema.encodedSchema(ErrorBody), Schema.Union(error, ...sameStatus).pipe(Schema.typeSchema), {
    strict: true,
    decode: ({ detail }) => new error({ message: detail }),
    encode: ({ message }) => ({ detail: message })
  }).annotations(
    HttpApiSchema.annotations({
      identifier: error.identifier,
      status: HttpApiSchema.getStatusErrorAST(error.ast)
    })
  )

/** The request body is not JSON. */
export class MalformedJson extends Schema.TaggedError<MalformedJson>()(
  "MalformedJson",
  sentence("Request body is not valid JSON"),
  HttpApiSchema.annotations({ status: 400 })
) {
  static readonly http = httpForm(this)
}

/** The request violates HTTP itself; the message says how. */
export class MalformedRequest extends Schema.TaggedError<MalformedRequest>()(
  "MalformedRequest",
  { message: Schema.String },
  HttpApiSchema.annotations({ status: 400 })
) {
  static readonly http = httpForm(this)
}

/** The credentials are missing or invalid. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  sentence("Not authenticated"),
  HttpApiSchema.annotations({ status: 401 })
) {
  static readonly http = httpForm(this)
}

export class AdminRequired extends Schema.TaggedError<AdminRequired>()(
  "AdminRequired",
  sentence("Admin access required"),
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = httpForm(this)
}

/** The endpoint needs an account, and the caller is a guest. */
export class SignInRequired extends Schema.TaggedError<SignInRequired>()(
  "SignInRequired",
  sentence("Sign in to do this"),
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = httpForm(this)
}

export class AccountDeactivated extends Schema.TaggedError<AccountDeactivated>()(
  "AccountDeactivated",
  sentence("Account is deactivated"),
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = httpForm(this)
}

/** The shop vouches for a person whose account is deactivated or deleted, or not a customer's. */
export class ShopSignInRefused extends Schema.TaggedError<ShopSignInRefused>()(
  "ShopSignInRefused",
  sentence("Account is deactivated"),
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = httpForm(this)
}

export class ConversationNotFound extends Schema.TaggedError<ConversationNotFound>()(
  "ConversationNotFound",
  sentence("Conversation not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

export class MessageNotFound extends Schema.TaggedError<MessageNotFound>()(
  "MessageNotFound",
  sentence("Message not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

export class ProductNotFound extends Schema.TaggedError<ProductNotFound>()(
  "ProductNotFound",
  sentence("Product not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

export class OrderNotFound extends Schema.TaggedError<OrderNotFound>()(
  "OrderNotFound",
  sentence("Order not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

export class UserNotFound extends Schema.TaggedError<UserNotFound>()(
  "UserNotFound",
  sentence("User not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

export class AgentNotFound extends Schema.TaggedError<AgentNotFound>()(
  "AgentNotFound",
  sentence("Agent not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

export class RequestNotFound extends Schema.TaggedError<RequestNotFound>()(
  "RequestNotFound",
  sentence("Request not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

/** The caller has no proposal with this id in the conversation. */
export class ActionNotFound extends Schema.TaggedError<ActionNotFound>()(
  "ActionNotFound",
  sentence("Action not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

/** The tool server has no tool of this name. */
export class ToolNotFound extends Schema.TaggedError<ToolNotFound>()(
  "ToolNotFound",
  sentence("Tool not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

/** The request's host name or origin is not on the server's allowlist. */
export class HostOrOriginRefused extends Schema.TaggedError<HostOrOriginRefused>()(
  "HostOrOriginRefused",
  { message: Schema.String },
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = httpForm(this)
}

export class NotFound extends Schema.TaggedError<NotFound>()(
  "NotFound",
  sentence("Not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = httpForm(this)
}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  sentence("Method not allowed"),
  HttpApiSchema.annotations({ status: 405 })
) {
  static readonly http = httpForm(this)
}

export class EmailTaken extends Schema.TaggedError<EmailTaken>()(
  "EmailTaken",
  sentence("Email already registered"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = httpForm(this)
}

/** The customer stopped the turn before it had an answer. */
export class TurnStopped extends Schema.TaggedError<TurnStopped>()(
  "TurnStopped",
  sentence("The turn was stopped"),
  HttpApiSchema.annotations({ status: 409 })
) {}

/** The client has used the id of the message for another text. */
export class MessageConflict extends Schema.TaggedError<MessageConflict>()(
  "MessageConflict",
  sentence("The message id was used for another text"),
  HttpApiSchema.annotations({ status: 409 })
) {}

/** The caller has no such turn. */
export class TurnNotFound extends Schema.TaggedError<TurnNotFound>()(
  "TurnNotFound",
  sentence("Turn not found"),
  HttpApiSchema.annotations({ status: 404 })
) {}

/** Another message of the same conversation is still being answered. */
export class ConversationBusy extends Schema.TaggedError<ConversationBusy>()(
  "ConversationBusy",
  sentence("Conversation is busy"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = httpForm(this, TurnStopped)
}

/** Another account has claimed the guest. */
export class AlreadyClaimed extends Schema.TaggedError<AlreadyClaimed>()(
  "AlreadyClaimed",
  sentence("Already claimed"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = httpForm(this)
}

/** The caller already has a pending request for the agent, or already has access to it. */
export class AccessConflict extends Schema.TaggedError<AccessConflict>()(
  "AccessConflict",
  sentence("A pending request already exists for this agent"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = httpForm(this)
}

/** The access request has already been approved or denied. */
export class RequestAlreadyResolved extends Schema.TaggedError<RequestAlreadyResolved>()(
  "RequestAlreadyResolved",
  sentence("Request already approved"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = httpForm(this)
}

export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()(
  "BodyTooLarge",
  sentence("Request body too large"),
  HttpApiSchema.annotations({ status: 413 })
) {
  static readonly http = httpForm(this)
}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  sentence("Content-Type must be application/json"),
  HttpApiSchema.annotations({ status: 415 })
) {
  static readonly http = httpForm(this)
}

/** The request violates the contract: `"<field>: <rule>"`. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()(
  "InvalidRequest",
  { message: Schema.String },
  HttpApiSchema.annotations({ status: 422 })
) {
  static readonly http = httpForm(this)
}

/** A rate limit is exceeded; the response says in `Retry-After` when to retry. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()(
  "TooManyRequests",
  {
    ...sentence("Too many requests"),
    retryAfterSeconds: Schema.Int.pipe(
      Schema.propertySignature,
      Schema.withConstructorDefault(() => 60)
    )
  },
  HttpApiSchema.annotations({ status: 429 })
) {
  static readonly http = httpForm(this)
}

/** An unexpected failure of the server; only the log has the cause. */
export class InternalError extends Schema.TaggedError<InternalError>()(
  "InternalError",
  sentence("Internal server error"),
  HttpApiSchema.annotations({ status: 500 })
) {
  static readonly http = httpForm(this)
}

/** The turn ended without a usable answer. */
export class AnswerFailed extends Schema.TaggedError<AnswerFailed>()(
  "AnswerFailed",
  sentence("The assistant could not produce an answer"),
  HttpApiSchema.annotations({ status: 502 })
) {
  static readonly http = httpForm(this)
}

/** The database is unreachable or overloaded; a retry may succeed. `cause` is for the log and never sent to clients. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()(
  "DatabaseUnavailable",
  { ...sentence("Service temporarily unavailable"), cause: Schema.optional(Schema.Unknown) },
  HttpApiSchema.annotations({ status: 503 })
) {}

/** The authorization server or the assistant is unreachable for now. Clients see a lost database as this, too. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()(
  "ServiceUnavailable",
  sentence("Service temporarily unavailable"),
  HttpApiSchema.annotations({ status: 503 })
) {
  static readonly http = httpForm(this, DatabaseUnavailable)
}

/** The time budget of the request or turn is exhausted. */
export class TimedOut extends Schema.TaggedError<TimedOut>()(
  "TimedOut",
  sentence("Request timed out"),
  HttpApiSchema.annotations({ status: 504 })
) {
  static readonly http = httpForm(this)
}
