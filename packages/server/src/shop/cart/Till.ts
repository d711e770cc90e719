import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { checkoutAtTill, TillLink } from "@storefront/domain/tools/CartTools"
import { pricingFields } from "@storefront/domain/tools/PricingFields"
import { Context, Effect, Layer } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { checkoutUrl } from "../../platform/config/PayingConfig.ts"
import { type EffectKeyReused, type IdempotentResult, ToolEffects } from "../../platform/effects/ToolEffects.ts"
import { cartOf, orderLines, readCart } from "./CartContents.ts"
import { type CheckoutRefused, orRefuse } from "./CheckoutRefused.ts"
import { linkOf } from "./CheckoutLink.ts"
import { orderedPart } from "./OrderedPart.ts"

/** The way to the till of a shop that takes orders and payments itself: `CHECKOUT_URL`, without which this is a defect. */
export class Till extends Context.Tag("@storefront/server/shop/cart/Till")<
  Till,
  {
    /**
     * Gives a customer the link for the cart, or for these products of it, and stores it with the time. Orders nothing
     * and keeps the cart. One statement, plus one that stores it and two that make the call idempotent.
     */
    readonly giveLink: (
      owner: User,
      productIds: ReadonlyArray<ProductId> | undefined
    ) => Effect.Effect<IdempotentResult<typeof TillLink.Type>, CheckoutRefused | EffectKeyReused | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const template = yield* Effect.orDie(Effect.flatten(checkoutUrl))
      const read = readCart(sql)

      return {
        giveLink: Effect.fn("Till.giveLink")(function* (owner: User, productIds: ReadonlyArray<ProductId> | undefined) {
          const wholeCart = yield* read(owner, cartOf(sql, owner))
          const contents = yield* orRefuse(wholeCart.contents, { reason: "empty_cart" })
          const { cart } = yield* orderedPart(wholeCart, contents, productIds)
          const link = yield* linkOf(template, cart)
          return yield* effects.once(
            {
              caller: owner.id,
              toolName: checkoutAtTill.name,
              // The link itself, so that a cart that has changed since gets another one.
              params: { checkout_url: link },
              changes: () => "checkout_url",
              result: TillLink
            },
            Effect.as(
              orUnavailable(
                sql`UPDATE carts SET checkout_url = ${link}, checkout_url_at = now() WHERE user_id = ${owner.id}`
              ),
              {
                checkout_url: link,
                items: orderLines(cart.contents?.lines ?? []),
                ...pricingFields(cart.priced)
              }
            )
          )
        })
      }
    })
  ).pipe(Layer.provide(ToolEffects.layer))
}
