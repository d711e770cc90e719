import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { SpeedTier } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import { type Coupon } from "@storefront/domain/Pricing"
import { type BetterCoupon, betterCoupon, optimize, type OptimizedCart } from "@storefront/domain/rules/CartOptimizer"
import { type CartLine } from "@storefront/domain/rules/CartPricing"
import { shippingCharge } from "@storefront/domain/rules/Loyalty"
import { Array, Context, Effect, Layer, Option } from "effect"
import { StockedWarehouses } from "../inventory/StockedWarehouses.ts"
import { Coupons } from "../pricing/Coupons.ts"
import { checkoutUrl } from "../../platform/config/PayingConfig.ts"
import { allocationAt } from "./CartAllocation.ts"
import { cartOf, type PricedCart, pricedLines, readCart } from "./CartContents.ts"
import { linkOf } from "./CheckoutLink.ts"
import { shippingOf } from "./CheckoutTerms.ts"
import { type Delivery, deliveryOf, noDelivery } from "./Delivery.ts"

/** The best price for a set of products, delivered to the address of a customer's cart. */
export interface BestPrice {
  readonly optimized: OptimizedCart
  /** Cost at the slowest speed that can deliver everything; null, and counted as zero, when none can. */
  readonly shippingCost: Money | null
  /** Reason why nothing can be shipped. */
  readonly obstacle: "empty_cart" | "no_address" | "not_deliverable" | "out_of_stock" | null
  /** Coupons that the customer may use where the products qualify. */
  readonly usableCoupons: ReadonlyArray<Coupon>
}

/** A cart with its shipping options and possible savings. */
export interface Quote extends PricedCart, BestPrice {
  readonly delivery: Delivery
  /** One option per speed at which checkout could ship the cart. */
  readonly shipping: ReadonlyArray<ReturnType<typeof shippingOf>>
  readonly bestCoupon: BetterCoupon | null
  /** Where the cart is ordered and paid. */
  readonly till: {
    /** False: orders are placed here. */
    readonly isUsed: boolean
    /** Null if the cart cannot go there now. */
    readonly link: string | null
  }
}

/** Carts of customers, priced on every read. */
export class Carts extends Context.Tag("@storefront/server/shop/cart/Carts")<
  Carts,
  {
    /** Reads a customer's cart with its current price, in one statement. */
    readonly find: (owner: User) => Effect.Effect<PricedCart, DatabaseUnavailable>
    /** Reads a cart with its shipping options and the best coupon: at most three statements. */
    readonly quote: (owner: User) => Effect.Effect<Quote, DatabaseUnavailable>
    /** Returns the links to the shop's till of a customer's cart: the present one, and the one given last. */
    readonly tillLinks: (owner: User) => Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
    /** Finds the best price for lines other than those in the cart: three statements. */
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
      const template = yield* checkoutUrl
      const linkNow = (cart: PricedCart) => Effect.option(Effect.flatMap(template, (found) => linkOf(found, cart)))

      /** Allocates lines to an address at each speed, slowest first; returns the obstacle when none works. */
      const allocationsBySpeed = Effect.fnUntraced(function* (lines: ReadonlyArray<CartLine>, { address }: Delivery) {
        if (!Array.isNonEmptyReadonlyArray(lines)) {
          return { options: [], obstacle: "empty_cart" as const }
        }
        if (address === null) {
          return { options: [], obstacle: "no_address" as const }
        }
        const { region, warehouses } = yield* stock.read(
          lines.map(({ productId }) => productId),
          address
        )
        if (region === null) {
          return { options: [], obstacle: "not_deliverable" as const }
        }
        const allocateAt = allocationAt(lines, warehouses, region)
        const options = Array.filterMap(SpeedTier.literals, (speed) =>
          Option.map(allocateAt(speed), (allocation) => ({ speed, allocation }))
        )
        return { options, obstacle: options.length > 0 ? null : ("out_of_stock" as const) }
      })

      /** Finds the best price of lines for the cart's owner, and the speeds at which they can be shipped. */
      const priceBest = Effect.fnUntraced(function* ({ contents, facts }: PricedCart, lines: ReadonlyArray<CartLine>) {
        const delivery = contents === null ? noDelivery : deliveryOf(contents)
        const { obstacle, options } = yield* allocationsBySpeed(lines, delivery)
        const usableCoupons = yield* coupons.usable(facts)
        const [slowest] = options
        const charge =
          slowest === undefined
            ? () => Money.make(0)
            : shippingCharge(facts.tier, slowest.speed, slowest.allocation.cost)
        const optimized = optimize(lines, facts, usableCoupons, charge)
        const shippingCost = slowest === undefined ? null : charge(optimized.priced.total)
        return { facts, delivery, obstacle, options, usableCoupons, charge, optimized, shippingCost }
      })

      const quote = Effect.fn("Carts.quote")(function* (owner: User) {
        const cart = yield* find(owner)
        const { charge, options, ...found } = yield* priceBest(cart, pricedLines(cart.contents?.lines ?? []))
        return {
          ...cart,
          ...found,
          shipping: options.map(({ allocation, speed }) => shippingOf(allocation, speed, cart)),
          till: { isUsed: Option.isSome(template), link: Option.getOrNull(yield* linkNow(cart)) },
          bestCoupon: Option.getOrNull(betterCoupon(cart.priced, found.optimized, charge))
        }
      })

      const bestPrice = Effect.fn("Carts.bestPrice")(function* (owner: User, lines: ReadonlyArray<CartLine>) {
        return yield* priceBest(yield* find(owner), lines)
      })

      const tillLinks = Effect.fn("Carts.tillLinks")(function* (owner: User) {
        if (Option.isNone(template)) {
          return []
        }
        const cart = yield* find(owner)
        return [
          ...Option.toArray(yield* linkNow(cart)),
          ...Option.toArray(Option.fromNullable(cart.contents?.checkout_url))
        ]
      })

      return { find: Effect.fn("Carts.find")(find), quote, tillLinks, bestPrice }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, [StockedWarehouses.layer, Coupons.layer])
}
