import { type User } from "@storefront/domain/Identity"
import { parseOrderNumber } from "@storefront/domain/OrderNumber"
import { notFound, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect, Option, Predicate } from "effect"
import { OrderNumbers } from "../../shop/orders/OrderNumbers.ts"

/** Name of the parameter by which every tool takes an order. */
const parameter = "order_id"

const ambiguous = (orders: NonNullable<ToolFailure["orders"]>) =>
  new ToolFailure({
    error: "invalid_argument",
    message: "Several orders have this number. Ask which of them is meant, and call the tool again with its order_id.",
    field_errors: [{ field: parameter, message: "must be an order_id, because several orders have this number" }],
    orders
  })

/**
 * Replaces a short order number by the id of the caller's order. Fails with `not_found` if no order has the number, and
 * with `invalid_argument` if several have it.
 */
export const resolve = Effect.fnUntraced(function* (params: unknown, caller: User) {
  if (!Predicate.isRecord(params)) {
    return params
  }
  const number = Option.flatMap(Option.liftPredicate(params[parameter], Predicate.isString), parseOrderNumber)
  if (Option.isNone(number)) {
    return params
  }
  const { find } = yield* OrderNumbers
  const orders = yield* Effect.tapError(find(caller.id, number.value), (cause) =>
    Effect.logError("an order could not be looked up", cause)
  )
  const [order] = orders
  if (order === undefined) {
    return yield* Effect.fail(
      notFound("order", number.value, "The customer has no order with this number. Ask which order is meant.")
    )
  }
  return orders.length > 1 ? yield* Effect.fail(ambiguous(orders)) : { ...params, [parameter]: order.order_id }
})
