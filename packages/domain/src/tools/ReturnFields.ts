import { Schema } from "effect"
import { OrderId, ProductId, ReturnId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { numbered } from "./Numbered.ts"
import { RefundMethod, ReturnStatus } from "../Returns.ts"
import { UserText } from "./UserText.ts"

/** Units of a product in a return, and what they give back. */
export const ReturnLine = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  quantity: Schema.Int,
  refund_amount: MoneyFromNumber
})

/** Units of a product that can still be sent back. */
export const ReturnableUnits = Schema.Struct({ product_id: ProductId, name: UserText, quantity: Schema.Int })

/** A return as its owner sees it. */
export const ReturnInfo = Schema.Struct({
  return_id: ReturnId,
  order_id: OrderId,
  status: ReturnStatus,
  reason: UserText,
  refund_method: RefundMethod,
  lines: Schema.Array(ReturnLine),
  /** For the goods. */
  refund_amount: MoneyFromNumber,
  /** The shipping of the order, which the last of its returns pays back besides. */
  shipping_refund: MoneyFromNumber,
  created_at: Schema.DateTimeUtc,
  /** Null while the return is open. */
  resolved_at: Schema.NullOr(Schema.DateTimeUtc)
})
export type ReturnInfo = typeof ReturnInfo.Type

/** The same as tools show it. */
export const ShownReturn = numbered(ReturnInfo)
