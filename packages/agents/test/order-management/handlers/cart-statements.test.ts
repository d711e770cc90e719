import { type Tool } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { EffectKey } from "@storefront/server/platform/effects/EffectKey"
import { Effect, Layer } from "effect"
import { fillCart, market, newcomer, newProduct } from "@storefront/server/testing/SmallMarket"
import { address, lamp } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/order-management/handlers.ts"
import { toolkit } from "../../../src/order-management/toolkit.ts"
import { callTool } from "../../support/CallTool.ts"
import { inTurnOf } from "../../support/ProposingTurn.ts"
import { statementsOf } from "../../support/StatementsOf.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, Proposals.layer]),
  Layer.provideMerge(market),
  Layer.provideMerge(TestDatabase.layer)
)

type Tools = typeof toolkit.tools

/** Statements of a call as the runtime makes it: with an effect key of its own. */
const count = <Name extends keyof Tools>(user: User, name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  statementsOf(Effect.provideService(callTool(toolkit, user, name, params), EffectKey, `${user.id}:${name}`))

/** A customer with so many products in the cart, 3 of each, and a coupon on it. */
const customerWith = Effect.fnUntraced(function* (products: number) {
  const user = yield* newcomer
  const lines = yield* Effect.replicateEffect(newProduct({ east: 2, west: 2 }), products)
  yield* fillCart(
    user,
    lines.map((product) => [product, 3] as const),
    { coupon: "TEN" }
  )
  return { user, product_id: lines[0]!.id }
})

layer(TestLayer, { excludeTestServices: true })("the tools of the cart", (it) => {
  for (const products of [2, 49]) {
    it.effect(`send at most three statements, checkout a fixed number, for ${products} products`, () =>
      Effect.gen(function* () {
        const { product_id, user } = yield* customerWith(products)
        const counts = yield* Effect.all({
          get_cart: count(user, "get_cart", {}),
          update_cart_quantity: count(user, "update_cart_quantity", { product_id, quantity: 2 }),
          add_to_cart: count(user, "add_to_cart", { product_name: lamp.name }),
          remove_from_cart: count(user, "remove_from_cart", { product_id: lamp.id }),
          set_shipping_address: count(user, "set_shipping_address", { recipient_name: "Ada", ...address }),
          set_billing_address: count(user, "set_billing_address", address),
          set_billing_same_as_shipping: count(user, "set_billing_same_as_shipping", {}),
          remove_coupon_from_cart: count(user, "remove_coupon_from_cart", {}),
          apply_coupon_to_cart: count(user, "apply_coupon_to_cart", { code: "TEN" }),
          checkout: inTurnOf(user)(count(user, "checkout", {}))
        })
        assert.deepStrictEqual(counts, {
          get_cart: 3,
          update_cart_quantity: 3,
          add_to_cart: 3,
          remove_from_cart: 3,
          set_shipping_address: 3,
          set_billing_address: 3,
          set_billing_same_as_shipping: 3,
          remove_coupon_from_cart: 3,
          apply_coupon_to_cart: 3,
          checkout: 8
        })
      })
    )
  }

  it.effect("send at most three statements when nothing is called like that", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* count(yield* newcomer, "add_to_cart", { product_name: "no such thing" }), 3)
    })
  )
})
