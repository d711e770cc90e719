import { SqlClient, SqlSchema } from "@effect/sql"
import { Address, AddressResult } from "@storefront/domain/Address"
import { OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { OrderStatus } from "@storefront/domain/Orders"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { AddressChange, modifyOrder } from "@storefront/domain/tools/OrderTools"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { type EffectKeyReused, logged, ToolEffects, type Written } from "../effects/ToolEffects.ts"
import { AddressNotDeliverable, areaOf } from "../inventory/DeliveryAreas.ts"
import { stepTime } from "./OrderSteps.ts"

/** The order has gone too far to be changed. */
export class OrderNotModifiable extends Data.TaggedError("OrderNotModifiable")<{ readonly status: OrderStatus }> {}

/** An order as it was when it was taken; it was changed if that was possible. */
const TakenOrder = Schema.Struct({
  status: OrderStatus,
  shipping_address: AddressResult,
  is_deliverable: Schema.Boolean
})

const decodeAddress = Schema.decodeSync(AddressResult)

/** Sends orders elsewhere that have not left a warehouse. Failures of the database are defects. */
export class OrderModification extends Context.Tag("@storefront/server/orders/OrderModification")<
  OrderModification,
  {
    /**
     * Changes where an order of its owner is delivered, once per effect key. One transaction of at most 3 statements:
     * claim the effect key, take the order and change it with its history, keep the result. What the order costs, and
     * its status, stay.
     */
    readonly changeAddress: (
      owner: UserId,
      id: OrderId,
      address: Address
    ) => Effect.Effect<
      Written<typeof AddressChange.Type>,
      OrderNotFound | OrderNotModifiable | AddressNotDeliverable | EffectKeyReused
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects

      /** Waits for whoever writes the order, and sees what became of it. Nothing is changed that may not be. */
      const takeOrder = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, id: OrderId, address: Address }),
        Result: TakenOrder,
        execute: ({ address, id, owner }) => sql`
          WITH area AS (${areaOf(sql, address)}), taken AS (
            SELECT id, status, shipping_address FROM orders WHERE id = ${id} AND user_id = ${owner} FOR UPDATE
          ), changed AS (
            UPDATE orders o
            SET shipping_address = ${JSON.stringify(address)}::jsonb, delivery_region = a.region,
              updated_at = ${stepTime(sql)}
            FROM taken t, area a
            WHERE o.id = t.id AND ${sql.in("t.status", modifiable)}
            RETURNING o.id, o.status, o.updated_at
          ), recorded AS (
            INSERT INTO order_status_history (order_id, status, notes, actor_user_id, recorded_at)
            SELECT id, status, 'Delivery address changed', ${owner}::uuid, updated_at FROM changed
          )
          SELECT status, shipping_address, EXISTS (SELECT FROM area) AS is_deliverable FROM taken`
      })

      const write = Effect.fnUntraced(function* (owner: UserId, id: OrderId, address: Address) {
        const { is_deliverable, shipping_address, status } = yield* Effect.mapError(
          yield* Effect.orDie(takeOrder({ owner, id, address })),
          () => new OrderNotFound()
        )
        if (!modifiable.includes(status)) {
          return yield* new OrderNotModifiable({ status })
        }
        if (!is_deliverable) {
          return yield* new AddressNotDeliverable()
        }
        return { order_id: id, status, previous_address: shipping_address, new_address: decodeAddress(address) }
      })

      const changeAddress = Effect.fn("OrderModification.changeAddress")(
        (owner: UserId, id: OrderId, address: Address) =>
          effects
            .once(
              {
                caller: owner,
                toolName: modifyOrder.name,
                params: { order_id: id, ...address },
                changes: ({ order_id }) => order_id,
                result: AddressChange
              },
              write(owner, id, address)
            )
            .pipe(logged("Delivery address changed", ({ order_id }) => ({ "order.id": order_id })))
      )

      return { changeAddress }
    })
  )
}
