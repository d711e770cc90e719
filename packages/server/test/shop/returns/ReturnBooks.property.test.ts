import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type ReturnId } from "@storefront/domain/Ids"
import { canBecome, returnedStatuses, isOpen } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { Effect, Either, FastCheck, Layer, Logger, LogLevel } from "effect"
import { Refunds } from "../../../src/shop/returns/Refunds.ts"
import { ReturnOperations } from "../../../src/shop/returns/ReturnOperations.ts"
import { ReturnRequests } from "../../../src/shop/returns/ReturnRequests.ts"
import { Withdrawals } from "../../../src/shop/returns/Withdrawals.ts"
import { actNow } from "../../../src/testing/ActNow.ts"
import { balance, assertInvariants, orderIn, currentStatusOf } from "../../../src/testing/OrderFixtures.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ada, lamp, orderId, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/**
 * What is done with an order and its newest return; units are of lamps and of shoes, in place of that return or besides it,
 * null is all that is left.
 */
const move = FastCheck.oneof(
  {
    weight: 4,
    arbitrary: FastCheck.record({ lamps: FastCheck.nat(3), shoes: FastCheck.nat(2), replaces: FastCheck.boolean() })
  },
  { weight: 1, arbitrary: FastCheck.constant(null) },
  {
    weight: 8,
    arbitrary: FastCheck.constantFrom(
      ...(["approved", "denied", "shipped_back", "received", "refunded", "withdrawn"] as const)
    )
  }
)

const story = FastCheck.record({
  lamps: FastCheck.integer({ min: 1, max: 5 }),
  shoes: FastCheck.integer({ min: 1, max: 3 }),
  /** Cents off the lamps. */
  discount: FastCheck.nat(4_999),
  moves: FastCheck.array(move, { minLength: 8, maxLength: 20 })
})

/** A return as it should be. */
interface Expected {
  readonly id: ReturnId
  readonly units: readonly [lamps: number, shoes: number]
  readonly refund: number
  readonly status: ReturnStatus
}

const unitsOf = (returns: ReadonlyArray<Expected>) =>
  returns.reduce<readonly [number, number]>(([lamps, shoes], { units }) => [lamps + units[0], shoes + units[1]], [0, 0])

const centsOf = (returns: ReadonlyArray<Expected>) => returns.reduce((sum, { refund }) => sum + refund, 0)

const cents = (dollars: number) => Math.round(100 * dollars)

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(Refunds.layer, ReturnOperations.layer, ReturnRequests.layer, Withdrawals.layer).pipe(
    Layer.provide(settings({ RETURN_AUTO_APPROVE_LIMIT: "100" })),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer),
    Layer.merge(Logger.minimumLogLevel(LogLevel.Warning))
  )

  layer(TestLayer, { excludeTestServices: true })(`the returns of an order on ${engine.name}`, (it) => {
    it.effect("divide its units and its money, whatever becomes of them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [requests, refunds] = [yield* ReturnRequests, yield* Refunds]
        const [operations, withdrawals] = [yield* ReturnOperations, yield* Withdrawals]

        for (const [index, tale] of FastCheck.sample(story, { numRuns: 12, seed: 11 }).entries()) {
          const n = 100 + index
          const ordered = [tale.lamps, tale.shoes] as const
          const total = 5_000 * (tale.lamps + tale.shoes) - tale.discount
          yield* orderIn(n, "delivered", {
            lines: [
              { product: lamp, east: tale.lamps },
              { product: shoes, west: tale.shoes }
            ],
            discount: tale.discount / 100
          })
          const spend = cents((yield* balance).spend)
          let returns: ReadonlyArray<Expected> = []

          for (const move of tale.moves) {
            const kept = returns.filter(({ status }) => status !== "withdrawn")
            const newest = kept.at(-1)
            const replaced = move !== null && typeof move === "object" && move.replaces ? newest : undefined
            const taken = unitsOf(replaced === undefined ? kept : kept.slice(0, -1))
            const left = [ordered[0] - taken[0], ordered[1] - taken[1]] as const
            const clue = JSON.stringify([index, returns, move])
            if (move === null || typeof move === "object") {
              const units = move === null ? left : ([move.lamps, move.shoes] as const)
              const isPossible =
                (newest === undefined ||
                  (replaced === undefined ? !isOpen(newest.status) : canBecome(newest.status, "withdrawn"))) &&
                units[0] + units[1] > 0 &&
                units.every((count, line) => count <= left[line]!)
              const lines = [
                { productId: lamp.id, quantity: units[0] },
                { productId: shoes.id, quantity: units[1] }
              ].filter(({ quantity }) => quantity > 0)
              const started = yield* Effect.either(
                actNow(requests.act, ada, {
                  orderId: orderId(n),
                  lines: move === null ? undefined : lines,
                  replaces: replaced?.id,
                  reason: "-",
                  method: "original_payment"
                })
              )
              assert.strictEqual(Either.isRight(started), isPossible, clue)
              if (Either.isRight(started)) {
                const { refund_amount: refund, return_id: id, shipping_refund: shipping, status } = started.right
                assert.strictEqual(status, refund <= 10_000 ? "approved" : "requested", clue)
                const completes =
                  units.every((count, line) => count === left[line]) && !kept.some(({ status }) => status === "denied")
                returns = returns.map((it) => (it === replaced ? { ...it, status: "withdrawn" } : it))
                assert.strictEqual(shipping, completes ? 595 : 0, clue)
                returns = returns.concat({ id, units, refund, status })
              }
            } else if (newest !== undefined) {
              const { id, status } = newest
              const isPossible = canBecome(status, move) && (move !== "refunded" || status === "received")
              const outcome = yield* Effect.either<unknown, unknown, never>(
                move === "refunded"
                  ? actNow(refunds.act, ada, { returnId: id }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
                  : move === "withdrawn"
                    ? actNow(withdrawals.act, ada, { returnId: id }).pipe(
                        Effect.provideService(SqlClient.SqlClient, sql)
                      )
                    : operations.advance(
                        id,
                        move === "received" ? { to: move, note: "", restock: false } : { to: move, note: "-" }
                      )
              )
              assert.strictEqual(Either.isRight(outcome), isPossible, clue)
              returns = returns.map((it) => (it.id === id && isPossible ? { ...it, status: move } : it))
            }

            const now = returns.filter(({ status }) => status !== "withdrawn")
            const back = now.filter(({ status }) => returnedStatuses.includes(status))
            const gone = unitsOf(back)
            const isComplete = gone[0] === ordered[0] && gone[1] === ordered[1]
            assert.isAtMost(centsOf(now), total, clue)
            assert.isTrue(!isComplete || centsOf(back) === total, clue)
            assert.deepStrictEqual(
              yield* currentStatusOf(n),
              { status: isComplete ? "returned" : "delivered", return: now.at(-1)?.status ?? null },
              clue
            )
            const paid = centsOf(now.filter(({ status }) => status === "refunded"))
            assert.strictEqual(spend - cents((yield* balance).spend), paid, clue)
          }
        }
        yield* assertInvariants
      })
    )
  })
}
