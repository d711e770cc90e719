import { type AddressResult } from "@storefront/domain/Address"
import { type Region } from "@storefront/domain/Inventory"
import { type UserText } from "@storefront/domain/tools/UserText"
import { Effect, Option } from "effect"
import { termAddress, termNote } from "../../platform/effects/TermText.ts"
import { DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { type CartContents } from "./CartContents.ts"
import { orRefuse } from "./CheckoutRefused.ts"
import { deliveryOf } from "./Delivery.ts"

/** Destination of an order, in the form in which terms show and orders store it. */
export interface Destination {
  readonly recipient: UserText
  readonly deliveryAddress: AddressResult
  readonly billingAddress: AddressResult
  readonly region: Region
}

/** Finds the destination of a cart's order. Fails when the cart has none, or when the shop does not deliver there. */
export const cartDestination = Effect.map(DeliveryAreas, ({ regionOf }) =>
  Effect.fnUntraced(function* (contents: CartContents) {
    const delivery = deliveryOf(contents)
    const recipient = yield* orRefuse(termNote(delivery.recipient), { reason: "no_address" })
    const address = yield* orRefuse(delivery.address, { reason: "no_address" })
    const region = yield* orRefuse(Option.getOrNull(yield* regionOf(address)), { reason: "no_address" })
    const destination: Destination = {
      recipient,
      deliveryAddress: termAddress(address),
      billingAddress: termAddress(delivery.billing ?? address),
      region
    }
    return destination
  })
)
