import { Tool } from "@effect/ai"
import { Record, Schema } from "effect"
import { DatabaseUnavailable } from "../Errors.ts"
import { CurrentUser, Role } from "../Identity.ts"
import { BackorderId, OrderId, ProductId, ReturnId } from "../Ids.ts"
import { NextRestock, SpeedTier } from "../Inventory.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { CouponProblem } from "../Pricing.ts"
import { ReturnEligibility } from "../Returns.ts"
import { numbered } from "./Numbered.ts"
import { ReturnableUnits, ShownReturn } from "./ReturnFields.ts"
import { UserText } from "./UserText.ts"

/** Why a tool did not do what was asked. */
export const FailureCode = Schema.Literal("not_found", "forbidden", "invalid_argument", "conflict", "unavailable")
export type FailureCode = typeof FailureCode.Type

/**
 * What a tool answers when it did not do what was asked. `message` is a fixed sentence that tells the model what to do
 * next and quotes nobody; everything variable is in a context field.
 */
export class ToolFailure extends Schema.Class<ToolFailure>("ToolFailure")({
  error: FailureCode,
  message: Schema.String,
  /** `not_found`: what was looked for, and the id that was given. */
  entity: Schema.optional(Schema.String),
  id: Schema.optional(Schema.String),
  missing_ids: Schema.optional(Schema.Array(ProductId)),
  /** Objects with a similar name or id that do exist. */
  candidates: Schema.optional(
    Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText, price: Schema.optional(MoneyFromNumber) }))
  ),
  /** The orders that share a short number. */
  orders: Schema.optional(
    Schema.Array(numbered(Schema.Struct({ order_id: OrderId, status: OrderStatus, created_at: Schema.DateTimeUtc })))
  ),
  /** `forbidden`. */
  allowed_roles: Schema.optional(Schema.Array(Role)),
  agent_name: Schema.optional(Schema.String),
  known_agents: Schema.optional(Schema.Array(Schema.String)),
  /** `invalid_argument`. */
  field_errors: Schema.optional(Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String }))),
  /** `conflict`: the state the object is in and those that would allow the action, or a reason code. */
  current_status: Schema.optional(Schema.String),
  allowed_statuses: Schema.optional(Schema.Array(Schema.String)),
  reason: Schema.optional(Schema.String),
  /** Why an order cannot be sent back, and the return it has. */
  reason_code: Schema.optional(ReturnEligibility),
  return_id: Schema.optional(ReturnId),
  /** What can still be sent back of the order. */
  returnable: Schema.optional(Schema.Array(ReturnableUnits)),
  /** The return that was refunded already. */
  return: Schema.optional(ShownReturn),
  /** Units there are already, and the backorder there is already: no (other) backorder is needed. */
  current_stock: Schema.optional(Schema.Int),
  backorder_id: Schema.optional(BackorderId),
  /** A cart that asks for more than there is: the units of the product, and when more arrive. */
  available_quantity: Schema.optional(Schema.Int),
  next_restock: Schema.optional(NextRestock),
  /** The lines of the cart that keep it from being ordered. */
  lines: Schema.optional(
    Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText, requested: Schema.Int, available: Schema.Int }))
  ),
  /** Why the coupon of the cart gives nothing. */
  coupon_problem: Schema.optional(CouponProblem),
  /** The speeds at which the cart can be sent to its address, when the one that was asked for is none of them. */
  possible_speeds: Schema.optional(Schema.Array(SpeedTier)),
  /** `unavailable`: the same call may succeed later. */
  retryable: Schema.optional(Schema.Boolean)
}) {}

/** `not_found`: unknown, foreign and inactive look the same. */
export const notFound = (entity: string, id: string, message: string) =>
  new ToolFailure({ error: "not_found", message, entity, id })

/** `invalid_argument`, by field. */
export const invalidArguments = (errors: ReadonlyArray<{ readonly field: string; readonly message: string }>) =>
  new ToolFailure({
    error: "invalid_argument",
    message: "Correct the arguments named in field_errors and call the tool again.",
    field_errors: errors
  })

/** The same for one field. */
export const invalidArgument = (field: string, rule: string) => invalidArguments([{ field, message: rule }])

/** `unavailable`: a dependency is down or too slow. */
export const unavailable = (message: string) => new ToolFailure({ error: "unavailable", message, retryable: true })

/** The handler died. */
export const broken = unavailable("The tool does not work at the moment. Say what could not be done, or try once more.")

/** The database is lost, as the model reads it. */
export const withoutDatabase = new ToolFailure({ ...broken, reason: "unavailable" })

/** The failures of a tool. The model reads a lost database as `withoutDatabase`, so that is how it is decoded. */
export const ToolRefusal = Schema.transform(
  ToolFailure,
  Schema.typeSchema(Schema.Union(ToolFailure, DatabaseUnavailable)),
  {
    strict: true,
    decode: (failure) => failure,
    encode: (refusal) => (refusal instanceof DatabaseUnavailable ? withoutDatabase : refusal)
  }
)
export type ToolRefusal = typeof ToolRefusal.Type

/** The `message` of a result that holds nothing: what that means, and what to do next. */
export const whenNone = (count: number, message: string) => (count > 0 ? {} : { message })

/** The call was a repetition: this is the stored result of the first one. */
export const replayed = Schema.optional(Schema.Literal(true))

/** What a tool that writes says beside its result. */
export const writeFields = { message: Schema.String, replayed }

/** JSON Schema of no arguments. Effect's own for an empty struct is not that of an object, which providers refuse. */
const noParameters = { jsonSchema: { type: "object", properties: {}, required: [], additionalProperties: false } }

/**
 * A tool contract. Parameters and success are schemas; the failure is always `ToolRefusal`, returned to the model as
 * a value. The caller comes from `CurrentUser`, never from an argument.
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
