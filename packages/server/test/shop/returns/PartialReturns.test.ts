import { assert, layer } from "@effect/vitest"
import { type ReturnId } from "@storefront/domain/Ids"
import { DateTime, Effect, Either, Layer, Option } from "effect"
import { OrderRepository } from "../../../src/shop/orders/OrderRepository.ts"
import { SellerSales } from "../../../src/shop/orders/SellerSales.ts"
import { OrderLookup } from "../../../src/shop/orders/OrderLookup.ts"
import { TrendingProducts } from "../../../src/shop/catalog/TrendingProducts.ts"
import { Refunds } from "../../../src/shop/returns/Refunds.ts"
import { ReturnLookup } from "../../../src/shop/returns/ReturnLookup.ts"
import { type OperatorStep, ReturnOperations } from "../../../src/shop/returns/ReturnOperations.ts"
import { ReturnRequests } from "../../../src/shop/returns/ReturnRequests.ts"
import { Withdrawals } from "../../../src/shop/returns/Withdrawals.ts"
import { actNow, preview } from "../../../src/testing/ActNow.ts"
import {
  balance,
  assertInvariants,
  orderIn,
  returnOf,
  currentStatusOf,
  returnHistoryOf,
  statusHistoryOf
} from "../../../src/testing/OrderFixtures.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ada, atlas, bob, lamp, orderId, seller, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

type Units = readonly [product: typeof lamp, quantity: number]

/** Without units all that is left. */
const wish = (n: number, ...units: ReadonlyArray<Units>) => ({
  orderId: orderId(n),
  lines: units.length === 0 ? undefined : units.map(([product, quantity]) => ({ productId: product.id, quantity })),
  reason: "Too small",
  method: "original_payment" as const
})

const initiate = (n: number, ...units: ReadonlyArray<Units>) =>
  Effect.flatMap(ReturnRequests, ({ act }) => actNow(act, ada, wish(n, ...units)))

const refund = (returnId: ReturnId) => Effect.flatMap(Refunds, ({ act }) => actNow(act, ada, { returnId }))

const withdraw = (returnId: ReturnId, owner = ada) =>
  Effect.flatMap(Withdrawals, ({ act }) => actNow(act, owner, { returnId }))

const advance = (id: ReturnId, step: OperatorStep) =>
  Effect.flatMap(ReturnOperations, (operations) => operations.advance(id, step))

const receive = (id: ReturnId) => advance(id, { to: "received", note: "", restock: true })

const deny = (id: ReturnId) => advance(id, { to: "denied", note: "Worn" })

const eligibility = (n: number) => Effect.flatMap(ReturnLookup, (lookup) => lookup.eligibility(ada.id, orderId(n)))

/** What can still be sent back of an order. */
const left = (n: number) =>
  Effect.map(eligibility(n), ({ reason_code, refund_amount, returnable, shipping_refund }) => ({
    why: reason_code,
    left: returnable.map(({ name, quantity }) => [name, quantity]),
    refund: refund_amount,
    shipping: shipping_refund
  }))

/** Three lamps for $150.00 less $49.99, and two pairs of shoes for $100.00. */
const order = {
  lines: [
    { product: lamp, east: 1, west: 2 },
    { product: shoes, east: 2 }
  ],
  discount: 49.99
}

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(
    OrderLookup.layer,
    OrderRepository.layer,
    Refunds.layer,
    ReturnLookup.layer,
    ReturnOperations.layer,
    ReturnRequests.layer,
    SellerSales.layer,
    TrendingProducts.layer,
    Withdrawals.layer
  ).pipe(
    Layer.provide(settings({ RETURN_AUTO_APPROVE_LIMIT: "100" })),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`returning some of an order on ${engine.name}`, (it) => {
    it.effect("pays back the share of what was paid, and the shipping with the last of it", () =>
      Effect.gen(function* () {
        yield* orderIn(1, "delivered", order)
        const before = yield* balance
        assert.deepStrictEqual<unknown>(yield* left(1), {
          why: "eligible",
          left: [
            [lamp.name, 3],
            [shoes.name, 2]
          ],
          refund: 20_001,
          shipping: 595
        })
        const first = yield* initiate(1, [lamp, 1])
        assert.deepInclude<unknown>(first, {
          status: "approved",
          order_status: "delivered",
          refund_amount: 3_334,
          shipping_refund: 0,
          lines: [{ product_id: lamp.id, name: lamp.name, quantity: 1, refund_amount: 3_334 }]
        })
        assert.deepStrictEqual(yield* currentStatusOf(1), { status: "delivered", return: "approved" })
        assert.deepStrictEqual<unknown>(yield* left(1), {
          why: "already_requested",
          left: [],
          refund: 3_334,
          shipping: 0
        })
        yield* receive(first.return_id)
        assert.deepInclude<unknown>(yield* refund(first.return_id), { status: "refunded", refund_amount: 3_334 })
        assert.strictEqual(Math.round(100 * (before.spend - (yield* balance).spend)), 3_334)
        assert.deepInclude<unknown>(yield* left(1), { why: "eligible", refund: 16_667, shipping: 595 })

        const { act } = yield* ReturnRequests
        const terms = yield* preview(act, ada, wish(1))
        assert.deepStrictEqual(
          [
            terms.lines.map(({ quantity }) => quantity),
            terms.refundAmount,
            terms.shippingRefund,
            terms.isApprovedAtOnce
          ],
          [[2, 2], 16_667, 595, false]
        )
        const last = yield* initiate(1)
        assert.deepInclude<unknown>(last, { status: "requested", order_status: "delivered", shipping_refund: 595 })
        yield* advance(last.return_id, { to: "approved", note: "" })
        assert.deepStrictEqual(yield* currentStatusOf(1), { status: "returned", return: "approved" })
        yield* receive(last.return_id)
        yield* refund(last.return_id)
        // Goods only: the shipping is no spend.
        assert.strictEqual(Math.round(100 * (before.spend - (yield* balance).spend)), 20_001)
        assert.deepStrictEqual((yield* statusHistoryOf(1)).slice(-2), ["delivered", "returned"])
        assert.strictEqual((yield* balance).units, before.units + 5)
        yield* assertInvariants
      })
    )

    it.effect("gives no unit back twice, and says what is left", () =>
      Effect.gen(function* () {
        yield* orderIn(2, "delivered", order)
        const first = yield* initiate(2, [lamp, 2])
        const busy = yield* Effect.flip(initiate(2, [shoes, 1]))
        assert.deepInclude<unknown>(busy, {
          _tag: "OrderNotReturnable",
          reason: "already_requested",
          returnId: first.return_id
        })
        yield* receive(first.return_id)
        yield* refund(first.return_id)
        const leftOver = [
          { product_id: lamp.id, name: lamp.name, quantity: 1 },
          { product_id: shoes.id, name: shoes.name, quantity: 2 }
        ]
        for (const units of [[lamp, 2] as const, [atlas, 1] as const]) {
          assert.deepInclude<unknown>(yield* Effect.flip(initiate(2, units)), {
            _tag: "UnitsNotReturnable",
            returnable: leftOver
          })
        }
        assert.strictEqual((yield* initiate(2, [lamp, 1])).status, "approved")
        yield* assertInvariants
      })
    )

    it.effect("asks no second time for units that were denied, and pays no shipping back then", () =>
      Effect.gen(function* () {
        yield* orderIn(3, "delivered", order)
        const denied = yield* initiate(3, [lamp, 3], [shoes, 1])
        assert.strictEqual(denied.status, "requested")
        yield* deny(denied.return_id)
        assert.deepStrictEqual<unknown>(yield* left(3), {
          why: "eligible",
          left: [[shoes.name, 1]],
          refund: 5_000,
          shipping: 0
        })
        const rest = yield* initiate(3)
        assert.deepInclude<unknown>(rest, { order_status: "delivered", refund_amount: 5_000, shipping_refund: 0 })
        yield* receive(rest.return_id)
        yield* refund(rest.return_id)
        assert.deepInclude<unknown>(yield* left(3), { why: "already_requested", left: [] })
        assert.deepStrictEqual(yield* currentStatusOf(3), { status: "delivered", return: "refunded" })
        yield* assertInvariants
      })
    )

    it.effect("puts the units of each return back to the warehouses they came from, and none of them twice", () =>
      Effect.gen(function* () {
        yield* orderIn(7, "delivered", { lines: [{ product: shoes, east: 4, west: 3 }] })
        const denied = yield* initiate(7, [shoes, 3])
        yield* deny(denied.return_id)
        const restocked = yield* Effect.forEach([2, 2], (units) =>
          Effect.gen(function* () {
            const { return_id } = yield* initiate(7, [shoes, units])
            const { restocked } = yield* receive(return_id)
            yield* refund(return_id)
            return restocked.map(({ quantity, warehouse }) => [warehouse, quantity])
          })
        )
        assert.deepStrictEqual(restocked, [
          [
            ["Eastgate", 1],
            ["Pacific", 1]
          ],
          [["Pacific", 2]]
        ])
        yield* assertInvariants
      })
    )

    it.effect("can be withdrawn: the order is delivered again, for as long as it was before", () =>
      Effect.gen(function* () {
        yield* orderIn(4, "delivered", { lines: [{ product: lamp, east: 2 }], hoursAgo: 10 * 24 })
        const before = { ...(yield* balance), window: (yield* eligibility(4)).window_ends_at }
        const { act } = yield* Withdrawals
        const { return_id: id } = yield* initiate(4)
        assert.deepStrictEqual(yield* currentStatusOf(4), { status: "returned", return: "approved" })
        assert.deepStrictEqual<unknown>(yield* preview(act, ada, { returnId: id }), {
          act: "withdraw_return",
          returnId: id,
          orderId: orderId(4),
          lines: [{ productId: lamp.id, name: lamp.name, quantity: 2 }]
        })
        assert.strictEqual((yield* Effect.flip(withdraw(id, bob)))._tag, "ReturnNotFound")
        const withdrawn = yield* withdraw(id)
        assert.deepInclude<unknown>(withdrawn, { status: "withdrawn", order_status: "delivered" })
        assert.isNotNull(withdrawn.resolved_at)
        assert.deepStrictEqual(yield* returnHistoryOf(id), ["approved by system", "withdrawn by customer"])
        assert.deepStrictEqual((yield* statusHistoryOf(4)).slice(-3), ["delivered", "returned", "delivered"])
        assert.deepStrictEqual({ ...(yield* balance), window: (yield* eligibility(4)).window_ends_at }, before)
        yield* assertInvariants

        const lookup = yield* ReturnLookup
        const { first: newest, others } = yield* lookup.find(ada.id, orderId(4))
        assert.isTrue(Option.isNone(newest))
        assert.deepStrictEqual(
          others.map(({ return_id }) => return_id),
          [id]
        )
        const orders = yield* OrderRepository
        assert.isNull((yield* orders.find(ada.id, orderId(4))).return)
        assert.deepInclude<unknown>(yield* Effect.flatMap(OrderLookup, (it) => it.find(ada, orderId(4))), {
          return: null,
          can_return: true
        })

        const again = yield* initiate(4, [lamp, 1])
        assert.strictEqual((yield* orders.find(ada.id, orderId(4))).return?.id, again.return_id)
        yield* receive(again.return_id)
        assert.deepInclude<unknown>(yield* Effect.flip(withdraw(again.return_id)), {
          _tag: "ReturnNotWithdrawable",
          status: "received"
        })
        assert.deepInclude<unknown>(yield* Effect.flip(withdraw(id)), { status: "withdrawn" })
      })
    )

    it.effect("takes the place of one that nothing was sent of, in one step", () =>
      Effect.gen(function* () {
        yield* orderIn(40, "delivered", { lines: [{ product: lamp, east: 2 }] })
        const before = { ...(yield* balance), window: (yield* eligibility(40)).window_ends_at }
        const { return_id: first } = yield* initiate(40)
        assert.deepStrictEqual(yield* currentStatusOf(40), { status: "returned", return: "approved" })
        const { act } = yield* ReturnRequests
        const keepOne = { ...wish(40, [lamp, 1]), replaces: first }
        const two = [{ productId: lamp.id, name: lamp.name, quantity: 2 }]
        assert.deepInclude<unknown>(yield* preview(act, ada, keepOne), {
          lines: [{ productId: lamp.id, name: lamp.name, quantity: 1 }],
          refundAmount: 5_000,
          shippingRefund: 0,
          replaces: { returnId: first, lines: two }
        })
        assert.deepStrictEqual(yield* currentStatusOf(40), { status: "returned", return: "approved" })
        const second = yield* actNow(act, ada, keepOne)
        assert.deepInclude<unknown>(second, { status: "approved", order_status: "delivered", refund_amount: 5_000 })
        assert.deepStrictEqual(yield* currentStatusOf(40), { status: "delivered", return: "approved" })
        assert.deepStrictEqual(yield* returnHistoryOf(first), ["approved by system", "withdrawn by customer"])
        assert.deepStrictEqual({ ...(yield* balance), window: (yield* eligibility(40)).window_ends_at }, before)
        yield* assertInvariants

        // Of both lamps again, so that the order is returned a second time.
        const third = yield* actNow(act, ada, { ...wish(40), replaces: second.return_id })
        assert.deepInclude<unknown>(third, { order_status: "returned", refund_amount: 10_000, shipping_refund: 595 })
        assert.deepStrictEqual((yield* statusHistoryOf(40)).slice(-4), [
          "delivered",
          "returned",
          "delivered",
          "returned"
        ])
        yield* assertInvariants

        const refusal = (replaces: ReturnId, n = 40) =>
          Effect.flip(actNow(act, ada, { ...wish(n, [lamp, 1]), replaces }))
        assert.deepInclude<unknown>(yield* refusal(first), { _tag: "ReturnNotWithdrawable", status: "withdrawn" })
        yield* orderIn(41, "delivered", order)
        assert.strictEqual((yield* refusal(third.return_id, 41))._tag, "ReturnNotFound")
        assert.strictEqual(
          (yield* Effect.flip(actNow(act, ada, { ...wish(40, [lamp, 3]), replaces: third.return_id })))._tag,
          "UnitsNotReturnable"
        )
        yield* receive(third.return_id)
        assert.deepInclude<unknown>(yield* refusal(third.return_id), {
          _tag: "ReturnNotWithdrawable",
          status: "received"
        })
        assert.deepStrictEqual(yield* currentStatusOf(40), { status: "returned", return: "received" })
        yield* assertInvariants
      })
    )

    it.effect("are followed without the order: all that are open, and the newest that ended", () =>
      Effect.gen(function* () {
        const { current } = yield* ReturnLookup
        assert.deepStrictEqual(yield* current(bob.id), { first: Option.none(), others: [] })
        for (const [n, status] of [
          [20, "delivered"],
          [21, "returned"],
          [22, "delivered"],
          [23, "returned"]
        ] as const) {
          yield* orderIn(n, status, { owner: bob, lines: [{ product: lamp, east: 1 }] })
        }
        yield* returnOf(20, "denied", bob)
        const received = yield* returnOf(21, "received", bob)
        const requested = yield* returnOf(22, "requested", bob)
        const refunded = yield* returnOf(23, "refunded", bob)
        const { first, others } = yield* current(bob.id)
        assert.deepStrictEqual(
          [...Option.toArray(first), ...others].map(({ isDue, return_id }) => [return_id, isDue]),
          [
            [requested, false],
            [refunded, false],
            [received, true]
          ]
        )
      })
    )

    it.effect("can be withdrawn while the shop looks at it, or else be decided: one of the two", () =>
      Effect.gen(function* () {
        yield* orderIn(5, "delivered", order)
        const { return_id: id } = yield* initiate(5)
        const outcomes = yield* Effect.all(
          [Effect.isSuccess(withdraw(id)), Effect.isSuccess(deny(id)), Effect.isSuccess(withdraw(id))],
          { concurrency: "unbounded" }
        )
        assert.lengthOf(
          outcomes.filter((won) => won),
          1
        )
        assert.lengthOf(yield* returnHistoryOf(id), 2)
        yield* assertInvariants
      })
    )

    it.effect("is refused to one of two who ask at the same time, for whatever units", () =>
      Effect.gen(function* () {
        yield* orderIn(6, "delivered", order)
        const outcomes = yield* Effect.all(
          [Effect.either(initiate(6, [lamp, 1])), Effect.either(initiate(6, [shoes, 1]))],
          { concurrency: "unbounded" }
        )
        const won = outcomes.find(Either.isRight)
        const lost = outcomes.find(Either.isLeft)
        assert.deepInclude<unknown>(lost?.left, { reason: "already_requested", returnId: won?.right.return_id })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`returning some of an order on ${engine.name}`, (it) => {
    it.effect("takes the units out of what sellers sold and of what sells", () =>
      Effect.gen(function* () {
        yield* orderIn(1, "delivered", order)
        yield* orderIn(2, "delivered", { lines: [{ product: lamp, east: 1 }] })
        const sales = Effect.gen(function* () {
          const to = yield* DateTime.now
          const from = DateTime.subtract(to, { days: 30 })
          const report = yield* Effect.flatMap(SellerSales, (it) => it.report(seller.id, { from, to }))
          const trending = yield* Effect.flatMap(TrendingProducts, (it) =>
            it.list({ category: null, days: 30, limit: 5 })
          )
          return {
            money: [report.gross_revenue, report.discounts, report.revenue],
            counts: [report.order_count, report.units_sold],
            products: report.by_product.map(({ name, revenue, units }) => [name, units, revenue]),
            trending: trending.map(({ name, order_count, units_sold }) => [name, units_sold, order_count])
          }
        })
        assert.deepStrictEqual(yield* sales, {
          money: [30_000, 4_999, 25_001],
          counts: [2, 6],
          products: [
            [lamp.name, 4, 15_001],
            [shoes.name, 2, 10_000]
          ],
          trending: [
            [lamp.name, 4, 2],
            [shoes.name, 2, 1]
          ]
        })
        const waiting = yield* initiate(1, [lamp, 2], [shoes, 2])
        assert.strictEqual(waiting.status, "requested")
        assert.deepStrictEqual((yield* sales).counts, [2, 6])
        yield* advance(waiting.return_id, { to: "approved", note: "" })
        const after = {
          money: [10_000, 1_666, 8_334],
          counts: [2, 2],
          products: [[lamp.name, 2, 8_334]],
          trending: [[lamp.name, 2, 2]]
        }
        assert.deepStrictEqual(yield* sales, after)
        yield* withdraw(waiting.return_id)
        assert.deepStrictEqual((yield* sales).counts, [2, 6])
      })
    )
  })
}
