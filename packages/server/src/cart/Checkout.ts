import { SqlClient, SqlSchema } from "@effect/sql"
import { type User, UserId } from "@storefront/domain/Identity"
import { OrderId, type ProductId } from "@storefront/domain/Ids"
import { type Region, SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { CouponCode, type CouponProblem } from "@storefront/domain/Pricing"
import {
  allocate,
  type Allocation,
  type StockedWarehouse,
  stockOf,
  type WantedLine,
  withinReach
} from "@storefront/domain/rules/Allocation"
import { namesPart } from "@storefront/domain/rules/consent/Part"
import { isPlaceSaid } from "@storefront/domain/rules/consent/Said"
import { shipsFree } from "@storefront/domain/rules/Loyalty"
import { checkout, PlacedOrder } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { type UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, Data, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { CurrentRun, EffectKey } from "../effects/EffectKey.ts"
import { type EffectKeyReused, ToolEffects, type Written } from "../effects/ToolEffects.ts"
import { CurrentConsent } from "../effects/CurrentConsent.ts"
import { DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { StockedWarehouses } from "../inventory/StockedWarehouses.ts"
import { type CartContents, cartOf, type PricedCart, readCart, type StoredLine } from "./CartContents.ts"
import { orderPlacement } from "./OrderPlacement.ts"
import { hasUnspokenLine } from "./UnspokenLines.ts"

/** A line that cannot be ordered as it is. */
export interface BlockingLine {
  readonly product_id: ProductId
  readonly name: UserText
  readonly requested: number
  /** Units that could be sent. */
  readonly available: number
}

/** Why a cart is not ordered; nothing has changed. */
export type Obstacle =
  /**
   * `"consent_missing"`: the customer agreed to another address than the cart has, or told us to order a part of it, or it
   * holds what they have not spoken of.
   */
  | { readonly reason: "empty_cart" | "no_address" | "consent_missing" }
  /** With `"out_of_stock"`, the units of the lines that can be sent to the address at all. */
  | { readonly reason: "inactive_product" | "out_of_stock"; readonly lines: ReadonlyArray<BlockingLine> }
  /** Nothing brings all of it there that fast; other speeds do. */
  | { readonly reason: "speed_not_possible"; readonly possible: ReadonlyArray<SpeedTier> }
  | { readonly reason: "coupon_invalid"; readonly problem: CouponProblem }
  | { readonly reason: "total_changed"; readonly total: Money }
  /** The key stands for an order that was wanted otherwise. */
  | { readonly reason: "idempotency_key_reused"; readonly orderId: OrderId }

export class CheckoutRefused extends Data.TaggedError("CheckoutRefused")<{ readonly obstacle: Obstacle }> {}

/** How a cart is to be ordered. */
export interface CheckoutWish {
  readonly speed: SpeedTier
  readonly note: string | null
  /** What the customer agreed to pay for the goods; null when nothing was said. */
  readonly expectedTotal: Money | null
  /** The same key of a customer stands for the same order, in whatever message; with another wish it is refused. */
  readonly idempotencyKey: string | null
}

/** A cart with where it goes. */
interface Destination {
  readonly contents: CartContents
  readonly recipientName: UserText
  readonly shippingAddress: NonNullable<CartContents["shipping_address"]>
  readonly region: Region
}

const refuse = (obstacle: Obstacle) => new CheckoutRefused({ obstacle })

/** Null is nothing. */
const required = <A>(value: A | null | undefined, obstacle: Obstacle): Effect.Effect<A, CheckoutRefused> =>
  value === null || value === undefined ? refuse(obstacle) : Effect.succeed(value)

const blocking = ({ name, product_id, quantity }: StoredLine, available: number): BlockingLine => ({
  product_id,
  name,
  requested: quantity,
  available
})

/** Products that are not sold any more keep the whole cart from being ordered. */
const checkSold = (gone: ReadonlyArray<StoredLine>): Effect.Effect<void, CheckoutRefused> =>
  gone.length === 0 ? Effect.void : refuse({ reason: "inactive_product", lines: gone.map((line) => blocking(line, 0)) })

/** The lines of which there is too little; all of them when each could be sent, but not together with one carrier. */
const missing = (lines: ReadonlyArray<StoredLine>, reach: ReadonlyArray<StockedWarehouse>) => {
  const all = lines.map((line) => blocking(line, stockOf(reach, line.product_id)))
  const short = all.filter(({ available, requested }) => available < requested)
  return short.length > 0 ? short : all
}

/** What the way of an order costs and how long it takes: until its last parcel is there. */
const shippingOf = ({ cost, shipments }: Allocation, speed: SpeedTier, { priced, tier }: PricedCart) => {
  const isFree = speed === "standard" && shipsFree(tier, priced.total)
  return {
    carrier: shipments[0].rate.carrier,
    speed_tier: speed,
    cost: isFree ? Money.make(0) : cost,
    free_shipping: isFree,
    shipments: shipments.length,
    estimated_days_min: Math.max(...shipments.map(({ rate }) => rate.estimated_days_min)),
    estimated_days_max: Math.max(...shipments.map(({ rate }) => rate.estimated_days_max))
  }
}

/** How an order was wanted, but for its idempotency key. */
const Details = Schema.Struct({
  speed_tier: SpeedTier,
  note: Schema.NullOr(Schema.String),
  expected_total: Schema.NullOr(Money)
})
type Details = typeof Details.Type
const isSame = Schema.equivalence(Details)

/** What an idempotency key stands for. */
const Keyed = Schema.Struct({ order: PlacedOrder, details: Details })

/** An order, and whether its idempotency key had stood for it before. */
const Outcome = Schema.Struct({ order: PlacedOrder, repeated: Schema.Boolean })

/** Turns carts into orders. Failures of the database are defects. */
export class Checkout extends Context.Tag("@storefront/server/cart/Checkout")<
  Checkout,
  {
    /**
     * Orders what is in the cart of a customer, once per effect key and once per idempotency key. In one transaction it
     * locks the cart, the coupon and the stock, prices the cart as it is now, allocates and takes the stock, redeems the
     * coupon, adds to the buyer's spend (and with it perhaps the tier), and empties the cart; its addresses stay.
     *
     * At most 18 statements whatever is in the cart: 2 for each of the keys, 7 to lock and read, 7 to write.
     */
    readonly place: (
      buyer: User,
      wish: CheckoutWish
    ) => Effect.Effect<Written<typeof PlacedOrder.Type>, CheckoutRefused | EffectKeyReused>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const areas = yield* DeliveryAreas
      const stock = yield* StockedWarehouses
      const read = readCart(sql)
      const write = yield* orderPlacement
      const isUnspoken = yield* hasUnspokenLine

      const lockCart = SqlSchema.findOne({
        Request: UserId,
        Result: Schema.Struct({ coupon_code: Schema.NullOr(CouponCode) }),
        execute: (owner) => sql`SELECT coupon_code FROM carts WHERE user_id = ${owner} FOR UPDATE`
      })

      /** Takes the cart and its coupon, then reads what is in it: nobody else changes either any more. */
      const claimCart = Effect.fnUntraced(function* (buyer: User) {
        const locked = yield* Effect.orDie(lockCart(buyer.id))
        const { coupon_code } = yield* required(Option.getOrNull(locked), { reason: "empty_cart" })
        if (coupon_code !== null) {
          yield* Effect.orDie(sql`SELECT id FROM coupons WHERE code = ${coupon_code} FOR NO KEY UPDATE`)
        }
        const cart = yield* read(buyer, cartOf(sql, buyer))
        const contents = yield* required(cart.contents, { reason: "empty_cart" })
        return contents.lines.length === 0 ? yield* refuse({ reason: "empty_cart" }) : { ...cart, contents }
      })

      const destinationOf = Effect.fnUntraced(function* (contents: CartContents) {
        const recipientName = yield* required(contents.recipient_name, { reason: "no_address" })
        const shippingAddress = yield* required(contents.shipping_address, { reason: "no_address" })
        const region = yield* required(Option.getOrNull(yield* areas.regionOf(shippingAddress)), {
          reason: "no_address"
        })
        return { contents, recipientName, shippingAddress, region } satisfies Destination
      })

      /** Takes the stock of all lines, by product and warehouse, and finds from where they are sent. */
      const allocateStock = Effect.fnUntraced(function* (
        wanted: Array.NonEmptyReadonlyArray<WantedLine>,
        { contents, region }: Destination,
        speed: SpeedTier
      ) {
        const ids = wanted.map(({ productId }) => productId)
        yield* Effect.orDie(sql`
          SELECT quantity FROM warehouse_inventory WHERE ${sql.in("product_id", ids)}
          ORDER BY product_id, warehouse_id FOR UPDATE`)
        const { products, warehouses } = yield* stock.read(ids, region)
        const sold = new Set(products.map(({ product_id }) => product_id))
        yield* checkSold(contents.lines.filter(({ product_id }) => !sold.has(product_id)))
        const sendingAt = (tier: SpeedTier) =>
          warehouses.map((warehouse) => ({
            ...warehouse,
            rates: warehouse.rates.filter(({ speed_tier }) => speed_tier === tier)
          }))
        const allocationAt = (tier: SpeedTier) => allocate(wanted, sendingAt(tier), region, "one")
        return yield* Option.match(allocationAt(speed), {
          onSome: Effect.succeed,
          onNone: () => {
            const possible = SpeedTier.literals.filter((tier) => Option.isSome(allocationAt(tier)))
            return refuse(
              possible.length > 0
                ? { reason: "speed_not_possible", possible }
                : { reason: "out_of_stock", lines: missing(contents.lines, withinReach(wanted, warehouses)) }
            )
          }
        })
      })

      const emptyCart = (owner: UserId) =>
        Effect.orDie(sql`
          WITH emptied AS (UPDATE carts SET coupon_code = NULL, updated_at = now() WHERE user_id = ${owner} RETURNING id)
          DELETE FROM cart_items i USING emptied WHERE i.cart_id = emptied.id`)

      const order = Effect.fnUntraced(function* (buyer: User, { expectedTotal, note, speed }: CheckoutWish) {
        const cart = yield* claimCart(buyer)
        const { priced } = cart
        const destination = yield* destinationOf(cart.contents)
        const { contents, recipientName, region, shippingAddress } = destination
        const { lines } = contents
        const names = lines.map(({ name }) => name)
        const isOfElse = Option.exists(
          yield* CurrentConsent,
          ({ isAnswer, told, words }) =>
            (isAnswer && !isPlaceSaid(shippingAddress, words)) || namesPart("order", told, names)
        )
        if (isOfElse || (yield* isUnspoken(buyer.id, lines))) {
          return yield* refuse({ reason: "consent_missing" })
        }
        yield* checkSold(lines.filter(({ purchasable }) => !purchasable))
        const problem = priced.coupon?.reason ?? null
        if (problem !== null) {
          return yield* refuse({ reason: "coupon_invalid", problem })
        }
        if (!Array.isNonEmptyReadonlyArray(priced.lines)) {
          return yield* refuse({ reason: "empty_cart" })
        }
        const allocation = yield* allocateStock(priced.lines, destination, speed)
        if (expectedTotal !== null && expectedTotal !== priced.total) {
          return yield* refuse({ reason: "total_changed", total: priced.total })
        }
        const shipping = shippingOf(allocation, speed, cart)
        const id = OrderId.make(uuid())
        const standing = yield* write({
          id,
          owner: buyer.id,
          priced,
          names,
          allocation,
          shippingCost: shipping.cost,
          recipientName,
          shippingAddress,
          billingAddress: contents.billing_same_as_shipping
            ? shippingAddress
            : (contents.billing_address ?? shippingAddress),
          region,
          note
        })
        yield* emptyCart(buyer.id)
        return {
          order_id: id,
          status: "placed" as const,
          items: lines.map(({ brand, category, name, price: unit_price, product_id, quantity }) => ({
            product_id,
            name,
            category,
            brand,
            quantity,
            unit_price,
            subtotal: Money.make(unit_price * quantity)
          })),
          ...pricingFields(priced),
          shipping,
          amount_charged: Money.make(priced.total + shipping.cost),
          ...standing
        }
      })

      /** The order that an idempotency key stands for. One effect per key: who comes second waits, and is compared. */
      const orderOnce = Effect.fnUntraced(function* (buyer: User, wish: CheckoutWish, details: Details, key: string) {
        const run = yield* CurrentRun
        const { replayed, result } = yield* effects
          .once(
            { caller: buyer.id, toolName: checkout.name, params: {}, result: Keyed },
            Effect.map(Effect.provideService(order(buyer, wish), CurrentRun, run), (order) => ({ order, details }))
          )
          .pipe(
            Effect.provideService(EffectKey, `idempotency:${key}`),
            // The call itself is the effect of the run.
            Effect.provideService(CurrentRun, Option.none())
          )
        return isSame(result.details, details)
          ? { order: result.order, repeated: replayed }
          : yield* refuse({ reason: "idempotency_key_reused", orderId: result.order.order_id })
      })

      const place = Effect.fn("Checkout.place")(function* (buyer: User, wish: CheckoutWish) {
        const { expectedTotal, idempotencyKey, note, speed } = wish
        const details: Details = { speed_tier: speed, note, expected_total: expectedTotal }
        const placed =
          idempotencyKey === null
            ? Effect.map(order(buyer, wish), (result) => ({ order: result, repeated: false }))
            : orderOnce(buyer, wish, details, idempotencyKey)
        const { replayed, result } = yield* effects.once(
          {
            caller: buyer.id,
            toolName: checkout.name,
            params: { ...details, idempotency_key: idempotencyKey },
            repeats: ({ repeated }) => repeated,
            result: Outcome
          },
          placed
        )
        const isRepetition = replayed || result.repeated
        if (!isRepetition) {
          yield* Effect.annotateLogs(Effect.logInfo("Order placed"), { "order.id": result.order.order_id })
        }
        return { result: result.order, replayed: isRepetition }
      })

      return { place }
    })
  )
}
