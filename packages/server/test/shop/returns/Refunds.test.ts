import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ReturnId } from "@storefront/domain/Ids"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { Refund } from "@storefront/domain/tools/ReturnTools"
import { Effect, Either, Layer, Schema } from "effect"
import { Refunds } from "../../../src/shop/returns/Refunds.ts"
import { actNow, preview } from "../../../src/testing/ActNow.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ada, bob, lamp, orderId, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import {
  misorderedSteps,
  balance,
  assertInvariants,
  dateAhead,
  orderIn,
  returnOf,
  currentStatusOf,
  returnHistoryOf
} from "../../../src/testing/OrderFixtures.ts"

const refund = (id: ReturnId, owner = ada) => Effect.flatMap(Refunds, ({ act }) => actNow(act, owner, { returnId: id }))

for (const engine of TestDatabase.engines) {
  const TestLayer = Refunds.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`refunding a return on ${engine.name}`, (it) => {
    it.effect("is possible when the goods are here, and says what else it found", () =>
      Effect.gen(function* () {
        yield* orderIn(10, "returned")
        assert.strictEqual((yield* refund(yield* returnOf(10, "received"))).status, "refunded")
        const before = yield* balance
        for (const [index, status] of (["approved", "shipped_back"] as const).entries()) {
          yield* orderIn(11 + index, "returned")
          const id = yield* returnOf(11 + index, status)
          const error = yield* Effect.flip(refund(id))
          assert.deepInclude(error, { _tag: "ReturnNotRefundable", refundableFrom: ["received"] })
          assert.deepStrictEqual(yield* currentStatusOf(11 + index), { status: "returned", return: status })
        }
        for (const [index, status] of (["requested", "denied"] as const).entries()) {
          yield* orderIn(15 + index, "delivered")
          const id = yield* returnOf(15 + index, status)
          const error = yield* Effect.flip(refund(id))
          assert.strictEqual(error._tag === "ReturnNotRefundable" ? error.found.status : error._tag, status)
        }
        yield* orderIn(17, "returned")
        const closed = yield* returnOf(17, "refunded")
        const error = yield* Effect.flip(refund(closed))
        assert.deepInclude(error._tag === "ReturnNotRefundable" ? error.found : {}, {
          return_id: closed,
          status: "refunded"
        })
        assert.strictEqual((yield* balance).spend, before.spend + 500 - 100)
      })
    )

    it.effect("ends the return no earlier than it began, also after the clock was set back", () =>
      Effect.gen(function* () {
        yield* orderIn(19, "returned")
        const id = yield* returnOf(19, "received")
        yield* dateAhead(id)
        yield* refund(id)
        assert.deepStrictEqual(yield* misorderedSteps(id), [])
      })
    )

    it.effect("does not know a return of somebody else", () =>
      Effect.gen(function* () {
        yield* orderIn(20, "returned")
        const id = yield* returnOf(20, "received")
        assert.strictEqual((yield* Effect.flip(refund(id, bob)))._tag, "ReturnNotFound")
        const unknown = ReturnId.make("dddddddd-0000-4000-8000-000000000099")
        assert.strictEqual((yield* Effect.flip(refund(unknown)))._tag, "ReturnNotFound")
        assert.deepStrictEqual(yield* currentStatusOf(20), { status: "returned", return: "received" })
      })
    )

    it.effect("pays once, to the cent, however many ask at the same time", () =>
      Effect.gen(function* () {
        yield* orderIn(30, "returned", { discount: 33.33 })
        const id = yield* returnOf(30, "received")
        const before = yield* balance
        const outcomes = yield* Effect.all(
          Array.from({ length: 6 }, () => Effect.either(refund(id))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Either.isRight), 1)
        for (const { left } of outcomes.filter(Either.isLeft)) {
          assert.strictEqual(left._tag === "ReturnNotRefundable" ? left.found.status : left._tag, "refunded")
        }
        assert.strictEqual(Math.round(before.spend * 100) - Math.round((yield* balance).spend * 100), 6667)
        assert.deepStrictEqual(yield* returnHistoryOf(id), ["requested by customer", "refunded by customer"])
      })
    )
  })

  layer(TestLayer.pipe(Layer.provide(settings({ RETURNLESS_REFUND_LIMIT: "80" }))), { excludeTestServices: true })(
    `refunding small amounts before the goods are here on ${engine.name}`,
    (it) => {
      it.effect("is possible up to the limit, and only for what is approved", () =>
        Effect.gen(function* () {
          yield* orderIn(1, "returned", { discount: 20 })
          yield* orderIn(2, "returned", { discount: 20 })
          yield* orderIn(3, "returned", { discount: 19.99 })
          yield* orderIn(4, "delivered", { discount: 20 })
          const outcome = (n: number, status: ReturnStatus) =>
            Effect.flatMap(returnOf(n, status), (id) =>
              Effect.match(refund(id), {
                onFailure: (error) => (error._tag === "ReturnNotRefundable" ? error.refundableFrom : error._tag),
                onSuccess: ({ status }) => status
              })
            )
          assert.strictEqual(yield* outcome(1, "approved"), "refunded")
          assert.strictEqual(yield* outcome(2, "shipped_back"), "refunded")
          assert.deepStrictEqual(yield* outcome(3, "approved"), ["received"])
          assert.deepStrictEqual(yield* outcome(4, "requested"), ["approved", "shipped_back", "received"])
        })
      )
    }
  )

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`refunding a return on ${engine.name}`, (it) => {
    it.effect("lowers the spend by what was refunded, and the tier with it; the coupon stays used", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO coupons (code, discount_type, discount_value) VALUES ('TAKE20', 'fixed', 20)`
        yield* orderIn(1, "returned", { lines: [{ product: lamp, east: 20 }], discount: 20, coupon: "TAKE20" })
        yield* orderIn(2, "delivered", { lines: [{ product: lamp, east: 1 }] })
        const id = yield* returnOf(1, "received")
        const before = yield* balance
        assert.deepInclude(before, { spend: 1030, tier: "silver" })
        const { act } = yield* Refunds
        assert.deepStrictEqual<unknown>(yield* preview(act, ada, { returnId: id }), {
          act: "process_refund",
          returnId: id,
          orderId: orderId(1),
          refundAmount: 98_000,
          shippingRefund: 0,
          refundMethod: "original_payment"
        })
        const result = yield* refund(id)
        const { created_at: _created, resolved_at, ...told } = Schema.encodeSync(Refund)(result)
        assert.isNotNull(resolved_at)
        assert.deepStrictEqual(told, {
          return_id: id,
          order_id: orderId(1),
          status: "refunded",
          reason: "Too small",
          refund_method: "original_payment",
          lines: [{ product_id: lamp.id, name: lamp.name, quantity: 20, refund_amount: 980 }],
          refund_amount: 980,
          shipping_refund: 0,
          loyalty_tier: "bronze",
          total_spend: 50
        })
        assert.deepStrictEqual(yield* balance, { ...before, spend: 50, tier: "bronze" })
        assert.deepStrictEqual(yield* currentStatusOf(1), { status: "returned", return: "refunded" })
        assert.deepStrictEqual(yield* returnHistoryOf(id), ["requested by customer", "refunded by customer"])
        assert.deepStrictEqual(yield* sql`SELECT times_used FROM coupons`, [{ times_used: 1 }])
        yield* assertInvariants
      })
    )
  })
}
