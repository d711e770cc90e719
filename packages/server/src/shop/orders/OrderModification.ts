import { SqlClient } from "@effect/sql"
import { Address } from "@storefront/domain/Address"
import { type ModifyTerms } from "@storefront/domain/confirmation/Terms"
import { type OrderNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { AddressChange } from "@storefront/domain/tools/OrderTools"
import { addressLine } from "@storefront/domain/words/Summary"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termAddress, termText } from "../../platform/effects/TermTexts.ts"
import { AddressNotDeliverable, DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { findOrder } from "./OrderFacts.ts"
import { stepTime } from "./OrderSteps.ts"

/** The order has gone too far to be changed. */
export class OrderNotModifiable extends Data.TaggedError("OrderNotModifiable")<{ readonly status: OrderStatus }> {}

/** An order, and where it is to go. */
const ModificationWish = Schema.Struct({ orderId: OrderId, address: Address })

/** Notes where an order was to go before: its row keeps only the new address. */
const addressNote = ({ addressBefore }: ModifyTerms) =>
  `Delivery address changed; before: ${addressLine(addressBefore)}`

/** Sends orders elsewhere that have not left a warehouse. */
export class OrderModification extends Context.Tag("@storefront/server/shop/orders/OrderModification")<
  OrderModification,
  {
    /**
     * Changes where an order of its owner is delivered. What the order costs, and its status, stay. An act locks the
     * order.
     *
     * 2 statements to prepare (order, delivery area) and 1 to perform (order with its history).
     */
    readonly act: ActOf<
      typeof ModificationWish,
      ModifyTerms,
      typeof AddressChange,
      OrderNotFound | OrderNotModifiable | AddressNotDeliverable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const areas = yield* DeliveryAreas
      const find = findOrder(sql)

      const prepare = Effect.fn("OrderModification.prepare")(function* (
        { id: owner }: User,
        { address, orderId }: typeof ModificationWish.Type,
        purpose: Purpose
      ) {
        const { recipient_name, shipping_address, status } = yield* find(owner, orderId, purpose)
        if (!modifiable.includes(status)) {
          return yield* new OrderNotModifiable({ status })
        }
        const region = yield* Option.match(yield* areas.regionOf(address), {
          onNone: () => new AddressNotDeliverable(),
          onSome: Effect.succeed
        })
        const terms: ModifyTerms = {
          act: "modify_order",
          orderId,
          recipient: termText(recipient_name),
          addressBefore: termAddress(shipping_address),
          addressAfter: termAddress(address)
        }
        const perform = Effect.gen(function* () {
          yield* sql`
            WITH changed AS (
              UPDATE orders
              SET shipping_address = ${JSON.stringify(terms.addressAfter)}::jsonb, delivery_region = ${region},
                updated_at = ${stepTime(sql)}
              WHERE id = ${orderId} AND status = ${status}
              RETURNING id, status, updated_at
            )
            INSERT INTO order_status_history (order_id, status, notes, actor_user_id, recorded_at)
            SELECT id, status, ${addressNote(terms)}, ${owner}::uuid, updated_at FROM changed`
          yield* Effect.annotateLogs(Effect.logInfo("Delivery address changed"), { "order.id": orderId })
          return { order_id: orderId, status, previous_address: shipping_address, new_address: terms.addressAfter }
        }).pipe(orUnavailable, Effect.withSpan("OrderModification.perform"))
        return { terms, perform }
      })

      return {
        act: { name: "modify_order", args: ModificationWish, result: AddressChange, prepare }
      }
    })
  )
}
