import { Schema } from "effect"
import { OrderId, ProductId, ReturnId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { withOrderNumber } from "./OrderNumberField.ts"
import { RefundMethod, ReturnStatus } from "../Returns.ts"
import { UserText } from "./UserText.ts"

/** Units of a product in a return, and their refund. */
export const ReturnLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  quantity: Schema.Int,
  refund_amount: MoneyFromNumber
})

/** Units of a product that can still be returned. */
export const ReturnableUnits = Schema.Struct({ product_id: ProductId, name: UserText, quantity: Schema.Int })

/** A return, as its customer sees it. */
export const ReturnInfo = Schema.Struct({
  return_id: ReturnId,
  order_id: OrderId,
  status: ReturnStatus,
  reason: UserText,
  refund_method: RefundMethod,
  lines: Schema.Array(ReturnLine),
  /** Refund for the goods. */
  refund_amount: MoneyFromNumber,
  /** Shipping of the order, refunded with the last of its returns. */
  shipping_refund: MoneyFromNumber,
  created_at: Schema.DateTimeUtc,
  /** Null while the return is open. */
  resolved_at: Schema.NullOr(Schema.DateTimeUtc)
})
export type ReturnInfo = typeof ReturnInfo.Type

/** A return in the form that tools show, with the order's short number. */
export const ShownReturn = withOrderNumber(ReturnInfo)
