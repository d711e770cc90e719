import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { type Coupon } from "@storefront/domain/Pricing"
import { type BetterCoupon, betterCoupon, optimize, type Optimized } from "@storefront/domain/rules/CartOptimizer"
import { type CartLine } from "@storefront/domain/rules/CartPricing"
import { shippingCharge } from "@storefront/domain/rules/Loyalty"
import { Array, Context, Effect, Layer, Option } from "effect"
import { StockedWarehouses } from "../inventory/StockedWarehouses.ts"
import { Coupons } from "../pricing/Coupons.ts"
import { allocationAt } from "./CartAllocation.ts"
import { cartOf, type PricedCart, pricedLines, readCart } from "./CartContents.ts"
import { shippingOf } from "./CheckoutTerms.ts"
import { type Delivery, deliveryOf, nowhere } from "./Delivery.ts"

/** The best price of some products, delivered where the cart of a customer goes. */
export interface BestPrice {
  readonly optimized: Optimized
  /** Of the slowest speed at which all of it can be sent; null when it cannot be sent, and counts for nothing. */
  readonly shippingCost: Money | null
  /** Why it cannot. */
  readonly obstacle: "empty_cart" | "no_address" | "not_deliverable" | "out_of_stock" | null
  /** The coupons that the customer could use, if the products allow. */
  readonly usable: ReadonlyArray<Coupon>
}

/** A cart with what it would cost to have it, and what would make it cheaper. */
export interface Quote extends PricedCart, BestPrice {
  readonly delivery: Delivery
  /** One for each speed at which it can be sent, as checkout would send it. */
  readonly shipping: ReadonlyArray<ReturnType<typeof shippingOf>>
  readonly bestCoupon: BetterCoupon | null
}

/** The carts of customers, priced whenever they are read. */
export class Carts extends Context.Tag("@storefront/server/shop/cart/Carts")<
  Carts,
  {
    /** The cart of a customer with what it costs now, in one statement. */
    readonly find: (owner: User) => Effect.Effect<PricedCart, DatabaseUnavailable>
    /** The same with its shipping and the best coupon: at most three statements. */
    readonly quote: (owner: User) => Effect.Effect<Quote, DatabaseUnavailable>
    /** The best price of other lines than those of the cart: three statements. */
    readonly bestPrice: (
      owner: User,
      lines: ReadonlyArray<CartLine>
    ) => Effect.Effect<BestPrice & Pick<PricedCart, "facts">, DatabaseUnavailable>
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

      /** From where lines are sent to an address, by speed, the slowest first. */
      const sending = Effect.fnUntraced(function* (lines: ReadonlyArray<CartLine>, { address }: Delivery) {
        if (!Array.isNonEmptyReadonlyArray(lines)) {
          return { ways: [], obstacle: "empty_cart" as const }
        }
        if (address === null) {
          return { ways: [], obstacle: "no_address" as const }
        }
        const { region, warehouses } = yield* stock.read(
          lines.map(({ productId }) => productId),
          address
        )
        if (region === null) {
          return { ways: [], obstacle: "not_deliverable" as const }
        }
        const at = allocationAt(lines, warehouses, region)
        const ways = Array.filterMap(SpeedTier.literals, (speed) =>
          Option.map(at(speed), (allocation) => ({ speed, allocation }))
        )
        return { ways, obstacle: ways.length > 0 ? null : ("out_of_stock" as const) }
      })

      /** The best price of lines for the owner of a cart, and the ways to send them. */
      const best = Effect.fnUntraced(function* ({ contents, facts }: PricedCart, lines: ReadonlyArray<CartLine>) {
        const delivery = contents === null ? nowhere : deliveryOf(contents)
        const { obstacle, ways } = yield* sending(lines, delivery)
        const usable = yield* coupons.usable(facts)
        const [slowest] = ways
        const charge =
          slowest === undefined
            ? () => Money.make(0)
            : shippingCharge(facts.tier, slowest.speed, slowest.allocation.cost)
        const optimized = optimize(lines, facts, usable, charge)
        const shippingCost = slowest === undefined ? null : charge(optimized.priced.total)
        return { facts, delivery, obstacle, ways, usable, charge, optimized, shippingCost }
      })

      const quote = Effect.fn("Carts.quote")(function* (owner: User) {
        const cart = yield* find(owner)
        const { charge, ways, ...found } = yield* best(cart, pricedLines(cart.contents?.lines ?? []))
        return {
          ...cart,
          ...found,
          shipping: ways.map(({ allocation, speed }) => shippingOf(allocation, speed, cart)),
          bestCoupon: Option.getOrNull(betterCoupon(cart.priced, found.optimized, charge))
        }
      })

      const bestPrice = Effect.fn("Carts.bestPrice")(function* (owner: User, lines: ReadonlyArray<CartLine>) {
        return yield* best(yield* find(owner), lines)
      })

      return { find: Effect.fn("Carts.find")(find), quote, bestPrice }
    })
  )

  /** Over a database. */
  static readonly layer = Layer.provide(this.layerNoDeps, [StockedWarehouses.layer, Coupons.layer])
}
