import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { type CouponCode, type CouponProblem } from "@storefront/domain/Pricing"
import { price } from "@storefront/domain/rules/CartPricing"
import { applyCouponToCart, CartPricing, CouponOnCart, removeCouponFromCart } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Context, Data, Effect, Layer } from "effect"
import { type EffectKeyReused, ToolEffects, type IdempotentResult } from "../../platform/effects/ToolEffects.ts"
import { pricedLines, readCart } from "./CartContents.ts"

/** The coupon is not valid for the current cart. */
export class CouponRefused extends Data.TaggedError("CouponRefused")<{
  readonly reason: CouponProblem | "empty_cart"
}> {}

/** Coupons of carts. One statement each, plus two that claim an idempotency key and store its result. */
export class CartCoupons extends Context.Tag("@storefront/server/shop/cart/CartCoupons")<
  CartCoupons,
  {
    /** Applies a coupon that is valid for the current cart, replacing any other. Checkout redeems it. */
    readonly apply: (
      owner: User,
      code: CouponCode
    ) => Effect.Effect<
      IdempotentResult<typeof CouponOnCart.Type>,
      CouponRefused | EffectKeyReused | DatabaseUnavailable
    >
    /** Removes the cart's coupon, if any. */
    readonly remove: (
      owner: User
    ) => Effect.Effect<IdempotentResult<typeof CartPricing.Type>, EffectKeyReused | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const read = readCart(sql)

      /** Sets or clears the coupon; an unknown code clears it. A refused coupon is rolled back with the transaction. */
      const setCoupon = (owner: User, code: CouponCode | null) =>
        read(
          owner,
          sql`
            UPDATE carts SET coupon_code = (SELECT code FROM coupons WHERE code = ${code}), updated_at = now()
            WHERE user_id = ${owner.id} RETURNING *`
        )

      const applyCoupon = Effect.fnUntraced(function* (owner: User, code: CouponCode) {
        const { contents, coupon, facts, priced } = yield* setCoupon(owner, code)
        if (contents === null || pricedLines(contents.lines).length === 0) {
          return yield* new CouponRefused({ reason: "empty_cart" })
        }
        if (coupon === null) {
          return yield* new CouponRefused({ reason: "unknown" })
        }
        if (priced.coupon !== null && priced.coupon.reason !== null) {
          return yield* new CouponRefused({ reason: priced.coupon.reason })
        }
        const totalWithout = price(priced.lines, facts, null).total
        return {
          coupon_code: code,
          description: coupon.description,
          ...pricingFields(priced),
          saves: Money.make(totalWithout - priced.total)
        }
      })

      const removeCoupon = (owner: User) => Effect.map(setCoupon(owner, null), ({ priced }) => pricingFields(priced))

      return {
        apply: Effect.fn("CartCoupons.apply")((owner: User, code: CouponCode) =>
          effects.once(
            {
              caller: owner.id,
              toolName: applyCouponToCart.name,
              params: { code },
              changes: () => "coupon",
              result: CouponOnCart
            },
            applyCoupon(owner, code)
          )
        ),

        remove: Effect.fn("CartCoupons.remove")((owner: User) =>
          effects.once(
            {
              caller: owner.id,
              toolName: removeCouponFromCart.name,
              params: {},
              changes: () => "coupon",
              result: CartPricing
            },
            removeCoupon(owner)
          )
        )
      }
    })
  )
}
