import { type OrderId, type ReturnId } from "@storefront/domain/Ids"
import { notFound, ToolFailure } from "@storefront/domain/tools/ToolContract"

/** `not_found` for an order: there is none of that id, or it is somebody else's. */
export const orderNotFound = (id: OrderId) =>
  notFound("order", id, "The customer has no order with this id. Call get_user_orders to list order ids.")

/** `not_found` for a return. */
export const returnNotFound = (id: ReturnId) =>
  notFound("return", id, "The customer has no return with this id. Call get_return_status with the order to find it.")

/** `conflict`: the model repeated the identity of a call with other arguments. */
export const effectKeyReused = () =>
  new ToolFailure({
    error: "conflict",
    message: "This call was made before with other arguments. Look at the order before you try again.",
    reason: "effect_key_reused"
  })
