import { type SqlClient } from "@effect/sql"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"

/** What was paid back of an order: all of it together, and when and how the last of it. */
export const OrderRefund = Schema.Struct({ amount: MoneyFromNumeric, method: RefundMethod, at: Schema.DateTimeUtc })

/** The refund of the returns of the order `o` as one value; null as long as nothing was paid back. */
export const returnsRefund = (sql: SqlClient.SqlClient) =>
  sql.literal(`(
    SELECT jsonb_build_object('amount', sum(refund_amount + shipping_refund)::text, 'at', max(resolved_at),
      'method', (array_agg(refund_method ORDER BY resolved_at DESC, id DESC))[1])
    FROM returns WHERE order_id = o.id AND status = 'refunded' HAVING count(*) > 0)`)
