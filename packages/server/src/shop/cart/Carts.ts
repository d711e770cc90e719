import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { SpeedTier } from "@storefront/domain/Inventory"
import { type BetterCoupon, betterCoupon } from "@storefront/domain/rules/CartOptimizer"
import { Array, Context, Effect, Layer, Option } from "effect"
import { StockedWarehouses } from "../inventory/StockedWarehouses.ts"
import { Coupons } from "../pricing/Coupons.ts"
import { allocationAt } from "./CartAllocation.ts"
import { cartOf, type PricedCart, pricedLines, readCart } from "./CartContents.ts"
import { shippingOf } from "./CheckoutTerms.ts"
import { type Delivery, deliveryOf, nowhere } from "./Delivery.ts"
import { orderedPart } from "./OrderedPart.ts"

/** A cart with what it would cost to have it, and what would make it cheaper. */
export interface Quote extends PricedCart {
  readonly delivery: Delivery
  /** One for each speed at which it can be sent, as checkout would send it. */
  readonly shipping: ReadonlyArray<ReturnType<typeof shippingOf>>
  /** Why there is none. */
  readonly obstacle: "empty_cart" | "no_address" | "not_deliverable" | "out_of_stock" | null
  readonly bestCoupon: BetterCoupon | null
}

/** What to know of coupons before an order. */
export interface CouponAdvice {
  /** One that would save more; null when there is none. */
  readonly better: BetterCoupon | null
  /** What becomes of the cart's own when not all of the cart is ordered; null when it has none, or is ordered whole. */
  readonly own: "stays" | "goes" | null
}

/** The carts of customers, priced whenever they are read. */
export class Carts extends Context.Tag("@storefront/server/shop/cart/Carts")<
  Carts,
  {
    /** The cart of a customer with what it costs now, in one statement. */
    readonly find: (owner: User) => Effect.Effect<PricedCart, DatabaseUnavailable>
    /** The same with its shipping and the best coupon: at most three statements. */
    readonly quote: (owner: User) => Effect.Effect<Quote, DatabaseUnavailable>
    /** What to say of coupons when these products of the cart are ordered, or all: at most two statements. */
    readonly couponAdvice: (
      owner: User,
      products: ReadonlyArray<ProductId> | undefined
    ) => Effect.Effect<CouponAdvice, DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const stock = yield* StockedWarehouses
      const coupons = yield* Coupons
      const read = readCart(sql)
      const find = (owner: User) => read(owner, cartOf(sql, owner))

      const sending = Effect.fnUntraced(function* (cart: PricedCart, { address }: Delivery) {
        const wanted = cart.priced.lines
        if (!Array.isNonEmptyReadonlyArray(wanted)) {
          return { shipping: [], obstacle: "empty_cart" as const }
        }
        if (address === null) {
          return { shipping: [], obstacle: "no_address" as const }
        }
        const { region, warehouses } = yield* stock.read(
          wanted.map(({ productId }) => productId),
          address
        )
        if (region === null) {
          return { shipping: [], obstacle: "not_deliverable" as const }
        }
        const at = allocationAt(wanted, warehouses, region)
        const shipping = SpeedTier.literals.flatMap((speed) =>
          Option.match(at(speed), { onNone: () => [], onSome: (allocation) => [shippingOf(allocation, speed, cart)] })
        )
        return { shipping, obstacle: shipping.length > 0 ? null : ("out_of_stock" as const) }
      })

      const better = Effect.fnUntraced(function* ({ contents, facts, priced }: PricedCart) {
        const lines = pricedLines(contents?.lines ?? [])
        return lines.length === 0
          ? null
          : Option.getOrNull(betterCoupon(lines, facts, yield* coupons.usable(facts), priced.total))
      })

      const quote = Effect.fn("Carts.quote")(function* (owner: User) {
        const cart = yield* find(owner)
        const delivery = cart.contents === null ? nowhere : deliveryOf(cart.contents)
        return { ...cart, delivery, ...(yield* sending(cart, delivery)), bestCoupon: yield* better(cart) }
      })

      const couponAdvice = Effect.fn("Carts.couponAdvice")(
        function* (owner: User, products: ReadonlyArray<ProductId> | undefined) {
          const whole = yield* find(owner)
          const ordered = whole.contents === null ? whole : yield* orderedPart(whole, whole.contents, products)
          const isHeld = whole.contents !== null && whole.contents.coupon_code !== null
          const own = !isHeld || ordered === whole ? null : ordered.priced.coupon === null ? "stays" : "goes"
          const advice: CouponAdvice = { better: yield* better(ordered), own }
          return advice
        },
        Effect.catchTag("CheckoutRefused", () => Effect.succeed<CouponAdvice>({ better: null, own: null }))
      )

      return { find: Effect.fn("Carts.find")(find), quote, couponAdvice }
    })
  )

  /** Over a database. */
  static readonly layer = Layer.provide(this.layerNoDeps, [StockedWarehouses.layer, Coupons.layer])
}
