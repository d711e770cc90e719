import { Schema } from "effect"
import { OrderId, ReturnId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { numbered } from "./Numbered.ts"
import { RefundMethod, ReturnStatus } from "../Returns.ts"
import { UserText } from "./UserText.ts"

/** A return as its owner sees it. */
export const ReturnInfo = Schema.Struct({
  return_id: ReturnId,
  order_id: OrderId,
  status: ReturnStatus,
  reason: UserText,
  refund_method: RefundMethod,
  refund_amount: MoneyFromNumber,
  created_at: Schema.DateTimeUtc,
  /** Null while the return is open. */
  resolved_at: Schema.NullOr(Schema.DateTimeUtc)
})
export type ReturnInfo = typeof ReturnInfo.Type

/** The same as tools show it. */
export const ShownReturn = numbered(ReturnInfo)
