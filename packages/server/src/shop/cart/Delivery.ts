import { type SqlClient } from "@effect/sql"
import { AddressResult } from "@storefront/domain/Address"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** Where a cart is delivered and billed, and where its next order goes; one function reads it. */

/** What a cart stores of it; `order_…` is for the next order only, such as a gift. */
export const deliveryFields = {
  recipient_name: Schema.NullOr(UserText),
  shipping_address: Schema.NullOr(AddressResult),
  billing_address: Schema.NullOr(AddressResult),
  billing_same_as_shipping: Schema.Boolean,
  order_recipient_name: Schema.NullOr(UserText),
  order_shipping_address: Schema.NullOr(AddressResult)
}

/** The columns of `deliveryFields`. */
export const deliveryColumns = (sql: SqlClient.SqlClient) => sql`
  recipient_name, shipping_address, billing_address, billing_same_as_shipping, order_recipient_name,
  order_shipping_address`

const StoredDelivery = Schema.Struct(deliveryFields)

/** Where the next order of a cart goes, and its bill. */
export interface Delivery {
  readonly recipient: UserText | null
  readonly address: AddressResult | null
  readonly billing: AddressResult | null
  /** The bill goes where the parcel goes. */
  readonly isBilledThere: boolean
  /** The address goes with the next order; then the cart has its own again. */
  readonly isForThisOrder: boolean
  /** The cart's own recipient and address, while another one is for the next order. */
  readonly own: { readonly recipient: UserText; readonly address: AddressResult } | null
}

/** The delivery of a cart that was never written to. */
export const nowhere: Delivery = {
  recipient: null,
  address: null,
  billing: null,
  isBilledThere: true,
  isForThisOrder: false,
  own: null
}

const isSame = Schema.equivalence(AddressResult)

/**
 * Returns where the next order of a cart goes. An address for one order does not move the bill: it goes to the cart's own
 * addresses, and follows the parcel only as long as there are none.
 */
export const deliveryOf = (stored: typeof StoredDelivery.Type): Delivery => {
  const { billing_address, order_shipping_address, recipient_name, shipping_address } = stored
  const isForThisOrder = order_shipping_address !== null
  const address = order_shipping_address ?? shipping_address
  const billing =
    (stored.billing_same_as_shipping ? shipping_address : (billing_address ?? shipping_address)) ?? address
  return {
    recipient: isForThisOrder ? stored.order_recipient_name : recipient_name,
    address,
    billing,
    isBilledThere: billing === null || (address !== null && isSame(billing, address)),
    isForThisOrder,
    own:
      isForThisOrder && recipient_name !== null && shipping_address !== null
        ? { recipient: recipient_name, address: shipping_address }
        : null
  }
}

/**
 * Where a customer's last order went, for a cart that is made now: a row of nulls when there was none. To be joined to
 * what is written. Its bill is taken over too, so that a new cart moves nothing.
 */
export const lastDelivery = (sql: SqlClient.SqlClient, owner: string) => sql`
  (VALUES (1)) AS made LEFT JOIN (
    SELECT recipient_name, shipping_address, billing_address, billing_address = shipping_address AS is_billed_there
    FROM orders WHERE user_id = ${owner} ORDER BY created_at DESC, id DESC LIMIT 1
  ) AS last ON true`
