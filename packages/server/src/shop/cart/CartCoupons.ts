import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { type CouponCode, type CouponProblem } from "@storefront/domain/Pricing"
import { price } from "@storefront/domain/rules/CartPricing"
import { applyCouponToCart, CartPricing, CouponOnCart, removeCouponFromCart } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Context, Data, Effect, Layer } from "effect"
import { type EffectKeyReused, ToolEffects, type WrittenOnce } from "../../platform/effects/ToolEffects.ts"
import { pricedLines, readCart } from "./CartContents.ts"

/** The coupon gives nothing for the cart as it is. */
export class CouponRefused extends Data.TaggedError("CouponRefused")<{
  readonly reason: CouponProblem | "empty_cart"
}> {}

/**
 * The coupons of carts. One statement each, beside the two that claim and keep the result of an effect key.
 */
export class CartCoupons extends Context.Tag("@storefront/server/shop/cart/CartCoupons")<
  CartCoupons,
  {
    /** Puts a coupon on the cart, in place of another, when it is valid for it now. That does not use it up. */
    readonly apply: (
      owner: User,
      code: CouponCode
    ) => Effect.Effect<WrittenOnce<typeof CouponOnCart.Type>, CouponRefused | EffectKeyReused | DatabaseUnavailable>
    /** Takes the coupon off the cart, if there is one. */
    readonly remove: (
      owner: User
    ) => Effect.Effect<WrittenOnce<typeof CartPricing.Type>, EffectKeyReused | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const read = readCart(sql)

      /** An unknown code leaves the cart without one; whatever it leaves is rolled back when the coupon is refused. */
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
        const without = price(priced.lines, facts, null).total
        return {
          coupon_code: code,
          description: coupon.description,
          ...pricingFields(priced),
          saves: Money.make(without - priced.total)
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
