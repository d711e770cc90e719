import { type SqlClient } from "@effect/sql"
import { AddressResult } from "@storefront/domain/Address"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"
import { v7 as uuid } from "uuid"

/** Delivery and billing address of a cart, and the destination of its next order. */

/** Delivery columns of a cart, as in `deliveryColumns`; `order_…` apply to the next order only, such as a gift. */
export const deliveryFields = {
  recipient_name: Schema.NullOr(UserText),
  shipping_address: Schema.NullOr(AddressResult),
  billing_address: Schema.NullOr(AddressResult),
  billing_same_as_shipping: Schema.Boolean,
  order_recipient_name: Schema.NullOr(UserText),
  order_shipping_address: Schema.NullOr(AddressResult)
}

export const deliveryColumns = (sql: SqlClient.SqlClient) => sql`
  recipient_name, shipping_address, billing_address, billing_same_as_shipping, order_recipient_name,
  order_shipping_address`

const StoredDelivery = Schema.Struct(deliveryFields)

/** Destination of a cart's next order and of its invoice. */
export interface Delivery {
  readonly recipient: UserText | null
  readonly address: AddressResult | null
  readonly billing: AddressResult | null
  /** The billing address equals the shipping address. */
  readonly isBilledToShipping: boolean
  /** The address applies to the next order only. */
  readonly isForThisOrder: boolean
  /** The cart's own recipient and address, while another address applies to the next order. */
  readonly own: { readonly recipient: UserText; readonly address: AddressResult } | null
}

/** Delivery of a cart that does not exist yet. */
export const noDelivery: Delivery = {
  recipient: null,
  address: null,
  billing: null,
  isBilledToShipping: true,
  isForThisOrder: false,
  own: null
}

const isSameAddress = Schema.equivalence(AddressResult)

/**
 * Returns the destination of a cart's next order. The invoice goes to the cart's own addresses, and to an address for
 * one order only when the cart has none.
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
    isBilledToShipping: billing === null || (address !== null && isSameAddress(billing, address)),
    isForThisOrder,
    own:
      isForThisOrder && recipient_name !== null && shipping_address !== null
        ? { recipient: recipient_name, address: shipping_address }
        : null
  }
}

/**
 * SQL source `last` of the delivery and billing address of a customer's last order, which a new cart inherits. Always
 * one row; all columns are null without an earlier order.
 */
export const lastDelivery = (sql: SqlClient.SqlClient, owner: string) => sql`
  (VALUES (1)) AS made LEFT JOIN (
    SELECT recipient_name, shipping_address, billing_address, billing_address = shipping_address AS is_billed_there
    FROM orders WHERE user_id = ${owner} ORDER BY created_at DESC, id DESC LIMIT 1
  ) AS last ON true`

/** Creates a missing cart, which inherits the delivery of the last order; locks an existing one. */
export const createOrLockCart = (sql: SqlClient.SqlClient, owner: string) => sql`
  INSERT INTO carts (id, user_id, recipient_name, shipping_address, billing_address, billing_same_as_shipping)
  SELECT ${uuid()}::uuid, ${owner}::uuid, last.recipient_name, last.shipping_address, last.billing_address,
    last.is_billed_there IS NOT FALSE
  FROM ${lastDelivery(sql, owner)}
  ON CONFLICT (user_id) DO UPDATE SET updated_at = now()`
