import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type ReturnId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type ReturnStatus } from "@storefront/domain/Returns"
import * as Orders from "@storefront/domain/rules/OrderLifecycle"
import * as Returns from "@storefront/domain/rules/ReturnLifecycle"
import { Effect, Either, FastCheck, Layer } from "effect"
import { DeliveryAreas } from "../../../src/shop/inventory/DeliveryAreas.ts"
import { OrderCancellation } from "../../../src/shop/orders/OrderCancellation.ts"
import { OrderModification } from "../../../src/shop/orders/OrderModification.ts"
import { OrderOperations, type OperatorStatus } from "../../../src/shop/orders/OrderOperations.ts"
import { Refunds } from "../../../src/shop/returns/Refunds.ts"
import { type OperatorReturnStatus, ReturnOperations } from "../../../src/shop/returns/ReturnOperations.ts"
import { ReturnRequests } from "../../../src/shop/returns/ReturnRequests.ts"
import { Withdrawals } from "../../../src/shop/returns/Withdrawals.ts"
import { actNow } from "../../../src/testing/ActNow.ts"
import { ada, lamp, orderId, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import {
  balance,
  assertInvariants,
  orderIn,
  returnOf,
  currentStatusOf,
  returnHistoryOf,
  statusHistoryOf
} from "../../../src/testing/OrderFixtures.ts"

const areas = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO delivery_areas VALUES ('US', 'OR', 'west')`)
)

const portland = { street: "12 Oak Avenue", city: "Portland", state: "OR", zip: "97201", country: "US" }

/** Everything that customers and operators can do with an order and its return, as the service that does it. */
const operations = Effect.gen(function* () {
  const cancellation = yield* OrderCancellation
  const modification = yield* OrderModification
  const orders = yield* OrderOperations
  const requests = yield* ReturnRequests
  const refunds = yield* Refunds
  const withdrawals = yield* Withdrawals
  const returns = yield* ReturnOperations
  return {
    cancel: (n: number) => actNow(cancellation.act, ada, { orderId: orderId(n), reason: "Changed my mind" }),
    modify: (n: number) => actNow(modification.act, ada, { orderId: orderId(n), address: portland }),
    advance: (n: number, to: OperatorStatus) => orders.advance(orderId(n), to, { notes: null, location: null }),
    initiate: (n: number) =>
      actNow(requests.act, ada, { orderId: orderId(n), reason: "Too small", method: "original_payment" }),
    refund: (id: ReturnId) => actNow(refunds.act, ada, { returnId: id }),
    withdraw: (id: ReturnId) => actNow(withdrawals.act, ada, { returnId: id }),
    advanceReturn: (id: ReturnId, to: OperatorReturnStatus) =>
      returns.advance(id, to === "received" ? { to, note: "", restock: true } : { to, note: "Decided" })
  }
})

type Attempt = Effect.Effect<unknown, unknown, SqlClient.SqlClient>

/** Runs all at the same time; how many succeeded. */
const storm = (attempts: ReadonlyArray<Attempt>) =>
  Effect.map(
    Effect.all(
      attempts.map((attempt) => Effect.either(attempt)),
      { concurrency: "unbounded" }
    ),
    (outcomes) => outcomes.map(Either.isRight)
  )

const winners = (outcomes: ReadonlyArray<boolean>) => outcomes.filter((won) => won).length

/** What can be tried with an order, and what the table says about it. */
const moves = [
  "cancel",
  "modify",
  "confirmed",
  "shipped",
  "out_for_delivery",
  "delivered",
  "initiate",
  "approved",
  "denied",
  "shipped_back",
  "received",
  "refund",
  "withdraw"
] as const
type Move = (typeof moves)[number]

interface State {
  readonly order: OrderStatus
  readonly return: ReturnStatus | null
}

/** The state after a move; undefined where the table has no such step. `amount` of the return decides its beginning. */
const after = (state: State, move: Move, isSmall: boolean): State | undefined => {
  const order = (to: OrderStatus) => (Orders.canBecome(state.order, to) ? { ...state, order: to } : undefined)
  const back = (to: ReturnStatus) =>
    state.return !== null && Returns.canBecome(state.return, to) ? { ...state, return: to } : undefined
  switch (move) {
    case "cancel":
      return order("cancelled")
    case "modify":
      return Orders.modifiable.includes(state.order) ? state : undefined
    case "initiate":
      return state.order === "delivered" && state.return === null
        ? { order: isSmall ? "returned" : "delivered", return: isSmall ? "approved" : "requested" }
        : undefined
    case "approved":
      return back("approved") && { order: "returned", return: "approved" }
    case "denied":
    case "shipped_back":
    case "received":
      return back(move)
    case "refund":
      return state.return === "received" ? back("refunded") : undefined
    case "withdraw":
      return back("withdrawn") && { order: "delivered", return: null }
    default:
      return order(move)
  }
}

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(
    OrderCancellation.layer,
    OrderModification.layer,
    OrderOperations.layer,
    ReturnRequests.layer,
    Refunds.layer,
    ReturnOperations.layer,
    Withdrawals.layer
  ).pipe(
    Layer.provide(DeliveryAreas.layer),
    Layer.provideMerge(Layer.provideMerge(areas, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`at the same time, on ${engine.name},`, (it) => {
    it.effect("a cancellation and a new address leave a history that makes sense", () =>
      Effect.gen(function* () {
        const { cancel, modify } = yield* operations
        for (const n of [1, 2, 3, 4, 5]) {
          yield* orderIn(n, "placed")
          const before = yield* balance
          const [cancelled, ...others] = yield* storm([cancel(n), modify(n), cancel(n), modify(n)])
          assert.strictEqual(winners([cancelled!, others[1]!]), 1)
          const way = yield* statusHistoryOf(n)
          assert.strictEqual(way.at(-1), "cancelled")
          assert.lengthOf(way, 2 + winners([others[0]!, others[2]!]))
          assert.strictEqual((yield* balance).spend, before.spend - 100)
        }
        yield* assertInvariants
      })
    )

    it.effect("exactly one of a cancellation and the shipping wins", () =>
      Effect.gen(function* () {
        const { advance, cancel } = yield* operations
        for (const n of [11, 12, 13, 14, 15, 16, 17, 18]) {
          yield* orderIn(n, "confirmed")
          const before = yield* balance
          const attempts = [cancel(n), advance(n, "shipped")] as const
          const [first, second] = yield* storm(n % 2 === 0 ? attempts : attempts.toReversed())
          assert.notStrictEqual(first, second)
          const isCancelled = n % 2 === 0 ? first : second
          assert.deepInclude(yield* currentStatusOf(n), { status: isCancelled ? "cancelled" : "shipped" })
          const now = yield* balance
          assert.deepStrictEqual([before.spend - now.spend, now.units - before.units], isCancelled ? [100, 2] : [0, 0])
        }
        yield* assertInvariants
      })
    )

    it.effect("two returns of one order are one", () =>
      Effect.gen(function* () {
        const { initiate } = yield* operations
        for (const n of [21, 22, 23]) {
          yield* orderIn(n, "delivered")
          assert.strictEqual(winners(yield* storm([initiate(n), initiate(n), initiate(n)])), 1)
          assert.deepStrictEqual(yield* currentStatusOf(n), { status: "returned", return: "approved" })
          assert.strictEqual((yield* statusHistoryOf(n)).filter((status) => status === "returned").length, 1)
        }
        yield* assertInvariants
      })
    )

    it.effect("a refund and the steps of operators pay once, when the goods are here", () =>
      Effect.gen(function* () {
        const { advanceReturn, refund } = yield* operations
        for (const n of [31, 32, 33, 34]) {
          yield* orderIn(n, "returned", { discount: 0.01 })
          const id = yield* returnOf(n, "approved")
          const before = yield* balance
          const [one, two, , received] = yield* storm([
            refund(id),
            refund(id),
            advanceReturn(id, "shipped_back"),
            advanceReturn(id, "received")
          ])
          const [late] = yield* storm([refund(id)])
          assert.isTrue(received)
          assert.strictEqual(winners([one!, two!, late!]), 1)
          assert.deepInclude(yield* currentStatusOf(n), { return: "refunded" })
          assert.include((yield* returnHistoryOf(id)).at(-2), "received by operator")
          assert.strictEqual((yield* returnHistoryOf(id)).at(-1), "refunded by customer")
          const now = yield* balance
          assert.strictEqual(Math.round(100 * (before.spend - now.spend)), 9_999)
          assert.strictEqual(now.units - before.units, 2)
        }
        yield* assertInvariants
      })
    )

    it.effect("everything on orders that share products and an owner neither deadlocks nor breaks the books", () =>
      Effect.gen(function* () {
        const all = yield* operations
        const numbers = Array.from({ length: 16 }, (_, index) => 50 + index)
        const lines = [
          { product: lamp, east: 1, west: 1 },
          { product: shoes, east: 1, west: 1 }
        ]
        const returns = new Map<number, ReturnId>()
        for (const n of numbers) {
          yield* orderIn(n, (["placed", "confirmed", "delivered", "returned"] as const)[n % 4]!, {
            lines: n % 8 < 4 ? lines : lines.toReversed()
          })
          if (n % 4 === 3) {
            returns.set(n, yield* returnOf(n, "approved"))
          }
        }
        const attempts: ReadonlyArray<Attempt> = numbers.flatMap((n) => {
          const id = returns.get(n)
          return [
            all.cancel(n),
            all.modify(n),
            all.initiate(n),
            all.advance(n, "confirmed"),
            all.advance(n, "shipped"),
            ...(id === undefined ? [] : [all.refund(id), all.advanceReturn(id, "received")])
          ]
        })
        assert.isAtLeast(winners(yield* storm(attempts)), 16)
        yield* assertInvariants
      })
    )

    it.effect("no sequence of steps leads outside the table", () =>
      Effect.gen(function* () {
        const all = yield* operations
        const sql = yield* SqlClient.SqlClient
        const sequences = FastCheck.sample(
          FastCheck.record({
            isSmall: FastCheck.boolean(),
            from: FastCheck.constantFrom("placed" as const, "placed" as const, "out_for_delivery" as const),
            moves: FastCheck.array(FastCheck.constantFrom(...moves), { minLength: 8, maxLength: 20 })
          }),
          { numRuns: 40, seed: 7 }
        )
        for (const [index, { from, isSmall, moves }] of sequences.entries()) {
          const n = 200 + index
          yield* orderIn(n, from, { lines: [{ product: lamp, east: isSmall ? 1 : 11 }] })
          let state: State = { order: from, return: null }
          let id: ReturnId | undefined
          for (const move of moves) {
            const expected = after(state, move, isSmall)
            const attempt: Attempt | undefined =
              move === "cancel" || move === "modify" || move === "initiate"
                ? all[move](n)
                : move === "refund" || move === "withdraw"
                  ? id && all[move](id)
                  : move === "approved" || move === "denied" || move === "shipped_back" || move === "received"
                    ? id && all.advanceReturn(id, move)
                    : all.advance(n, move)
            if (attempt !== undefined) {
              const outcome = yield* Effect.either(attempt)
              assert.strictEqual(Either.isRight(outcome), expected !== undefined, `${JSON.stringify(state)} ${move}`)
            }
            state = expected ?? state
            const stand = yield* currentStatusOf(n)
            assert.deepStrictEqual({ order: stand.status, return: stand.return }, state)
            if (move === "initiate" && state.return !== null) {
              const [row] = yield* sql<{
                readonly id: ReturnId
              }>`SELECT id FROM returns WHERE order_id = ${orderId(n)} ORDER BY seq DESC LIMIT 1`
              id = row!.id
            }
          }
        }
        yield* assertInvariants
      })
    )
  })
}
