import { SqlClient, SqlSchema } from "@effect/sql"
import { type Address, AddressResult } from "@storefront/domain/Address"
import { OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { OrderStatus } from "@storefront/domain/Orders"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { AddressChange, modifyOrder } from "@storefront/domain/tools/OrderTools"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { type EffectKeyReused, ToolEffects } from "../agent/ToolEffects.ts"
import { DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { recordStep } from "./OrderSteps.ts"

/** The order has gone too far to be changed. */
export class OrderNotModifiable extends Data.TaggedError("OrderNotModifiable")<{ readonly status: OrderStatus }> {}

/** The shop does not deliver there. */
export class AddressNotDeliverable extends Data.TaggedError("AddressNotDeliverable") {}

const LockedOrder = Schema.Struct({ status: OrderStatus, shipping_address: AddressResult })

const decodeAddress = Schema.decodeSync(AddressResult)

/** Sends orders elsewhere that have not left a warehouse. Failures of the database are defects. */
export class OrderModification extends Context.Tag("@storefront/server/orders/OrderModification")<
  OrderModification,
  {
    /**
     * Changes where an order of its owner is delivered, once per effect key. One transaction of at most 6 statements:
     * claim the effect key, lock the order, look the region up, change the order, write its history, keep the result.
     * What the order costs, and its status, stay.
     */
    readonly changeAddress: (
      owner: UserId,
      id: OrderId,
      address: Address
    ) => Effect.Effect<
      { readonly result: typeof AddressChange.Type; readonly replayed: boolean },
      OrderNotFound | OrderNotModifiable | AddressNotDeliverable | EffectKeyReused
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const areas = yield* DeliveryAreas
      const record = recordStep(sql)

      const lockOrder = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, id: OrderId }),
        Result: LockedOrder,
        execute: ({ id, owner }) => sql`
          SELECT status, shipping_address FROM orders WHERE id = ${id} AND user_id = ${owner} FOR UPDATE`
      })

      const write = Effect.fnUntraced(function* (owner: UserId, id: OrderId, address: Address) {
        const locked = yield* Effect.orDie(lockOrder({ owner, id }))
        const order = yield* Option.match(locked, { onNone: () => new OrderNotFound(), onSome: Effect.succeed })
        if (!modifiable.includes(order.status)) {
          return yield* new OrderNotModifiable({ status: order.status })
        }
        const region = yield* Option.match(yield* areas.regionOf(address), {
          onNone: () => new AddressNotDeliverable(),
          onSome: Effect.succeed
        })
        yield* Effect.orDie(
          Effect.zipRight(
            sql`
              UPDATE orders
              SET shipping_address = ${JSON.stringify(address)}::jsonb, delivery_region = ${region},
                updated_at = clock_timestamp()
              WHERE id = ${id} AND status = ${order.status}`,
            record({ order: id, status: order.status, notes: "Delivery address changed", actor: owner })
          )
        )
        return {
          order_id: id,
          status: order.status,
          previous_address: order.shipping_address,
          new_address: decodeAddress(address)
        }
      })

      const changeAddress = Effect.fn("OrderModification.changeAddress")(
        (owner: UserId, id: OrderId, address: Address) =>
          effects
            .once(
              {
                caller: owner,
                toolName: modifyOrder.name,
                params: { order_id: id, ...address },
                result: AddressChange
              },
              write(owner, id, address)
            )
            .pipe(
              Effect.tap(({ replayed }) =>
                replayed
                  ? Effect.void
                  : Effect.annotateLogs(Effect.logInfo("Delivery address changed"), { "order.id": id })
              )
            )
      )

      return { changeAddress }
    })
  )
}
