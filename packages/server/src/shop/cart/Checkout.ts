import { SqlClient } from "@effect/sql"
import { type CheckoutTerms } from "@storefront/domain/confirmation/Terms"
import { type User, type UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { PlacedOrder } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Array, Context, Effect, Layer, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { cartAllocation } from "./CartAllocation.ts"
import { cartOf, readCart } from "./CartContents.ts"
import { checkoutLocks } from "./CheckoutLocks.ts"
import { type CheckoutRefused, checkSold, refuse, required } from "./CheckoutRefused.ts"
import { shippingOf, termsOf } from "./CheckoutTerms.ts"
import { cartDestination } from "./Destination.ts"
import { orderPlacement } from "./OrderPlacement.ts"

/** How a cart is to be ordered. */
const CheckoutWish = Schema.Struct({ speed: SpeedTier, note: Schema.NullOr(Schema.String) })

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
      const read = readCart(sql)
      const destinationOf = yield* cartDestination
      const allocate = yield* cartAllocation
      const { claimCart, claimStock } = yield* checkoutLocks
      const write = yield* orderPlacement

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
        const allocation = yield* allocate(wanted, lines, destination.region, speed)
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
