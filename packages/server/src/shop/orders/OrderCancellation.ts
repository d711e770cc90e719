import { SqlClient, SqlSchema } from "@effect/sql"
import { type CancelTerms } from "@storefront/domain/confirmation/Terms"
import { type OrderNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { CouponCode } from "@storefront/domain/Pricing"
import { canBecome } from "@storefront/domain/rules/OrderLifecycle"
import { Cancellation } from "@storefront/domain/tools/OrderTools"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { changeSpend } from "../accounts/TotalSpend.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termReason } from "../../platform/effects/TermText.ts"
import { restockOrder } from "./Restocking.ts"
import { findOrder, type PlacedElsewhere, termLines } from "./OrderFacts.ts"
import { recordStep, stepTime } from "./OrderSteps.ts"

/** The order's status no longer allows a cancellation. */
export class OrderNotCancellable extends Data.TaggedError("OrderNotCancellable")<{ readonly status: OrderStatus }> {}

const CancellationArgs = Schema.Struct({ orderId: OrderId, reason: Schema.String })

/** Cancels orders that have not left a warehouse. */
export class OrderCancellation extends Context.Tag("@storefront/server/shop/orders/OrderCancellation")<
  OrderCancellation,
  {
    /**
     * Cancels an owner's whole order: puts the stock back, releases the coupon, reduces the owner's spend (and possibly
     * the tier), and records the reason in the history. Acting locks the order.
     *
     * Takes at most 3 statements to prepare (order, lines, coupon) and 5 to perform (order, coupon, stock, spend,
     * history).
     */
    readonly act: ActOf<
      typeof CancellationArgs,
      CancelTerms,
      typeof Cancellation,
      OrderNotFound | PlacedElsewhere | OrderNotCancellable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = findOrder(sql)
      const linesOf = termLines(sql)
      const restock = restockOrder(sql)
      const record = recordStep(sql)
      const addSpend = changeSpend(sql)

      const selectRedeemedCoupon = SqlSchema.findOne({
        Request: OrderId,
        Result: Schema.Struct({ code: CouponCode }),
        execute: (id) => sql`
          SELECT c.code FROM coupon_redemptions r JOIN coupons c ON c.id = r.coupon_id
          WHERE r.order_id = ${id} AND r.released_at IS NULL`
      })

      const releaseCoupon = (id: OrderId) => sql`
        WITH released AS (
          UPDATE coupon_redemptions SET released_at = now()
          WHERE order_id = ${id} AND released_at IS NULL
          RETURNING coupon_id
        )
        UPDATE coupons SET times_used = times_used - 1 FROM released WHERE coupons.id = released.coupon_id
        RETURNING coupons.id`

      const prepare = Effect.fn("OrderCancellation.prepare")(function* (
        { id: owner }: User,
        { orderId, reason }: typeof CancellationArgs.Type,
        purpose: Purpose
      ) {
        const { shipping_cost, status, total } = yield* find(owner, orderId, purpose)
        if (!canBecome(status, "cancelled")) {
          return yield* new OrderNotCancellable({ status })
        }
        const coupon = yield* orUnavailable(selectRedeemedCoupon(orderId))
        const terms: CancelTerms = {
          act: "cancel_order",
          orderId,
          lines: yield* linesOf(orderId),
          refundAmount: Money.make(total + shipping_cost),
          couponReleased: Option.getOrNull(Option.map(coupon, ({ code }) => code)),
          reason: termReason(reason)
        }
        const perform = Effect.gen(function* () {
          yield* sql`
            UPDATE orders SET status = 'cancelled', updated_at = ${stepTime(sql)}
            WHERE id = ${orderId} AND status = ${status}`
          const released = yield* releaseCoupon(orderId)
          const restocked = yield* restock(orderId)
          const loyalty = yield* addSpend(owner, Money.make(-total))
          yield* record({ order: orderId, status: "cancelled", notes: terms.reason, actor: owner })
          yield* Effect.annotateLogs(Effect.logInfo("Order cancelled"), { "order.id": orderId })
          return {
            order_id: orderId,
            previous_status: status,
            status: "cancelled" as const,
            reason: terms.reason,
            refund_amount: terms.refundAmount,
            restocked,
            coupon_released: released.length > 0,
            ...loyalty
          }
        }).pipe(orUnavailable, Effect.withSpan("OrderCancellation.perform"))
        return { terms, perform }
      })

      return { act: { name: "cancel_order", args: CancellationArgs, result: Cancellation, prepare } }
    })
  )
}
