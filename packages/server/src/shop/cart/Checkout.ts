import { SqlClient, SqlSchema } from "@effect/sql"
import { type CheckoutTerms } from "@storefront/domain/confirmation/Terms"
import { type User, UserId } from "@storefront/domain/Identity"
import { OrderId, type ProductId } from "@storefront/domain/Ids"
import { type Region, SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { CouponCode, type CouponProblem } from "@storefront/domain/Pricing"
import {
  allocate,
  type StockedWarehouse,
  stockOf,
  type WantedLine,
  withinReach
} from "@storefront/domain/rules/Allocation"
import { PlacedOrder } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { type UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, Data, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termAddress, termNote } from "../../platform/effects/TermTexts.ts"
import { DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { StockedWarehouses } from "../inventory/StockedWarehouses.ts"
import { type CartContents, cartOf, readCart, type StoredLine } from "./CartContents.ts"
import { shippingOf, termsOf } from "./CheckoutTerms.ts"
import { type Destination, orderPlacement } from "./OrderPlacement.ts"

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
  | { readonly reason: "empty_cart" | "no_address" }
  /** With `"out_of_stock"`, the units of the lines that can be sent to the address at all. */
  | { readonly reason: "inactive_product" | "out_of_stock"; readonly lines: ReadonlyArray<BlockingLine> }
  /** Nothing brings all of it there that fast; other speeds do. */
  | { readonly reason: "speed_not_possible"; readonly possible: ReadonlyArray<SpeedTier> }
  | { readonly reason: "coupon_invalid"; readonly problem: CouponProblem }

export class CheckoutRefused extends Data.TaggedError("CheckoutRefused")<{ readonly obstacle: Obstacle }> {}

/** How a cart is to be ordered. */
const CheckoutWish = Schema.Struct({ speed: SpeedTier, note: Schema.NullOr(Schema.String) })

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

/** Turns carts into orders. */
export class Checkout extends Context.Tag("@storefront/server/shop/cart/Checkout")<
  Checkout,
  {
    /**
     * Orders what is in the cart of a customer: takes the stock, redeems the coupon, adds to the buyer's spend (and with
     * it perhaps the tier), and empties the cart; its addresses stay. An act locks the cart, the coupon and the stock.
     *
     * At most 6 statements to prepare and 7 to perform, whatever is in the cart.
     */
    readonly act: ActOf<typeof CheckoutWish, CheckoutTerms, typeof PlacedOrder, CheckoutRefused>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const areas = yield* DeliveryAreas
      const stock = yield* StockedWarehouses
      const read = readCart(sql)
      const write = yield* orderPlacement

      const lockCart = SqlSchema.findOne({
        Request: UserId,
        Result: Schema.Struct({ coupon_code: Schema.NullOr(CouponCode) }),
        execute: (owner) => sql`SELECT coupon_code FROM carts WHERE user_id = ${owner} FOR UPDATE`
      })

      /** Takes the cart, then its coupon: nobody else changes either any more. */
      const claimCart = Effect.fnUntraced(function* (owner: UserId) {
        const code = Option.flatMapNullable(yield* lockCart(owner), ({ coupon_code }) => coupon_code)
        if (Option.isSome(code)) {
          yield* sql`SELECT id FROM coupons WHERE code = ${code.value} FOR NO KEY UPDATE`
        }
      }, orUnavailable)

      const claimStock = (ids: ReadonlyArray<ProductId>) =>
        orUnavailable(sql`
          SELECT quantity FROM warehouse_inventory WHERE ${sql.in("product_id", ids)}
          ORDER BY product_id, warehouse_id FOR UPDATE`)

      const destinationOf = Effect.fnUntraced(function* (contents: CartContents) {
        const recipient = yield* required(termNote(contents.recipient_name), { reason: "no_address" })
        const address = yield* required(contents.shipping_address, { reason: "no_address" })
        const region = yield* required(Option.getOrNull(yield* areas.regionOf(address)), { reason: "no_address" })
        const billed = contents.billing_same_as_shipping ? address : (contents.billing_address ?? address)
        return {
          recipient,
          deliveryAddress: termAddress(address),
          billingAddress: termAddress(billed),
          region
        } satisfies Destination
      })

      /** Finds from where all lines are sent. */
      const allocateStock = Effect.fnUntraced(function* (
        wanted: Array.NonEmptyReadonlyArray<WantedLine>,
        lines: ReadonlyArray<StoredLine>,
        region: Region,
        speed: SpeedTier
      ) {
        const ids = wanted.map(({ productId }) => productId)
        const { products, warehouses } = yield* stock.read(ids, region)
        const sold = new Set(products.map(({ product_id }) => product_id))
        yield* checkSold(lines.filter(({ product_id }) => !sold.has(product_id)))
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
                : { reason: "out_of_stock", lines: missing(lines, withinReach(wanted, warehouses)) }
            )
          }
        })
      })

      const emptyCart = (owner: UserId) => sql`
        WITH emptied AS (UPDATE carts SET coupon_code = NULL, updated_at = now() WHERE user_id = ${owner} RETURNING id)
        DELETE FROM cart_items i USING emptied WHERE i.cart_id = emptied.id`

      const prepare = Effect.fn("Checkout.prepare")(function* (
        buyer: User,
        { note, speed }: typeof CheckoutWish.Type,
        purpose: Purpose
      ) {
        const isAct = purpose === "act"
        yield* Effect.when(claimCart(buyer.id), () => isAct)
        const cart = yield* read(buyer, cartOf(sql, buyer))
        const contents = yield* required(cart.contents, { reason: "empty_cart" })
        const { lines } = contents
        const { priced } = cart
        if (!Array.isNonEmptyReadonlyArray(lines)) {
          return yield* refuse({ reason: "empty_cart" })
        }
        const destination = yield* destinationOf(contents)
        yield* checkSold(lines.filter(({ purchasable }) => !purchasable))
        const problem = priced.coupon?.reason ?? null
        if (problem !== null) {
          return yield* refuse({ reason: "coupon_invalid", problem })
        }
        const wanted = priced.lines
        if (!Array.isNonEmptyReadonlyArray(wanted)) {
          return yield* refuse({ reason: "empty_cart" })
        }
        yield* Effect.when(claimStock(wanted.map(({ productId }) => productId)), () => isAct)
        const allocation = yield* allocateStock(wanted, lines, destination.region, speed)
        const shipping = shippingOf(allocation, speed, cart)
        const terms = termsOf(lines, cart, shipping, destination, note)
        const perform = Effect.gen(function* () {
          const id = OrderId.make(uuid())
          const standing = yield* write({
            id,
            owner: buyer.id,
            priced,
            names: lines.map(({ name }) => name),
            allocation,
            shippingCost: shipping.cost,
            destination,
            note: terms.note
          })
          yield* emptyCart(buyer.id)
          yield* Effect.annotateLogs(Effect.logInfo("Order placed"), { "order.id": id })
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
            amount_charged: terms.amount,
            ...standing
          }
        }).pipe(orUnavailable, Effect.withSpan("Checkout.perform"))
        return { terms, perform }
      })

      return {
        act: {
          name: "checkout",
          args: CheckoutWish,
          result: PlacedOrder,
          prepare
        }
      }
    })
  )
}
