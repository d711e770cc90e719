import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Address, AddressResult, type GivenAddress } from "@storefront/domain/Address"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { Region } from "@storefront/domain/Inventory"
import {
  BillingAddressChange,
  setBillingAddress,
  setBillingSameAsShipping,
  setShippingAddress,
  ShippingAddressChange
} from "@storefront/domain/tools/CartTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type EffectKeyReused, ToolEffects, type IdempotentResult } from "../../platform/effects/ToolEffects.ts"
import {
  type AddressIncomplete,
  type AddressNotDeliverable,
  areaOf,
  DeliveryAreas
} from "../inventory/DeliveryAreas.ts"
import { deliveryColumns, deliveryFields, deliveryOf, lastDelivery } from "./Delivery.ts"

/** The cart has no shipping address to bill to. */
export class NoShippingAddress extends Data.TaggedError("NoShippingAddress") {}

/** Recipient and address of a parcel. */
export interface Recipient {
  readonly name: string
  readonly phone: string | null
  readonly address: GivenAddress
  /** Applies to the next order only, such as a gift; later ones go to the cart's own address again. */
  readonly isForThisOrder?: boolean
}

const decodeAddress = Schema.decodeSync(AddressResult)

/**
 * Delivery and billing addresses of carts. One statement each, plus two for the idempotency key, and one for an address
 * without a country, or without the parts that it has where the shop delivers by state.
 */
export class CartAddresses extends Context.Tag("@storefront/server/shop/cart/CartAddresses")<
  CartAddresses,
  {
    /**
     * Sets the recipient, whose address must be deliverable. The billing address follows while
     * `billing_same_as_shipping` is set. An address for one order never changes it, and is dropped when the cart's own
     * address is set.
     */
    readonly ship: (
      owner: UserId,
      recipient: Recipient
    ) => Effect.Effect<
      IdempotentResult<typeof ShippingAddressChange.Type>,
      AddressIncomplete | AddressNotDeliverable | EffectKeyReused | DatabaseUnavailable
    >
    /** Sets a separate billing address, which may be anywhere. */
    readonly bill: (
      owner: UserId,
      address: GivenAddress
    ) => Effect.Effect<
      IdempotentResult<typeof BillingAddressChange.Type>,
      AddressIncomplete | EffectKeyReused | DatabaseUnavailable
    >
    /** Makes the billing address follow the shipping address from now on. */
    readonly billToShipping: (
      owner: UserId
    ) => Effect.Effect<
      IdempotentResult<typeof BillingAddressChange.Type>,
      NoShippingAddress | EffectKeyReused | DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const areas = yield* DeliveryAreas

      const columns = deliveryColumns(sql)

      const billToShipping = SqlSchema.findOne({
        Request: UserId,
        Result: Schema.Struct(deliveryFields),
        execute: (owner) => sql`
          UPDATE carts SET billing_same_as_shipping = true, billing_address = shipping_address, updated_at = now()
          WHERE user_id = ${owner} AND (shipping_address IS NOT NULL OR order_shipping_address IS NOT NULL)
          RETURNING ${columns}`
      })

      const StoredRecipient = Schema.Struct({ region: Region, ...deliveryFields })
      const RecipientParams = Schema.Struct({
        owner: UserId,
        name: Schema.String,
        phone: Schema.NullOr(Schema.String),
        address: Schema.typeSchema(Address)
      })

      /** Wraps a write, which reads `given.address`, so that an address outside the delivery areas writes nothing. */
      const writeIfDeliverable = (address: Address, write: Statement.Fragment) => sql`
        WITH area AS (${areaOf(sql, address)}),
        given AS (SELECT ${JSON.stringify(address)}::jsonb AS address FROM area),
        shipped AS (${write} RETURNING ${columns})
        SELECT area.region, shipped.* FROM area, shipped`

      const upsertRecipient = SqlSchema.findOne({
        Request: RecipientParams,
        Result: StoredRecipient,
        execute: ({ address, name, owner, phone }) =>
          writeIfDeliverable(
            address,
            sql`
              INSERT INTO carts (id, user_id, recipient_name, phone, shipping_address, billing_address,
                billing_same_as_shipping)
              SELECT ${uuid()}::uuid, ${owner}::uuid, ${name}::text, ${phone}::text, given.address,
                CASE WHEN last.is_billed_there IS FALSE THEN last.billing_address ELSE given.address END,
                last.is_billed_there IS NOT FALSE
              FROM given, ${lastDelivery(sql, owner)}
              ON CONFLICT (user_id) DO UPDATE SET
                recipient_name = EXCLUDED.recipient_name, phone = EXCLUDED.phone,
                shipping_address = EXCLUDED.shipping_address, order_recipient_name = NULL, order_phone = NULL,
                order_shipping_address = NULL, updated_at = now(),
                billing_address =
                  CASE WHEN carts.billing_same_as_shipping THEN EXCLUDED.shipping_address ELSE carts.billing_address END`
          )
      })

      const upsertOrderRecipient = SqlSchema.findOne({
        Request: RecipientParams,
        Result: StoredRecipient,
        execute: ({ address, name, owner, phone }) =>
          writeIfDeliverable(
            address,
            sql`
              INSERT INTO carts (id, user_id, recipient_name, shipping_address, billing_address, billing_same_as_shipping,
                order_recipient_name, order_phone, order_shipping_address)
              SELECT ${uuid()}::uuid, ${owner}::uuid, last.recipient_name, last.shipping_address, last.billing_address,
                last.is_billed_there IS NOT FALSE, ${name}::text, ${phone}::text, given.address
              FROM given, ${lastDelivery(sql, owner)}
              ON CONFLICT (user_id) DO UPDATE SET
                order_recipient_name = EXCLUDED.order_recipient_name, order_phone = EXCLUDED.order_phone,
                order_shipping_address = EXCLUDED.order_shipping_address, updated_at = now()`
          )
      })

      const setRecipient = Effect.fnUntraced(function* (
        owner: UserId,
        { isForThisOrder = false, name, phone }: Omit<Recipient, "address">,
        address: Address
      ) {
        const upsert = isForThisOrder ? upsertOrderRecipient : upsertRecipient
        const row = yield* orUnavailable(upsert({ owner, name, phone, address }))
        const { region, ...stored } = yield* Effect.catchTag(row, "NoSuchElementException", () =>
          Effect.flatMap(areas.refusal(address), Effect.fail)
        )
        const { billing, isBilledToShipping } = deliveryOf(stored)
        return {
          shipping_address: decodeAddress(address),
          recipient_name: UserText.make(name),
          region,
          ...(isForThisOrder ? { for_this_order: true } : {}),
          billing_same_as_shipping: isBilledToShipping,
          ...(billing === null || isBilledToShipping ? {} : { billing_address: billing })
        }
      })

      const setBilling = Effect.fnUntraced(function* (owner: UserId, address: Address) {
        yield* orUnavailable(sql`
          INSERT INTO carts (id, user_id, recipient_name, shipping_address, billing_address, billing_same_as_shipping)
          SELECT ${uuid()}::uuid, ${owner}::uuid, last.recipient_name, last.shipping_address,
            ${JSON.stringify(address)}::jsonb, false
          FROM ${lastDelivery(sql, owner)}
          ON CONFLICT (user_id) DO UPDATE SET
            billing_address = EXCLUDED.billing_address, billing_same_as_shipping = false, updated_at = now()`)
        return { billing_address: decodeAddress(address), billing_same_as_shipping: false }
      })

      const setBillingToShipping = Effect.fnUntraced(function* (owner: UserId) {
        const stored = yield* Effect.mapError(
          yield* orUnavailable(billToShipping(owner)),
          () => new NoShippingAddress()
        )
        const { billing, isBilledToShipping } = deliveryOf(stored)
        return yield* billing === null
          ? new NoShippingAddress()
          : Effect.succeed({ billing_address: billing, billing_same_as_shipping: isBilledToShipping })
      })

      return {
        ship: Effect.fn("CartAddresses.ship")(function* (owner: UserId, recipient: Recipient) {
          const address = yield* areas.complete(recipient.address)
          return yield* effects.once(
            {
              caller: owner,
              toolName: setShippingAddress.name,
              params: {
                recipient_name: recipient.name,
                phone: recipient.phone,
                ...address,
                ...(recipient.isForThisOrder === true ? { for_this_order: true } : {})
              },
              changes: () => "shipping address",
              result: ShippingAddressChange
            },
            setRecipient(owner, recipient, address)
          )
        }),

        bill: Effect.fn("CartAddresses.bill")(function* (owner: UserId, given: GivenAddress) {
          const address = yield* areas.complete(given)
          return yield* effects.once(
            {
              caller: owner,
              toolName: setBillingAddress.name,
              params: { ...address },
              changes: () => "billing address",
              result: BillingAddressChange
            },
            setBilling(owner, address)
          )
        }),

        billToShipping: Effect.fn("CartAddresses.billToShipping")((owner: UserId) =>
          effects.once(
            {
              caller: owner,
              toolName: setBillingSameAsShipping.name,
              params: {},
              changes: () => "billing address",
              result: BillingAddressChange
            },
            setBillingToShipping(owner)
          )
        )
      }
    })
  )
}
