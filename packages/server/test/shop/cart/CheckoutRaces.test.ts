import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { type OrderId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { Effect, Either, Layer } from "effect"
import { CartLines } from "../../../src/shop/cart/CartLines.ts"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { OrderCancellation } from "../../../src/shop/orders/OrderCancellation.ts"
import { refreshGroups } from "../../../src/shop/catalog/Groups.ts"
import { actNow } from "../../../src/testing/ActNow.ts"
import {
  cartOf,
  fillCart,
  market,
  newcomer,
  newcomers,
  newProduct,
  spendOf,
  unitsOf
} from "../../../src/testing/SmallMarket.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { assertInvariants } from "../../../src/testing/OrderFixtures.ts"

/** The order that was placed, or in a word why none was. */
const attempt = (buyer: User) =>
  Effect.flatMap(Checkout, ({ act }) => actNow(act, buyer, { speed: "standard", note: null })).pipe(
    Effect.mapError(({ problem: obstacle }) => obstacle.reason),
    Effect.either
  )

const all = { concurrency: "unbounded" } as const

const won = <R, L>(outcomes: ReadonlyArray<Either.Either<R, L>>) =>
  outcomes.filter(Either.isRight).map(({ right }) => right)
const lost = <R, L>(outcomes: ReadonlyArray<Either.Either<R, L>>) =>
  outcomes.filter(Either.isLeft).map(({ left }) => left)

/** So many equal elements. */
const times = <A>(count: number, value: A) => Array.from({ length: count }, () => value)

const cancel = (owner: User, id: OrderId) =>
  Effect.flatMap(OrderCancellation, ({ act }) => actNow(act, owner, { orderId: id, reason: "Changed my mind" }))

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.merge(CartServices.layer, OrderCancellation.layer).pipe(
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true, timeout: "1 minute" })(`racing checkouts on ${engine.name}`, (it) => {
    it.effect("sell the last ten units exactly once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shelf = yield* newProduct({ east: 4, west: 6 })
        const plenty = yield* newProduct({ east: 100 })
        const buyers = yield* newcomers(40)
        yield* Effect.forEach(buyers, (buyer, index) =>
          fillCart(
            buyer,
            index % 2 === 0
              ? [
                  [shelf, 1],
                  [plenty, 1]
                ]
              : [
                  [plenty, 1],
                  [shelf, 1]
                ]
          )
        )
        const outcomes = yield* Effect.forEach(buyers, (buyer) => attempt(buyer), all)
        assert.lengthOf(won(outcomes), 10)
        assert.deepStrictEqual(lost(outcomes), times(30, "out_of_stock"))
        assert.strictEqual(yield* unitsOf(shelf), 0)
        assert.strictEqual(yield* unitsOf(plenty), 90)
        const taken = yield* sql`SELECT sum(a.quantity)::int AS units FROM order_item_allocations a
          JOIN order_items i ON i.id = a.order_item_id WHERE i.product_id = ${shelf.id}`
        assert.deepStrictEqual(taken, [{ units: 10 }])
        const carts = yield* Effect.forEach(buyers, cartOf)
        assert.lengthOf(
          carts.filter((lines) => lines.length === 2),
          30
        )
        yield* assertInvariants
      })
    )

    it.effect("sell the units of a variant once, and none once it has become inactive or a group", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const variant = yield* newProduct({ east: 5 })
        const group = yield* newProduct({ east: 0 })
        const refreshGroup = yield* refreshGroups
        const single = yield* newProduct({ east: 100 })
        yield* sql`UPDATE products SET kind = 'group' WHERE id = ${group.id}`
        yield* sql`UPDATE products SET kind = 'variant', group_id = ${group.id}, options = '[["Size", "M"]]'
          WHERE id = ${variant.id}`
        const buyers = yield* newcomers(12)
        yield* Effect.forEach(buyers, (buyer) => fillCart(buyer, [[variant, 1]]))
        const outcomes = yield* Effect.forEach(buyers, attempt, all)
        assert.lengthOf(won(outcomes), 5)
        assert.deepStrictEqual(lost(outcomes), times(7, "out_of_stock"))
        assert.strictEqual(yield* unitsOf(variant), 0)

        const others = yield* newcomers(12)
        yield* Effect.forEach(others, (buyer) => fillCart(buyer, [[single, 1]]))
        // As an import does it: the units go when the product becomes a group.
        const regroup = sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT FROM warehouse_inventory WHERE product_id = ${single.id} ORDER BY warehouse_id FOR UPDATE`
            yield* sql`UPDATE products SET kind = 'group' WHERE id = ${single.id}`
            yield* sql`UPDATE warehouse_inventory SET quantity = 0 WHERE product_id = ${single.id}`
          })
        )
        const [raced] = yield* Effect.all([Effect.forEach(others, attempt, all), regroup], all)
        assert.isTrue(lost(raced).every((reason) => reason === "inactive_product"))
        assert.deepStrictEqual([yield* unitsOf(single)], [0])
        const late = yield* newcomer
        yield* fillCart(late, [[single, 1]])
        assert.deepStrictEqual(lost([yield* attempt(late)]), ["inactive_product"])
        // It has no variants, and so is not active.
        yield* refreshGroup([single.id])
        yield* assertInvariants
      })
    )

    it.effect("redeem a coupon with a single use once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shelf = yield* newProduct({ east: 100 })
        const buyers = yield* newcomers(20)
        yield* Effect.forEach(buyers, (buyer) => fillCart(buyer, [[shelf, 1]], { coupon: "ONCE" }))
        const outcomes = yield* Effect.forEach(buyers, (buyer) => attempt(buyer), all)
        assert.deepStrictEqual(
          won(outcomes).map(({ total }) => total),
          [Money.make(3000)]
        )
        assert.deepStrictEqual(lost(outcomes), times(19, "coupon_invalid"))
        const used =
          yield* sql`SELECT times_used, (SELECT count(*)::int FROM coupon_redemptions r WHERE r.coupon_id = c.id)
          AS redemptions FROM coupons c WHERE code = 'ONCE'`
        assert.deepStrictEqual(used, [{ times_used: 1, redemptions: 1 }])
        assert.strictEqual(yield* unitsOf(shelf), 99)
        yield* assertInvariants
      })
    )

    it.effect("place one order of one cart", () =>
      Effect.gen(function* () {
        const shelf = yield* newProduct({ east: 50 })
        const buyer = yield* newcomer
        yield* fillCart(buyer, [[shelf, 2]])
        const outcomes = yield* Effect.all(times(8, attempt(buyer)), all)
        assert.lengthOf(won(outcomes), 1)
        assert.deepStrictEqual(lost(outcomes), times(7, "empty_cart"))
        assert.strictEqual(yield* spendOf(buyer), 100)
        assert.strictEqual(yield* unitsOf(shelf), 48)
        yield* assertInvariants
      })
    )

    it.effect("charge one price, the one before a change or the one after it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shelf = yield* newProduct({ east: 90 })
        const buyers = yield* newcomers(16)
        yield* Effect.forEach(buyers, (buyer) => fillCart(buyer, [[shelf, 2]]))
        const [outcomes] = yield* Effect.all(
          [
            Effect.forEach(buyers, attempt, all),
            sql`UPDATE products SET price = 60, original_price = 60 WHERE id = ${shelf.id}`
          ],
          all
        )
        assert.lengthOf(won(outcomes), 16)
        assert.isTrue(won(outcomes).every(({ total }) => total === Money.make(10000) || total === Money.make(12000)))
        yield* assertInvariants
      })
    )

    it.effect("lose nothing that is put into the cart at the same time", () =>
      Effect.gen(function* () {
        const lines = yield* CartLines
        const shelf = yield* newProduct({ east: 300 })
        const rug = yield* newProduct({ east: 300 })
        const buyers = yield* newcomers(12)
        yield* Effect.forEach(buyers, (buyer) => fillCart(buyer, [[shelf, 1]]))
        const ordered = yield* Effect.forEach(
          buyers,
          (buyer) =>
            Effect.all(
              [
                lines.add(buyer.id, { product_id: rug.id }, 2),
                attempt(buyer),
                lines.add(buyer.id, { product_id: shelf.id }, 3)
              ],
              all
            ).pipe(Effect.map(([, outcome]) => outcome)),
          all
        )
        assert.lengthOf(won(ordered), 12)
        for (const [index, buyer] of buyers.entries()) {
          const items = Either.getOrThrow(ordered[index]!).items
          const left = new Map(yield* cartOf(buyer))
          const total = ({ id }: typeof shelf) =>
            (left.get(id) ?? 0) +
            items.filter(({ product_id }) => product_id === id).reduce((sum, { quantity }) => sum + quantity, 0)
          assert.deepStrictEqual([total(shelf), total(rug)], [4, 2])
        }
        yield* assertInvariants
      })
    )

    it.effect("and cancellations of orders with the same products, coupons and buyers all come to an end", () =>
      Effect.gen(function* () {
        const shelf = yield* newProduct({ east: 60, west: 60 })
        const rug = yield* newProduct({ east: 60, west: 60 })
        const buyers = yield* newcomers(12)
        const fill = (coupon: string) =>
          Effect.forEach(buyers, (buyer, index) =>
            fillCart(
              buyer,
              index % 2 === 0
                ? [
                    [shelf, 3],
                    [rug, 1]
                  ]
                : [
                    [rug, 2],
                    [shelf, 1]
                  ],
              { coupon }
            )
          )
        yield* fill("TEN")
        const first = won(yield* Effect.forEach(buyers, (buyer) => attempt(buyer), all))
        assert.lengthOf(first, 12)
        yield* fill("TEN")
        const [second, cancelled] = yield* Effect.all(
          [
            Effect.forEach(buyers, (buyer) => attempt(buyer), all),
            Effect.forEach(first, ({ order_id }, index) => Effect.either(cancel(buyers[index]!, order_id)), all)
          ],
          all
        )
        assert.lengthOf(won(second), 12)
        assert.lengthOf(won(cancelled), 12)
        assert.strictEqual(yield* unitsOf(shelf), 120 - 6 * 4)
        assert.strictEqual(yield* unitsOf(rug), 120 - 6 * 3)
        yield* assertInvariants
      })
    )
  })
}
