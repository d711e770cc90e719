import { isStorable } from "@storefront/domain/api/Fields"
import { type User } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { parseOrderNumber } from "@storefront/domain/OrderNumber"
import { notFound, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect, Option, Predicate, Schema } from "effect"
import { OrderNumbers } from "../../shop/orders/OrderNumbers.ts"

/** Name of the parameter by which every tool takes an order. */
const parameter = "order_id"

/** Maximum length of the keys of other systems. */
const maxNumberLength = 300

const ambiguous = (orders: NonNullable<ToolFailure["orders"]>) =>
  new ToolFailure({
    error: "invalid_argument",
    message: "Several orders have this number. Ask which of them is meant, and call the tool again with its order_id.",
    field_errors: [{ field: parameter, message: "must be an order_id, because several orders have this number" }],
    orders
  })

const isId = Schema.is(OrderId)

/** Returns whether a text may name an order in place of its id. */
const mayBeNumber = (text: unknown): text is string =>
  Predicate.isString(text) && !isId(text.trim().toLowerCase()) && text.length <= maxNumberLength && isStorable(text)

/**
 * Replaces the number of an order by the id of the caller's order: the short number, or the key that an order placed
 * elsewhere has there. Fails with `not_found` if no order has the short number, and with `invalid_argument` if several
 * orders have the number; leaves any other text as it is.
 */
export const resolve = Effect.fnUntraced(function* (params: unknown, caller: User) {
  if (!Predicate.isRecord(params)) {
    return params
  }
  const number = params[parameter]
  if (!mayBeNumber(number)) {
    return params
  }
  const { find } = yield* OrderNumbers
  const orders = yield* Effect.tapError(find(caller.id, number), (cause) =>
    Effect.logError("an order could not be looked up", cause)
  )
  const [order] = orders
  if (order === undefined) {
    return yield* Option.match(parseOrderNumber(number), {
      onNone: () => Effect.succeed(params),
      onSome: (own) =>
        Effect.fail(notFound("order", own, "The customer has no order with this number. Ask which order is meant."))
    })
  }
  return orders.length > 1 ? yield* Effect.fail(ambiguous(orders)) : { ...params, [parameter]: order.order_id }
})
