import { SqlClient, SqlSchema } from "@effect/sql"
import { Address, AddressResult } from "@storefront/domain/Address"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { Region } from "@storefront/domain/Inventory"
import {
  BillingSet,
  setBillingAddress,
  setBillingSameAsShipping,
  setShippingAddress,
  ShippingSet
} from "@storefront/domain/tools/CartTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type EffectKeyReused, ToolEffects, type WrittenOnce } from "../../platform/effects/ToolEffects.ts"
import { AddressNotDeliverable, areaOf } from "../inventory/DeliveryAreas.ts"

/** There is no shipping address that the bill could go to. */
export class NoShippingAddress extends Data.TaggedError("NoShippingAddress") {}

/** Who receives a parcel, and where. */
export interface Recipient {
  readonly name: string
  readonly phone: string | null
  readonly address: Address
}

const decodeAddress = Schema.decodeSync(AddressResult)

/**
 * Where carts are delivered and billed. One statement each, beside the two that claim and keep the result of an effect
 * key.
 */
export class CartAddresses extends Context.Tag("@storefront/server/shop/cart/CartAddresses")<
  CartAddresses,
  {
    /** Sets the recipient, whose address must be deliverable; the bill follows as long as it goes to the same address. */
    readonly ship: (
      owner: UserId,
      recipient: Recipient
    ) => Effect.Effect<
      WrittenOnce<typeof ShippingSet.Type>,
      AddressNotDeliverable | EffectKeyReused | DatabaseUnavailable
    >
    /** Sends the bill to an address of its own, anywhere. */
    readonly bill: (
      owner: UserId,
      address: Address
    ) => Effect.Effect<WrittenOnce<typeof BillingSet.Type>, EffectKeyReused | DatabaseUnavailable>
    /** Sends the bill to where the parcel goes, now and later. */
    readonly billToShipping: (
      owner: UserId
    ) => Effect.Effect<WrittenOnce<typeof BillingSet.Type>, NoShippingAddress | EffectKeyReused | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects

      const billSame = SqlSchema.findOne({
        Request: UserId,
        Result: Schema.Struct({ billing_address: AddressResult }),
        execute: (owner) => sql`
          UPDATE carts SET billing_same_as_shipping = true, billing_address = shipping_address, updated_at = now()
          WHERE user_id = ${owner} AND shipping_address IS NOT NULL
          RETURNING billing_address`
      })

      /** Nothing is written, and no region told, for an address outside the areas of delivery. */
      const upsertRecipient = SqlSchema.findOne({
        Request: Schema.Struct({
          owner: UserId,
          name: Schema.String,
          phone: Schema.NullOr(Schema.String),
          address: Address
        }),
        Result: Schema.Struct({ region: Region }),
        execute: ({ address, name, owner, phone }) => sql`
          WITH area AS (${areaOf(sql, address)}), shipped AS (
            INSERT INTO carts (id, user_id, recipient_name, phone, shipping_address, billing_address)
            SELECT ${uuid()}::uuid, ${owner}::uuid, ${name}::text, ${phone}::text, a.address, a.address
            FROM area, (SELECT ${JSON.stringify(address)}::jsonb AS address) a
            ON CONFLICT (user_id) DO UPDATE SET
              recipient_name = EXCLUDED.recipient_name, phone = EXCLUDED.phone,
              shipping_address = EXCLUDED.shipping_address, updated_at = now(),
              billing_address =
                CASE WHEN carts.billing_same_as_shipping THEN EXCLUDED.shipping_address ELSE carts.billing_address END
          )
          SELECT region FROM area`
      })

      const setRecipient = Effect.fnUntraced(function* (owner: UserId, { address, name, phone }: Recipient) {
        const written = yield* orUnavailable(upsertRecipient({ owner, name, phone, address }))
        const { region } = yield* Effect.mapError(written, () => new AddressNotDeliverable())
        return { shipping_address: decodeAddress(address), recipient_name: UserText.make(name), region }
      })

      const setBilling = Effect.fnUntraced(function* (owner: UserId, address: Address) {
        yield* orUnavailable(sql`
          INSERT INTO carts (id, user_id, billing_address, billing_same_as_shipping)
          VALUES (${uuid()}, ${owner}, ${JSON.stringify(address)}, false)
          ON CONFLICT (user_id) DO UPDATE SET
            billing_address = EXCLUDED.billing_address, billing_same_as_shipping = false, updated_at = now()`)
        return { billing_address: decodeAddress(address), billing_same_as_shipping: false }
      })

      const setSame = Effect.fnUntraced(function* (owner: UserId) {
        const { billing_address } = yield* Effect.mapError(
          yield* orUnavailable(billSame(owner)),
          () => new NoShippingAddress()
        )
        return { billing_address, billing_same_as_shipping: true }
      })

      return {
        ship: Effect.fn("CartAddresses.ship")((owner: UserId, recipient: Recipient) =>
          effects.once(
            {
              caller: owner,
              toolName: setShippingAddress.name,
              params: { recipient_name: recipient.name, phone: recipient.phone, ...recipient.address },
              changes: () => "shipping address",
              result: ShippingSet
            },
            setRecipient(owner, recipient)
          )
        ),

        bill: Effect.fn("CartAddresses.bill")((owner: UserId, address: Address) =>
          effects.once(
            {
              caller: owner,
              toolName: setBillingAddress.name,
              params: { ...address },
              changes: () => "billing address",
              result: BillingSet
            },
            setBilling(owner, address)
          )
        ),

        billToShipping: Effect.fn("CartAddresses.billToShipping")((owner: UserId) =>
          effects.once(
            {
              caller: owner,
              toolName: setBillingSameAsShipping.name,
              params: {},
              changes: () => "billing address",
              result: BillingSet
            },
            setSame(owner)
          )
        )
      }
    })
  )
}
