import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { OrderStatus } from "@storefront/domain/Orders"
import { windowEnd } from "@storefront/domain/rules/ReturnPolicy"
import { StartedReturn } from "@storefront/domain/tools/ReturnTools"
import { english } from "@storefront/domain/words/Locale"
import {
  ConfigProvider,
  DateTime,
  Deferred,
  Effect,
  Either,
  Equal,
  Fiber,
  Layer,
  Option,
  Schedule,
  Schema
} from "effect"
import { describeDone } from "../../../src/assistant/actions/DoneSentences.ts"
import { Policies } from "../../../src/shop/policies/Policies.ts"
import { readPolicy } from "../../../src/shop/policies/PolicyFile.ts"
import { ReturnLookup } from "../../../src/shop/returns/ReturnLookup.ts"
import { ReturnRequests } from "../../../src/shop/returns/ReturnRequests.ts"
import { actNow, preview } from "../../../src/testing/ActNow.ts"
import { ada, bob, lamp, orderId, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import {
  misorderedSteps,
  balance,
  assertInvariants,
  orderIn,
  returnOf,
  currentStatusOf,
  returnHistoryOf,
  statusHistoryOf
} from "../../../src/testing/OrderFixtures.ts"

/** Returns up to $200 are approved at once. */
const settings = Layer.setConfigProvider(
  ConfigProvider.fromMap(new Map([["RETURN_AUTO_APPROVE_LIMIT", "200"]])).pipe(
    ConfigProvider.orElse(() => ConfigProvider.fromEnv())
  )
)

const wish = (n: number) => ({ orderId: orderId(n), reason: "Too small", method: "store_credit" as const })

const initiate = (n: number, owner = ada) => Effect.flatMap(ReturnRequests, ({ act }) => actNow(act, owner, wish(n)))

const eligibility = (n: number, owner = ada) =>
  Effect.flatMap(ReturnLookup, (lookup) => lookup.eligibility(owner.id, orderId(n)))

const lamps = (quantity: number) => ({ lines: [{ product: lamp, east: quantity }] })

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(ReturnRequests.layer, ReturnLookup.layer, Policies.layer).pipe(
    Layer.provide(settings),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`returning an order on ${engine.name}`, (it) => {
    it.effect("is decided as the eligibility says, on the first and the last day", () =>
      Effect.gen(function* () {
        const now = yield* DateTime.now
        const firstDay = DateTime.startOf(DateTime.subtract(now, { days: 30 }), "day")
        const hoursAgo = DateTime.distance(firstDay, now) / 3_600_000
        yield* orderIn(10, "delivered", { hoursAgo: hoursAgo - 0.01 })
        yield* orderIn(11, "delivered", { hoursAgo: hoursAgo + 0.01 })
        yield* orderIn(12, "delivered", { history: [["placed", ""]] })
        yield* orderIn(13, "delivered")
        const denied = yield* returnOf(13, "denied")
        const told = yield* Effect.forEach([10, 11, 12, 13], (n) =>
          Effect.map(eligibility(n), ({ days_remaining, eligible, reason_code, refund_amount, return_id }) => [
            eligible,
            reason_code,
            days_remaining,
            refund_amount,
            return_id
          ])
        )
        assert.deepStrictEqual(told, [
          [true, "eligible", 0, 10_000, null],
          [false, "window_closed", 0, null, null],
          [false, "no_delivery_record", null, null, null],
          [false, "already_requested", 29, 10_000, denied]
        ])
        const refused = yield* Effect.forEach([11, 12, 13], (n) =>
          Effect.map(Effect.flip(initiate(n)), (error) =>
            error._tag === "OrderNotReturnable" ? [error.reason, error.status, error.returnId] : [error._tag]
          )
        )
        assert.deepStrictEqual(refused, [
          ["window_closed", "delivered", null],
          ["no_delivery_record", "delivered", null],
          ["already_requested", "delivered", denied]
        ])
        assert.strictEqual((yield* initiate(10)).status, "approved")
      })
    )

    it.effect("counts the window from the newest delivery on record", () =>
      Effect.gen(function* () {
        const history = [
          ["placed", ""],
          ["delivered", "To the neighbour"],
          ["delivered", "To the door"]
        ] as const
        yield* orderIn(14, "delivered", { hoursAgo: 30 * 24 - 0.01, history })
        const { delivered_at, eligible, window_ends_at } = yield* eligibility(14)
        assert.isTrue(eligible)
        assert.isTrue(Equal.equals(window_ends_at, windowEnd(delivered_at!, 30)))
      })
    )

    it.effect("is dated no earlier than the delivery, also after the clock was set back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const [n, order] of [
          [18, lamps(1)],
          [19, lamps(5)]
        ] as const) {
          yield* orderIn(n, "delivered", order)
          yield* sql`
            WITH ahead AS (UPDATE orders SET updated_at = now() + interval '1 hour' WHERE id = ${orderId(n)} RETURNING *)
            UPDATE order_status_history h SET recorded_at = ahead.updated_at FROM ahead
            WHERE h.order_id = ahead.id AND h.status = 'delivered'`
          const result = yield* initiate(n)
          assert.deepStrictEqual(yield* misorderedSteps(result.return_id), [])
          const early = yield* sql`
            SELECT r.id FROM returns r JOIN order_status_history h USING (order_id)
            LEFT JOIN return_status_history t ON t.return_id = r.id
            WHERE r.id = ${result.return_id}
              AND ((h.status = 'delivered' AND r.created_at < h.recorded_at) OR t.recorded_at < r.created_at)`
          assert.deepStrictEqual(early, [])
        }
      })
    )

    it.effect("is possible for delivered orders only", () =>
      Effect.gen(function* () {
        const others = OrderStatus.literals.filter((status) => status !== "delivered" && status !== "returned")
        for (const [index, status] of others.entries()) {
          yield* orderIn(20 + index, status)
          assert.deepInclude(yield* eligibility(20 + index), { reason_code: "not_delivered", refund_amount: null })
          const error = yield* Effect.flip(initiate(20 + index))
          assert.deepInclude(error, { _tag: "OrderNotReturnable", reason: "not_delivered", status })
        }
      })
    )

    it.effect("does not know an order of somebody else", () =>
      Effect.gen(function* () {
        yield* orderIn(30, "delivered")
        for (const attempt of [initiate(30, bob), initiate(99)]) {
          assert.strictEqual((yield* Effect.flip(attempt))._tag, "OrderNotFound")
        }
        for (const look of [eligibility(30, bob), eligibility(99)]) {
          assert.strictEqual((yield* Effect.flip(look))._tag, "OrderNotFound")
        }
        assert.deepStrictEqual(yield* currentStatusOf(30), { status: "delivered", return: null })
      })
    )

    it.effect("is read by the owner of the order", () =>
      Effect.gen(function* () {
        const lookup = yield* ReturnLookup
        yield* orderIn(31, "delivered")
        assert.deepStrictEqual(yield* lookup.find(ada.id, orderId(31)), { first: Option.none(), others: [] })
        const result = yield* initiate(31)
        const { first: newest } = yield* lookup.find(ada.id, orderId(31))
        assert.deepInclude(Option.getOrThrow(newest), {
          return_id: result.return_id,
          status: "approved",
          resolved_at: null
        })
        assert.strictEqual((yield* Effect.flip(lookup.find(bob.id, orderId(31))))._tag, "OrderNotFound")
      })
    )

    for (const [n, units, status] of [
      [40, 2, "approved"],
      [42, 5, "requested"]
    ] as const) {
      it.effect(`happens once for those who ask at the same time, when it is ${status}`, () =>
        Effect.gen(function* () {
          yield* orderIn(n, "delivered", lamps(units))
          const outcomes = yield* Effect.all(
            Array.from({ length: 6 }, () => Effect.either(initiate(n))),
            { concurrency: "unbounded" }
          )
          const [won, ...more] = outcomes.filter(Either.isRight)
          assert.lengthOf(more, 0)
          assert.strictEqual(won!.right.status, status)
          for (const { left } of outcomes.filter(Either.isLeft)) {
            assert.deepInclude(left, {
              _tag: "OrderNotReturnable",
              reason: "already_requested",
              returnId: won!.right.return_id
            })
          }
          const sql = yield* SqlClient.SqlClient
          assert.lengthOf(yield* sql`SELECT FROM returns WHERE order_id = ${orderId(n)}`, 1)
        })
      )
    }

    it.effect.runIf(engine.name === "PostgreSQL")("sees a delivery recorded while it waited for the order", () =>
      Effect.gen(function* () {
        yield* orderIn(43, "out_for_delivery")
        const sql = yield* SqlClient.SqlClient
        const isWaiting = Effect.map(sql`SELECT FROM pg_locks WHERE NOT granted`, (locks) => locks.length > 0)
        const delivered = yield* Deferred.make<void>()
        const waiting = yield* Effect.fork(Effect.zipRight(Deferred.await(delivered), initiate(43)))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`UPDATE orders SET status = 'delivered' WHERE id = ${orderId(43)}`
            yield* sql`INSERT INTO order_status_history (order_id, status) VALUES (${orderId(43)}, 'delivered')`
            yield* Deferred.succeed(delivered, undefined)
            yield* Effect.repeat(isWaiting, { until: (waits) => waits, schedule: Schedule.spaced("5 millis") })
          })
        )
        assert.strictEqual((yield* Fiber.join(waiting)).status, "approved")
        assert.deepStrictEqual(yield* currentStatusOf(43), { status: "returned", return: "approved" })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`returning an order on ${engine.name}`, (it) => {
    it.effect("waits for a review above the limit, and the order stays delivered", () =>
      Effect.gen(function* () {
        yield* orderIn(2, "delivered", lamps(5))
        const result = yield* initiate(2)
        assert.deepInclude(Schema.encodeSync(StartedReturn)(result), {
          status: "requested",
          refund_amount: 250,
          order_status: "delivered",
          auto_approved: false,
          next_step: "wait_for_review"
        })
        assert.deepStrictEqual(yield* currentStatusOf(2), { status: "delivered", return: "requested" })
        assert.deepStrictEqual((yield* statusHistoryOf(2)).slice(-1), ["delivered"])
        assert.deepStrictEqual(yield* returnHistoryOf(result.return_id), ["requested by customer"])
        yield* assertInvariants
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`returning an order on ${engine.name}`, (it) => {
    it.effect("tells of an approved one where the shop's rules on returns are, and makes up nothing", () =>
      Effect.gen(function* () {
        const told = Effect.fnUntraced(function* (n: number) {
          yield* orderIn(n, "delivered", lamps(1))
          const { act } = yield* ReturnRequests
          const terms = yield* preview(act, ada, wish(n))
          const result = Schema.encodeSync(StartedReturn)(yield* initiate(n))
          return describeDone({ terms, result }, english)
        })
        assert.match(yield* told(50), / Please send the articles back now\.$/)
        const { put } = yield* Policies
        const page = (slug: string) =>
          readPolicy(
            `${slug}.md`,
            `---\ntitle: ${slug}\nkind: returns\nurl: https://shop.example/${slug}\n---\nSo it goes.`
          )
        yield* put([yield* page("damaged"), yield* page("returns")], { prune: false, dryRun: false })
        assert.match(yield* told(51), / Please send the articles back now\. How to: https:\/\/shop\.example\/returns$/)
        yield* put([], { prune: true, dryRun: false })
      })
    )

    it.effect("is approved at once up to the limit of the configuration", () =>
      Effect.gen(function* () {
        yield* orderIn(1, "delivered", lamps(4))
        const before = yield* balance
        const { act } = yield* ReturnRequests
        assert.deepStrictEqual<unknown>(yield* preview(act, ada, wish(1)), {
          act: "initiate_return",
          orderId: orderId(1),
          lines: [{ productId: lamp.id, name: lamp.name, quantity: 4 }],
          refundAmount: 20_000,
          shippingRefund: 595,
          refundMethod: "store_credit",
          isApprovedAtOnce: true,
          reason: "Too small"
        })
        const result = yield* initiate(1)
        const { created_at: _created, return_id: _id, ...told } = Schema.encodeSync(StartedReturn)(result)
        assert.deepStrictEqual(told, {
          order_id: orderId(1),
          status: "approved",
          reason: "Too small",
          refund_method: "store_credit",
          lines: [{ product_id: lamp.id, name: lamp.name, quantity: 4, refund_amount: 200 }],
          refund_amount: 200,
          shipping_refund: 5.95,
          resolved_at: null,
          order_status: "returned",
          auto_approved: true,
          next_step: "send_back",
          policy_url: null
        })
        assert.deepStrictEqual(yield* currentStatusOf(1), { status: "returned", return: "approved" })
        assert.deepStrictEqual((yield* statusHistoryOf(1)).slice(-2), ["delivered", "returned"])
        assert.deepStrictEqual(yield* returnHistoryOf(result.return_id), ["approved by system"])
        assert.deepStrictEqual(yield* balance, before)
        yield* assertInvariants
      })
    )
  })
}
