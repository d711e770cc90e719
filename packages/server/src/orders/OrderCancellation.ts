import { SqlClient, SqlSchema } from "@effect/sql"
import { OrderNotFound } from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { canBecome } from "@storefront/domain/rules/OrderLifecycle"
import { Cancellation, cancelOrder } from "@storefront/domain/tools/OrderTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { changeSpend } from "../accounts/Spend.ts"
import { type NotAgreed } from "../effects/CurrentConsent.ts"
import { type EffectKeyReused, logged, ToolEffects, type Written } from "../effects/ToolEffects.ts"
import { putBack } from "./AllocatedStock.ts"
import { recordStep, stepTime } from "./OrderSteps.ts"
import { agreedAsWhole } from "./WholeOrder.ts"

/** The order has gone too far to be cancelled. */
export class OrderNotCancellable extends Data.TaggedError("OrderNotCancellable")<{ readonly status: OrderStatus }> {}

const LockedOrder = Schema.Struct({ status: OrderStatus, total: MoneyFromNumeric, shipping_cost: MoneyFromNumeric })

/** Takes orders back that have not left a warehouse. Failures of the database are defects. */
export class OrderCancellation extends Context.Tag("@storefront/server/orders/OrderCancellation")<
  OrderCancellation,
  {
    /**
     * Cancels an order of its owner, once per effect key. In one transaction the stock goes back to the warehouses it
     * came from, the coupon can be used again, the owner's spend falls (and perhaps the tier with it), and the history
     * gets a row with the reason. At most 9 statements: claim the effect key, lock the order, look at what it holds, change it,
     * release the coupon, put the stock back, lower the spend, write the history, keep the result.
     */
    readonly cancel: (
      owner: UserId,
      id: OrderId,
      reason: string
    ) => Effect.Effect<
      Written<typeof Cancellation.Type>,
      OrderNotFound | OrderNotCancellable | NotAgreed | EffectKeyReused
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const restock = putBack(sql)
      const checkAgreed = agreedAsWhole(sql)
      const record = recordStep(sql)
      const addSpend = changeSpend(sql)

      const lockOrder = SqlSchema.findOne({
        Request: Schema.Struct({ owner: Schema.String, id: OrderId }),
        Result: LockedOrder,
        execute: ({ id, owner }) => sql`
          SELECT status, total, shipping_cost FROM orders WHERE id = ${id} AND user_id = ${owner} FOR UPDATE`
      })

      const releaseCoupon = (id: OrderId) => sql`
        WITH released AS (
          UPDATE coupon_redemptions SET released_at = now()
          WHERE order_id = ${id} AND released_at IS NULL
          RETURNING coupon_id
        )
        UPDATE coupons SET times_used = times_used - 1 FROM released WHERE coupons.id = released.coupon_id
        RETURNING coupons.id`

      const write = Effect.fnUntraced(function* (owner: UserId, id: OrderId, reason: string) {
        const locked = yield* Effect.orDie(lockOrder({ owner, id }))
        const order = yield* Effect.mapError(locked, () => new OrderNotFound())
        if (!canBecome(order.status, "cancelled")) {
          return yield* new OrderNotCancellable({ status: order.status })
        }
        yield* checkAgreed("cancel", owner, id)
        return yield* Effect.orDie(
          Effect.gen(function* () {
            yield* sql`
              UPDATE orders SET status = 'cancelled', updated_at = ${stepTime(sql)}
              WHERE id = ${id} AND status = ${order.status}`
            const released = yield* releaseCoupon(id)
            const restocked = yield* restock(id)
            const standing = yield* addSpend(owner, Money.make(-order.total))
            yield* record({ order: id, status: "cancelled", notes: reason, actor: owner })
            return {
              order_id: id,
              previous_status: order.status,
              status: "cancelled" as const,
              reason: UserText.make(reason),
              refund_amount: Money.make(order.total + order.shipping_cost),
              restocked,
              coupon_released: released.length > 0,
              ...standing
            }
          })
        )
      })

      const cancel = Effect.fn("OrderCancellation.cancel")((owner: UserId, id: OrderId, reason: string) =>
        effects
          .once(
            { caller: owner, toolName: cancelOrder.name, params: { order_id: id, reason }, result: Cancellation },
            write(owner, id, reason)
          )
          .pipe(logged("Order cancelled", ({ order_id }) => ({ "order.id": order_id })))
      )

      return { cancel }
    })
  )
}
