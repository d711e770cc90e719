import { SqlClient } from "@effect/sql"
import { GivenAddress } from "@storefront/domain/Address"
import { type ModifyTerms } from "@storefront/domain/confirmation/Terms"
import { type OrderNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { AddressChange } from "@storefront/domain/tools/OrderTools"
import { addressLine } from "@storefront/domain/words/ProposalText"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termAddress, termNote, termText } from "../../platform/effects/TermText.ts"
import { cut } from "../../platform/text/Text.ts"
import { type AddressIncomplete, type AddressNotDeliverable, DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { findOrder, type PlacedElsewhere } from "./OrderFacts.ts"
import { stepTime } from "./OrderSteps.ts"

/** The order's status no longer allows changes. */
export class OrderNotModifiable extends Data.TaggedError("OrderNotModifiable")<{ readonly status: OrderStatus }> {}

/** A new address or recipient for an order; absent fields are unchanged. */
const ModificationArgs = Schema.Struct({
  orderId: OrderId,
  address: Schema.optional(GivenAddress),
  recipient: Schema.optional(Schema.String)
})

/** Maximum length of a history note, in code points. */
const maxNoteLength = 600

/** Composes the history note of a change, with the earlier values. */
const historyNote = ({ addressAfter, addressBefore, recipientBefore }: ModifyTerms): string => {
  const [newAddress, oldAddress] = [addressLine(addressAfter), addressLine(addressBefore)]
  if (recipientBefore === undefined) {
    return `Delivery address changed, before: ${oldAddress}`
  }
  return newAddress === oldAddress
    ? `Recipient changed, before: ${recipientBefore}`
    : `Recipient and delivery address changed, before: ${recipientBefore}, ${oldAddress}`
}

/** Changes the destination of orders that have not left a warehouse. */
export class OrderModification extends Context.Tag("@storefront/server/shop/orders/OrderModification")<
  OrderModification,
  {
    /**
     * Changes the address or recipient of an owner's order, but neither price, billing address nor status. Acting locks
     * the order.
     *
     * Takes 2 statements to prepare (order, delivery area), 3 where `DeliveryAreas` has to complete the address, and 1
     * to perform (order with its history).
     */
    readonly act: ActOf<
      typeof ModificationArgs,
      ModifyTerms,
      typeof AddressChange,
      OrderNotFound | PlacedElsewhere | OrderNotModifiable | AddressIncomplete | AddressNotDeliverable
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
        { address, orderId, recipient }: typeof ModificationArgs.Type,
        purpose: Purpose
      ) {
        const { recipient_name, shipping_address, status } = yield* find(owner, orderId, purpose)
        if (!modifiable.includes(status)) {
          return yield* new OrderNotModifiable({ status })
        }
        const given = address === undefined ? undefined : yield* areas.complete(address)
        const newAddress = given ?? shipping_address
        // An unchanged address keeps the region of the order, even if delivery areas have changed since.
        const region = given === undefined ? null : yield* areas.requireRegion(given)
        const recipientBefore = termText(recipient_name)
        const recipientAfter = termNote(recipient ?? null) ?? recipientBefore
        const terms: ModifyTerms = {
          act: "modify_order",
          orderId,
          recipient: recipientAfter,
          ...(recipientAfter === recipientBefore ? {} : { recipientBefore }),
          addressBefore: termAddress(shipping_address),
          addressAfter: termAddress(newAddress)
        }
        const perform = Effect.gen(function* () {
          yield* sql`
            WITH changed AS (
              UPDATE orders
              SET recipient_name = ${terms.recipient}, shipping_address = ${JSON.stringify(terms.addressAfter)}::jsonb,
                delivery_region = COALESCE(${region}::text, delivery_region), updated_at = ${stepTime(sql)}
              WHERE id = ${orderId} AND status = ${status}
              RETURNING id, status, updated_at
            )
            INSERT INTO order_status_history (order_id, status, notes, actor_user_id, recorded_at)
            SELECT id, status, ${cut(historyNote(terms), maxNoteLength)}, ${owner}::uuid, updated_at FROM changed`
          yield* Effect.annotateLogs(Effect.logInfo("Delivery of order changed"), { "order.id": orderId })
          return {
            order_id: orderId,
            status,
            previous_recipient: recipientBefore,
            recipient_name: terms.recipient,
            previous_address: shipping_address,
            new_address: terms.addressAfter
          }
        }).pipe(orUnavailable, Effect.withSpan("OrderModification.perform"))
        return { terms, perform }
      })

      return { act: { name: "modify_order", args: ModificationArgs, result: AddressChange, prepare } }
    })
  )
}
