import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"

/** Body of every error response: one sentence for the person who made the request. */
export class ErrorBody extends Schema.Class<ErrorBody>("ErrorBody")({ detail: Schema.String }) {}

/** The only field of an error that crosses HTTP: a sentence with a default. */
const sentence = (text: string) => ({
  message: Schema.String.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => text)
  )
})

/**
 * The HTTP form of an error: status from its annotation, body `{"detail": message}`.
 * Every error has it as `http`, made once, for `addError` and the `failure` of middleware. Errors that are `alike` have
 * the same status: they are encoded too, and decoded as the first one.
 */
const wire = <A extends { readonly message: string }, I, R, B extends { readonly message: string } = never, J = never>(
  error: Schema.Schema<A, I, R> & {
    readonly identifier: string
    new (props: { readonly message: string }): A
  },
  ...alike: ReadonlyArray<Schema.Schema<B, J>>
): Schema.Schema<A | B, typeof ErrorBody.Encoded> =>
  Schema.transform(Schema.encodedSchema(ErrorBody), Schema.Union(error, ...alike).pipe(Schema.typeSchema), {
    strict: true,
    decode: ({ detail }) => new error({ message: detail }),
    encode: ({ message }) => ({ detail: message })
  }).annotations(
    HttpApiSchema.annotations({
      identifier: error.identifier,
      status: HttpApiSchema.getStatusErrorAST(error.ast)
    })
  )

/** The body is not JSON at all. */
export class MalformedJson extends Schema.TaggedError<MalformedJson>()(
  "MalformedJson",
  sentence("Request body is not valid JSON"),
  HttpApiSchema.annotations({ status: 400 })
) {
  static readonly http = wire(this)
}

/** The request breaks a rule of HTTP itself; the message says which. */
export class MalformedRequest extends Schema.TaggedError<MalformedRequest>()(
  "MalformedRequest",
  { message: Schema.String },
  HttpApiSchema.annotations({ status: 400 })
) {}

/** Nobody, or somebody who could not be proven. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  sentence("Not authenticated"),
  HttpApiSchema.annotations({ status: 401 })
) {
  static readonly http = wire(this)
}

export class AdminRequired extends Schema.TaggedError<AdminRequired>()(
  "AdminRequired",
  sentence("Admin access required"),
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = wire(this)
}

export class AccountDeactivated extends Schema.TaggedError<AccountDeactivated>()(
  "AccountDeactivated",
  sentence("Account is deactivated"),
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = wire(this)
}

export class ConversationNotFound extends Schema.TaggedError<ConversationNotFound>()(
  "ConversationNotFound",
  sentence("Conversation not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

export class ProductNotFound extends Schema.TaggedError<ProductNotFound>()(
  "ProductNotFound",
  sentence("Product not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

export class OrderNotFound extends Schema.TaggedError<OrderNotFound>()(
  "OrderNotFound",
  sentence("Order not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

export class UserNotFound extends Schema.TaggedError<UserNotFound>()(
  "UserNotFound",
  sentence("User not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

export class AgentNotFound extends Schema.TaggedError<AgentNotFound>()(
  "AgentNotFound",
  sentence("Agent not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

export class RequestNotFound extends Schema.TaggedError<RequestNotFound>()(
  "RequestNotFound",
  sentence("Request not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

/** No proposal of this id is the caller's in the conversation. */
export class ActionNotFound extends Schema.TaggedError<ActionNotFound>()(
  "ActionNotFound",
  sentence("Action not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

/** A tool server has no tool of this name. */
export class ToolNotFound extends Schema.TaggedError<ToolNotFound>()(
  "ToolNotFound",
  sentence("Tool not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

/** The request came by a name, or from a web site, that the server does not serve. */
export class AddressRefused extends Schema.TaggedError<AddressRefused>()(
  "AddressRefused",
  { message: Schema.String },
  HttpApiSchema.annotations({ status: 403 })
) {
  static readonly http = wire(this)
}

/** No such route. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "NotFound",
  sentence("Not found"),
  HttpApiSchema.annotations({ status: 404 })
) {
  static readonly http = wire(this)
}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  sentence("Method not allowed"),
  HttpApiSchema.annotations({ status: 405 })
) {
  static readonly http = wire(this)
}

export class EmailTaken extends Schema.TaggedError<EmailTaken>()(
  "EmailTaken",
  sentence("Email already registered"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = wire(this)
}

/** Another message of the same conversation is still being answered. */
export class ConversationBusy extends Schema.TaggedError<ConversationBusy>()(
  "ConversationBusy",
  sentence("Conversation is busy"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = wire(this)
}

/** The caller already has a pending request for the agent, or already has access to it. */
export class AccessConflict extends Schema.TaggedError<AccessConflict>()(
  "AccessConflict",
  sentence("A pending request already exists for this agent"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = wire(this)
}

/** The access request was approved or denied before. */
export class RequestAlreadyResolved extends Schema.TaggedError<RequestAlreadyResolved>()(
  "RequestAlreadyResolved",
  sentence("Request already approved"),
  HttpApiSchema.annotations({ status: 409 })
) {
  static readonly http = wire(this)
}

export class BodyTooLarge extends Schema.TaggedError<BodyTooLarge>()(
  "BodyTooLarge",
  sentence("Request body too large"),
  HttpApiSchema.annotations({ status: 413 })
) {
  static readonly http = wire(this)
}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  sentence("Content-Type must be application/json"),
  HttpApiSchema.annotations({ status: 415 })
) {
  static readonly http = wire(this)
}

/** The request does not fit the contract: `"<field>: <rule>"`. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()(
  "InvalidRequest",
  { message: Schema.String },
  HttpApiSchema.annotations({ status: 422 })
) {
  static readonly http = wire(this)
}

/** A rate limit; the response says in `Retry-After` when to come back. */
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
  static readonly http = wire(this)
}

/** Something is wrong on our side; the log knows what. */
export class InternalError extends Schema.TaggedError<InternalError>()(
  "InternalError",
  sentence("Internal server error"),
  HttpApiSchema.annotations({ status: 500 })
) {
  static readonly http = wire(this)
}

/** The turn ended without a usable answer. */
export class AnswerFailed extends Schema.TaggedError<AnswerFailed>()(
  "AnswerFailed",
  sentence("The assistant could not produce an answer"),
  HttpApiSchema.annotations({ status: 502 })
) {
  static readonly http = wire(this)
}

/** The database is lost or too busy: the same may succeed later. `cause` is for the log and never on the wire. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()(
  "DatabaseUnavailable",
  { ...sentence("Service temporarily unavailable"), cause: Schema.optional(Schema.Unknown) },
  HttpApiSchema.annotations({ status: 503 })
) {}

/** The authorization server or the assistant is out of reach for the moment. Clients get a lost database as this. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()(
  "ServiceUnavailable",
  sentence("Service temporarily unavailable"),
  HttpApiSchema.annotations({ status: 503 })
) {
  static readonly http = wire(this, DatabaseUnavailable)
}

/** The budget of the request or of the turn is used up. */
export class TimedOut extends Schema.TaggedError<TimedOut>()(
  "TimedOut",
  sentence("Request timed out"),
  HttpApiSchema.annotations({ status: 504 })
) {
  static readonly http = wire(this)
}
