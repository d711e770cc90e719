import { SqlClient } from "@effect/sql"
import { type Hint } from "@storefront/domain/confirmation/Hint"
import { type CheckoutTerms } from "@storefront/domain/confirmation/Terms"
import { type User, type UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { SpeedTier } from "@storefront/domain/Inventory"
import { betterCoupon, optimize, type ShippingCharge } from "@storefront/domain/rules/CartOptimizer"
import { isLastUse } from "@storefront/domain/rules/CouponRules"
import { shippingCharge } from "@storefront/domain/rules/Loyalty"
import { PlacedOrder } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Array, Context, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { checkoutUrl, paymentNote } from "../../platform/config/PayingConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { Coupons } from "../pricing/Coupons.ts"
import { cartAllocation } from "./CartAllocation.ts"
import { cartOf, orderLines, type PricedCart, readCart } from "./CartContents.ts"
import { checkoutLocks } from "./CheckoutLocks.ts"
import { type CheckoutRefused, checkSold, refuse, orRefuse } from "./CheckoutRefused.ts"
import { shippingOf, termsOf } from "./CheckoutTerms.ts"
import { cartDestination } from "./Destination.ts"
import { orderedPart } from "./OrderedPart.ts"
import { orderPlacement } from "./OrderPlacement.ts"

const CheckoutArgs = Schema.Struct({
  speed: SpeedTier,
  note: Schema.NullOr(Schema.String),
  /** Orders only these lines; absent means all. */
  productIds: Schema.optional(Schema.Array(ProductId))
})

/** Turns carts into orders. */
export class Checkout extends Context.Tag("@storefront/server/shop/cart/Checkout")<
  Checkout,
  {
    /**
     * Orders a customer's cart, or some of its lines: takes the stock, redeems the coupon, and adds to the buyer's
     * spend, which may raise the tier. Removes from the cart the ordered lines, a redeemed coupon and an address for
     * one order. Acting locks the cart, the coupon and the stock, in this order.
     *
     * Takes at most 6 statements to prepare, 7 to perform and one to hint at a better coupon, whatever the cart holds.
     */
    readonly act: ActOf<typeof CheckoutArgs, CheckoutTerms, typeof PlacedOrder, CheckoutRefused>
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
      const placeOrder = yield* orderPlacement
      const coupons = yield* Coupons
      const isOrderedAtTill = Option.isSome(yield* checkoutUrl)
      const howToPay = Option.getOrUndefined(yield* paymentNote)

      /** Finds the coupon, or none, with which the order would be cheaper, shipping included. */
      const hint = Effect.fn("Checkout.hint")(function* ({ facts, priced }: PricedCart, charge: ShippingCharge) {
        const usable = yield* coupons.usable(facts)
        return Option.getOrNull(
          Option.map(
            betterCoupon(priced, optimize(priced.lines, facts, usable, charge), charge),
            ({ amount, coupon, saving }): Hint => ({
              couponCode: coupon?.code ?? null,
              isCouponUsedUp: coupon !== null && isLastUse(coupon),
              amount,
              saves: saving
            })
          )
        )
      })

      const removeOrderedLines = (owner: UserId, ordered: ReadonlyArray<ProductId>, isCouponUsed: boolean) => sql`
        WITH cart AS (
          UPDATE carts
          SET coupon_code = CASE WHEN ${isCouponUsed}::boolean THEN NULL ELSE coupon_code END, order_recipient_name = NULL,
            order_phone = NULL, order_shipping_address = NULL, updated_at = now()
          WHERE user_id = ${owner} RETURNING id
        )
        DELETE FROM cart_items i USING cart WHERE i.cart_id = cart.id AND ${sql.in("i.product_id", ordered)}`

      const prepare = Effect.fn("Checkout.prepare")(function* (
        buyer: User,
        { note, productIds, speed }: typeof CheckoutArgs.Type,
        purpose: Purpose
      ) {
        if (isOrderedAtTill) {
          return yield* refuse({ reason: "ordered_at_till" })
        }
        const isAct = purpose === "act"
        yield* Effect.when(claimCart(buyer.id), () => isAct)
        const wholeCart = yield* read(buyer, cartOf(sql, buyer))
        const contents = yield* orRefuse(wholeCart.contents, { reason: "empty_cart" })
        const { cart, rest } = yield* orderedPart(wholeCart, contents, productIds)
        const { priced } = cart
        const lines = cart.contents?.lines ?? []
        if (!Array.isNonEmptyReadonlyArray(lines)) {
          return yield* refuse({ reason: "empty_cart" })
        }
        const destination = yield* destinationOf(contents)
        yield* checkSold(lines.filter(({ purchasable }) => !purchasable))
        const problem = priced.coupon?.reason ?? null
        if (problem !== null) {
          return yield* refuse({ reason: "coupon_invalid", problem })
        }
        const orderedLines = priced.lines
        if (!Array.isNonEmptyReadonlyArray(orderedLines)) {
          return yield* refuse({ reason: "empty_cart" })
        }
        const ids = orderedLines.map(({ productId }) => productId)
        yield* Effect.when(claimStock(ids), () => isAct)
        const allocation = yield* allocate(orderedLines, lines, destination.region, speed)
        const shipping = shippingOf(allocation, speed, cart)
        const terms = termsOf(lines, cart, rest, shipping, destination, { note, howToPay })
        const perform = Effect.gen(function* () {
          const id = OrderId.make(uuid())
          const loyalty = yield* placeOrder({
            id,
            owner: buyer.id,
            priced,
            names: lines.map(({ name }) => name),
            allocation,
            shippingCost: shipping.cost,
            destination,
            note: terms.note
          })
          yield* removeOrderedLines(buyer.id, ids, priced.coupon !== null)
          yield* Effect.annotateLogs(Effect.logInfo("Order placed"), { "order.id": id })
          return {
            order_id: id,
            status: "placed" as const,
            items: orderLines(lines),
            ...pricingFields(priced),
            shipping,
            amount_charged: terms.amount,
            ...loyalty
          }
        }).pipe(orUnavailable, Effect.withSpan("Checkout.perform"))
        return { terms, hint: hint(cart, shippingCharge(cart.facts.tier, speed, allocation.cost)), perform }
      })

      return {
        act: { name: "checkout", args: CheckoutArgs, result: PlacedOrder, prepare }
      }
    })
  )
}
