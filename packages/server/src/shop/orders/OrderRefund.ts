import { type SqlClient } from "@effect/sql"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"

/** Refunds of an order: their total amount, with the time and method of the last one. */
export const OrderRefund = Schema.Struct({ amount: MoneyFromNumeric, method: RefundMethod, at: Schema.DateTimeUtc })

/** Selects the `OrderRefund` of the order `o` from its returns; null without a refund. */
export const returnsRefund = (sql: SqlClient.SqlClient) =>
  sql.literal(`(
    SELECT jsonb_build_object('amount', sum(refund_amount + shipping_refund)::text, 'at', max(resolved_at),
      'method', (array_agg(refund_method ORDER BY resolved_at DESC, id DESC))[1])
    FROM returns WHERE order_id = o.id AND status = 'refunded' HAVING count(*) > 0)`)
