import { assert, layer } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { type User } from "@storefront/domain/Identity"
import { Effect, Layer } from "effect"
import { CheckoutTemplate } from "../../../src/platform/config/PayingConfig.ts"
import { cartOf, readCart } from "../../../src/shop/cart/CartContents.ts"
import { linkOf } from "../../../src/shop/cart/CheckoutLink.ts"
import { discontinued, fillCart, market, newcomer, newProduct } from "../../../src/testing/SmallMarket.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Gives a product the names by which the shop and its till know it. */
const named = Effect.fnUntraced(function* (external_id: string | null, checkout_key: string | null) {
  const sql = yield* SqlClient.SqlClient
  const product = yield* newProduct()
  yield* sql`UPDATE products SET ${sql.update({ external_id, checkout_key })} WHERE id = ${product.id}`
  return product
})

const link = (template: string, owner: User) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.flatMap(readCart(sql)(owner, cartOf(sql, owner)), (cart) => linkOf(CheckoutTemplate.make(template), cart))
  )

const shopify = "https://shop.example/cart/{items}?discount={coupon}"

layer(Layer.provideMerge(market, TestDatabase.layer), { excludeTestServices: true })("a checkout link", (it) => {
  it.effect("has each line by the till's key, else by the shop's, with its quantity, and only keys encoded", () =>
    Effect.gen(function* () {
      const owner = yield* newcomer
      const [one, two] = [yield* named("shoe/42/Black", "40123456789"), yield* named("mug (blue), 2:1 & ü'", null)]
      yield* fillCart(
        owner,
        [
          [one, 2],
          [two, 1]
        ],
        { coupon: "TEN" }
      )
      const items = "40123456789:2,mug%20%28blue%29%2C%202%3A1%20%26%20%C3%BC%27:1"
      assert.strictEqual(yield* link(shopify, owner), `https://shop.example/cart/${items}?discount=TEN`)
      assert.strictEqual(
        yield* link("https://shop.example/checkout-link/?products={items}&coupon={coupon}", owner),
        `https://shop.example/checkout-link/?products=${items}&coupon=TEN`
      )
    })
  )

  it.effect("has no parameter for a coupon that is not there", () =>
    Effect.gen(function* () {
      const owner = yield* newcomer
      yield* fillCart(owner, [[yield* named("7", null), 3]])
      const at = "https://shop.example/cart"
      for (const [template, expected] of [
        [shopify, `${at}/7:3`],
        [`${at}?coupon={coupon}&p={items}`, `${at}?p=7:3`],
        [`${at}?p={items}&coupon={coupon}&x=1#top`, `${at}?p=7:3&x=1#top`],
        [`${at}/{items}/{coupon}`, `${at}/7:3/`]
      ] as const) {
        assert.strictEqual(yield* link(template, owner), expected)
      }
    })
  )

  it.effect("names the cart only, where the till reads it by itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const owner = yield* newcomer
      yield* fillCart(owner, [[yield* named(null, null), 1]])
      const [cart] = yield* sql<{ readonly id: string }>`SELECT id FROM carts WHERE user_id = ${owner.id}`
      assert.strictEqual(
        yield* link("https://shop.example/till?cart={cart_id}", owner),
        `https://shop.example/till?cart=${cart!.id}`
      )
    })
  )

  it.effect("is refused for what the till does not know or sell, and for a coupon that is not valid", () =>
    Effect.gen(function* () {
      const [nobody, unknown, unsold, late] = [yield* newcomer, yield* newcomer, yield* newcomer, yield* newcomer]
      const nameless = yield* named(null, null)
      yield* fillCart(unknown, [
        [yield* named("9", null), 1],
        [nameless, 2]
      ])
      yield* fillCart(unsold, [[discontinued, 1]])
      yield* fillCart(late, [[yield* named("8", null), 1]], { coupon: "OVER" })
      const problem = (owner: User) =>
        link(shopify, owner).pipe(
          Effect.catchTag("DatabaseUnavailable", Effect.die),
          Effect.flip,
          Effect.map(({ problem }) => problem)
        )
      assert.deepStrictEqual(yield* problem(nobody), { reason: "empty_cart" })
      const refused = yield* problem(unknown)
      assert.strictEqual(refused.reason, "no_checkout_key")
      assert.deepStrictEqual(
        "lines" in refused ? refused.lines.map(({ product_id, requested }) => [product_id, requested]) : [],
        [[nameless.id, 2]]
      )
      assert.strictEqual((yield* problem(unsold)).reason, "inactive_product")
      assert.deepStrictEqual(yield* problem(late), { reason: "coupon_invalid", problem: "expired" })
    })
  )
})
