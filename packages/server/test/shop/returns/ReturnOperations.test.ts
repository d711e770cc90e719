import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ReturnId } from "@storefront/domain/Ids"
import { ReturnStatus } from "@storefront/domain/Returns"
import { canBecome, returnedStatuses } from "@storefront/domain/rules/ReturnLifecycle"
import { Effect, Either, Layer } from "effect"
import { type OperatorReturnStatus, ReturnOperations } from "../../../src/shop/returns/ReturnOperations.ts"
import { lamp, orderId, shoes, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import {
  misorderedSteps,
  balance,
  assertInvariants,
  dateAhead,
  orderIn,
  returnOf,
  currentStatusOf,
  returnHistoryOf,
  statusHistoryOf
} from "../../../src/testing/OrderFixtures.ts"

const steps: ReadonlyArray<OperatorReturnStatus> = ["approved", "denied", "shipped_back", "received"]

const advance = (id: ReturnId, to: OperatorReturnStatus, note = "", restock = false) =>
  Effect.flatMap(ReturnOperations, (returns) =>
    returns.advance(id, to === "received" ? { to, note, restock } : { to, note })
  )

/** An order with a return in a status. */
const sentBack = (n: number, status: ReturnStatus) =>
  Effect.zipRight(
    orderIn(n, returnedStatuses.includes(status) ? "returned" : "delivered", {
      lines: [
        { product: shoes, east: 1, west: 2 },
        { product: lamp, west: 1 }
      ]
    }),
    returnOf(n, status)
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = ReturnOperations.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`operating returns on ${engine.name}`, (it) => {
    it.effect("approves a return, which makes the order returned, and takes it back into the stock", () =>
      Effect.gen(function* () {
        const id = yield* sentBack(1, "requested")
        const before = yield* balance
        assert.deepStrictEqual(yield* advance(id, "approved", "Fine"), {
          return_id: id,
          order_id: orderId(1),
          previous_status: "requested",
          status: "approved",
          note: "Fine",
          restocked: []
        })
        assert.deepStrictEqual(yield* currentStatusOf(1), { status: "returned", return: "approved" })
        assert.deepStrictEqual((yield* statusHistoryOf(1)).slice(-2), ["delivered", "returned"])
        yield* advance(id, "shipped_back")
        const { restocked } = yield* advance(id, "received", "", true)
        assert.deepStrictEqual(
          restocked.map(({ name, quantity, warehouse }) => [name, warehouse, quantity]),
          [
            [lamp.name, "Pacific", 1],
            [shoes.name, "Eastgate", 1],
            [shoes.name, "Pacific", 2]
          ]
        )
        assert.deepStrictEqual(yield* balance, { ...before, units: before.units + 4 })
        assert.deepStrictEqual(yield* returnHistoryOf(id), [
          "requested by customer",
          "approved by operator",
          "shipped_back by operator",
          "received by operator"
        ])
        yield* assertInvariants
      })
    )

    it.effect("puts nothing back into the stock unless told", () =>
      Effect.gen(function* () {
        const id = yield* sentBack(2, "approved")
        const before = yield* balance
        assert.deepStrictEqual((yield* advance(id, "received")).restocked, [])
        assert.deepStrictEqual(yield* balance, before)
      })
    )

    it.effect("denies a return, which closes it and leaves the order delivered", () =>
      Effect.gen(function* () {
        const id = yield* sentBack(3, "requested")
        yield* advance(id, "denied", "Worn outdoors")
        assert.deepStrictEqual(yield* currentStatusOf(3), { status: "delivered", return: "denied" })
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql`
          SELECT r.resolved_at IS NOT NULL AS closed, h.note FROM returns r
          JOIN return_status_history h ON h.return_id = r.id AND h.status = r.status WHERE r.id = ${id}`
        assert.deepStrictEqual(row, { closed: true, note: "Worn outdoors" })
        yield* assertInvariants
      })
    )

    it.effect("takes no step that is not in the table, and says what it found", () =>
      Effect.gen(function* () {
        const pairs = ReturnStatus.literals.flatMap((from) => steps.map((to) => [from, to] as const))
        for (const [index, [from, to]] of pairs.entries()) {
          const id = yield* sentBack(100 + index, from)
          const before = yield* currentStatusOf(100 + index)
          const outcome = yield* Effect.either(advance(id, to))
          assert.strictEqual(Either.isRight(outcome), canBecome(from, to), `${from} > ${to}`)
          if (Either.isLeft(outcome)) {
            assert.deepInclude(outcome.left, { _tag: "ReturnNotReady", status: from, requested: to })
            assert.deepStrictEqual(yield* currentStatusOf(100 + index), before)
          }
        }
        yield* assertInvariants
        const denied = yield* sentBack(98, "denied")
        assert.strictEqual(
          (yield* Effect.flip(advance(denied, "received"))).message,
          `Return ${denied} is denied; only one that is approved or shipped_back can become received. Nothing was changed.`
        )
        const unknown = ReturnId.make("dddddddd-0000-4000-8000-000000000099")
        assert.strictEqual((yield* Effect.flip(advance(unknown, "approved"))).message, `There is no return ${unknown}.`)
      })
    )

    it.effect("keeps the order of the steps when the clock was set back since the last one", () =>
      Effect.gen(function* () {
        for (const [n, steps] of [
          [60, ["approved", "shipped_back", "received"]],
          [61, ["denied"]]
        ] as const) {
          const id = yield* sentBack(n, "requested")
          yield* dateAhead(id)
          yield* Effect.forEach(steps, (to) => advance(id, to))
          assert.deepStrictEqual(yield* misorderedSteps(id), [])
        }
      })
    )

    it.effect("decides once: approving and denying at the same time leave one of the two", () =>
      Effect.gen(function* () {
        const id = yield* sentBack(40, "requested")
        const outcomes = yield* Effect.all(
          (["approved", "denied", "approved", "denied"] as const).map((to) =>
            Effect.either(advance(id, to, "Decided"))
          ),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(outcomes.filter(Either.isRight), 1)
        assert.lengthOf(yield* returnHistoryOf(id), 2)
        yield* assertInvariants
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`operating returns on ${engine.name}`, (it) => {
    it.effect("lists what waits for a decision, oldest first", () =>
      Effect.gen(function* () {
        const { list } = yield* ReturnOperations
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM returns`
        const first = yield* sentBack(50, "requested")
        const second = yield* sentBack(51, "requested")
        yield* sentBack(52, "denied")
        assert.deepStrictEqual(
          (yield* list("requested", { limit: 20, offset: 0 })).map(({ return_id }) => return_id),
          [second, first]
        )
        assert.lengthOf(yield* list(null, { limit: 20, offset: 0 }), 3)
        assert.lengthOf(yield* list(null, { limit: 20, offset: 1 }), 2)
      })
    )
  })
}
