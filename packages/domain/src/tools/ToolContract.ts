import { Tool } from "@effect/ai"
import { Predicate, Record, Schema, String } from "effect"
import { DatabaseUnavailable } from "../Errors.ts"
import { CurrentUser, Role } from "../Identity.ts"
import { BackorderId, OrderId, ProductId, ReturnId } from "../Ids.ts"
import { NextRestock, SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { CouponProblem } from "../Pricing.ts"
import { ReturnEligibility } from "../Returns.ts"
import { withOrderNumber } from "./OrderNumberField.ts"
import { ReturnableUnits, ShownReturn } from "./ReturnFields.ts"
import { UserText } from "./UserText.ts"

/** Category of a tool's failure. */
export const FailureCode = Schema.Literal("not_found", "forbidden", "invalid_argument", "conflict", "unavailable")
export type FailureCode = typeof FailureCode.Type

/**
 * Result of a tool call that failed. `message` is a fixed sentence that tells the model what to do next and quotes no
 * input; all variable parts are in context fields.
 */
export class ToolFailure extends Schema.Class<ToolFailure>("ToolFailure")({
  error: FailureCode,
  message: Schema.String,
  /** `not_found`: type of the object, and the given id. */
  entity: Schema.optional(Schema.String),
  id: Schema.optional(Schema.String),
  missing_ids: Schema.optional(Schema.Array(ProductId)),
  /** Existing objects with a similar name or id. */
  candidates: Schema.optional(
    Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText, price: Schema.optional(MoneyFromNumber) }))
  ),
  /**
   * `choose_option` and `no_such_variant`: the product that was asked for, and the values to choose from, of variants
   * that are in stock and agree with the values given.
   */
  product_id: Schema.optional(ProductId),
  choices: Schema.optional(Schema.Array(Schema.Struct({ name: UserText, values: Schema.Array(UserText) }))),
  /** Orders that share a short number. */
  orders: Schema.optional(
    Schema.Array(
      withOrderNumber(Schema.Struct({ order_id: OrderId, status: OrderStatus, created_at: Schema.DateTimeUtc }))
    )
  ),
  /** `forbidden`: roles that may use the tool. */
  allowed_roles: Schema.optional(Schema.Array(Role)),
  agent_name: Schema.optional(Schema.String),
  known_agents: Schema.optional(Schema.Array(Schema.String)),
  /** `invalid_argument`: the rejected fields. */
  field_errors: Schema.optional(Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String }))),
  /** `conflict`: the object's status and those that allow the action, or a reason code. */
  current_status: Schema.optional(Schema.String),
  allowed_statuses: Schema.optional(Schema.Array(Schema.String)),
  reason: Schema.optional(Schema.String),
  /** Reason why the order cannot be returned, and its existing return. */
  reason_code: Schema.optional(ReturnEligibility),
  return_id: Schema.optional(ReturnId),
  /** Units of the order that can still be returned. */
  returnable: Schema.optional(Schema.Array(ReturnableUnits)),
  /** Return that has already been refunded. */
  return: Schema.optional(ShownReturn),
  /** Present stock or the existing backorder, which make a new backorder unnecessary. */
  current_stock: Schema.optional(Schema.Int),
  backorder_id: Schema.optional(BackorderId),
  /** Stock of a product that the cart exceeds, and the next restock. */
  available_quantity: Schema.optional(Schema.Int),
  next_restock: Schema.optional(NextRestock),
  /** Cart lines that prevent checkout. */
  lines: Schema.optional(
    Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText, requested: Schema.Int, available: Schema.Int }))
  ),
  /** Reason why the cart's coupon gives nothing. */
  coupon_problem: Schema.optional(CouponProblem),
  /** Speeds that can reach the cart's address, if the requested one cannot. */
  possible_speeds: Schema.optional(Schema.Array(SpeedTier)),
  /** `unavailable`: a retry may succeed. */
  retryable: Schema.optional(Schema.Boolean)
}) {}

/** Builds a `not_found` failure. Unknown, foreign and inactive objects are indistinguishable. */
export const notFound = (entity: string, id: string, message: string) =>
  new ToolFailure({ error: "not_found", message, entity, id })

/** Builds an `invalid_argument` failure. */
export const invalidArguments = (errors: ReadonlyArray<{ readonly field: string; readonly message: string }>) =>
  new ToolFailure({
    error: "invalid_argument",
    message: "Correct the arguments named in field_errors and call the tool again.",
    field_errors: errors
  })

/** Builds an `invalid_argument` failure for a single field. */
export const invalidArgument = (field: string, rule: string) => invalidArguments([{ field, message: rule }])

/** Failure of a call that needs an account, for a guest. */
export const signInRequired = new ToolFailure({
  error: "forbidden",
  message: "The customer is not signed in. Say that this needs an account and that the cart is kept.",
  reason: "sign_in_required"
})

/** Returns whether a tool's encoded result is the refusal `signInRequired`. */
export const isSignInRefusal = (result: unknown): boolean =>
  Predicate.hasProperty(result, "reason") && result.reason === signInRequired.reason

/** Builds an `unavailable` failure, for a dependency that is down or too slow. */
export const unavailable = (message: string) => new ToolFailure({ error: "unavailable", message, retryable: true })

/** Failure of a tool whose handler died. */
export const handlerDied = unavailable(
  "The tool does not work at the moment. Say what could not be done, or try once more."
)

/** Failure that the model sees when the database is lost. */
export const databaseLost = new ToolFailure({ ...handlerDied, reason: "unavailable" })

/** Failures of a tool. A lost database is encoded as `withoutDatabase`, and so decodes as a plain failure. */
export const ToolRefusal = Schema.transform(
  ToolFailure,
  Schema.typeSchema(Schema.Union(ToolFailure, DatabaseUnavailable)),
  {
    strict: true,
    decode: (failure) => failure,
    encode: (refusal) => (refusal instanceof DatabaseUnavailable ? databaseLost : refusal)
  }
)
export type ToolRefusal = typeof ToolRefusal.Type

/** Returns the `message` of an empty result, which explains it and says what to do next. */
export const messageIfEmpty = (count: number, message: string) => (count > 0 ? {} : { message })

/** True if the call was a repetition and this is the stored result of the first. */
export const isReplay = Schema.optional(Schema.Literal(true))

/** Fields that tools add to the result of a write. */
export const writeFields = { message: Schema.String, replayed: isReplay }

/** JSON Schema for no arguments. Effect's schema of an empty struct has no type `object`, so providers reject it. */
const noParameters = { jsonSchema: { type: "object", properties: {}, required: [], additionalProperties: false } }

/**
 * Builds a tool contract from parameter and result schemas. The failure is always `ToolRefusal`, returned to the model
 * as a value. The caller comes from `CurrentUser`, never from an argument.
 */
export const tool = <
  const Name extends string,
  Parameters extends Schema.Struct.Fields,
  Success extends Schema.Schema.Any
>(
  name: Name,
  {
    description,
    parameters,
    success
  }: { readonly description: string; readonly parameters: Parameters; readonly success: Success }
) =>
  Tool.make(name, {
    description,
    success,
    failure: ToolRefusal,
    failureMode: "return",
    dependencies: [CurrentUser]
  }).setParameters(Schema.Struct(parameters).annotations(Record.isEmptyRecord(parameters) ? noParameters : {}))

/** Returns the English display name of a contract: `search_products` is "Search products". */
export const titleOf = (name: string): string => String.capitalize(name.replaceAll("_", " "))
