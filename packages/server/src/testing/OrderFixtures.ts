import { assert } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { type OrderStatus } from "@storefront/domain/Orders"
import { ReturnId } from "@storefront/domain/Ids"
import { isOpen } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { Clock, DateTime, Effect } from "effect"
import { v7 as uuid } from "uuid"
import { joinNewestReturn } from "../shop/orders/ReturnRow.ts"
import { verify } from "../assistant/usage/Verification.ts"
import { ada, lamp, orderId, placeOrder, type PlacedOrder } from "./SmallShop.ts"

/** Orders and returns in any status, and queries of their histories, for tests over the small shop. */

const lifecycle: ReadonlyArray<OrderStatus> = ["placed", "confirmed", "shipped", "out_for_delivery", "delivered"]

/** Returns the history of an order that has reached a status. */
export const stepsTo = (status: OrderStatus): PlacedOrder["history"] => {
  const steps =
    status === "cancelled"
      ? (["placed", "cancelled"] as const)
      : status === "returned"
        ? ([...lifecycle, "returned"] as const)
        : lifecycle.slice(0, lifecycle.indexOf(status) + 1)
  return steps.map((step) => [step, `Now ${step}`])
}

const hour = 3_600_000

/** Stores an order that reached a status some hours ago. By default it is Ada's, of two lamps from the east. */
export const orderIn = Effect.fnUntraced(function* (
  n: number,
  status: OrderStatus,
  { history = stepsTo(status), hoursAgo = 24, ...changes }: Partial<PlacedOrder> & { readonly hoursAgo?: number } = {}
) {
  const start = (yield* Clock.currentTimeMillis) - (hoursAgo + history.length - 1) * hour
  yield* placeOrder({
    id: orderId(n),
    owner: ada,
    status,
    lines: [{ product: lamp, east: 2 }],
    createdAt: DateTime.formatIso(DateTime.unsafeMake(start)),
    history,
    ...changes
  })
})

/** Stores a return of a whole order in a status, with its history and without a refund of shipping. */
export const returnOf = Effect.fnUntraced(function* (n: number, status: ReturnStatus, owner = ada) {
  const sql = yield* SqlClient.SqlClient
  const id = ReturnId.make(uuid())
  const closed = !isOpen(status)
  yield* sql`
    INSERT INTO returns (id, order_id, user_id, reason, status, refund_amount, created_at, resolved_at)
    SELECT ${id}, o.id, ${owner.id}, 'Too small', ${status}, o.total, t.now, CASE WHEN ${closed}::boolean THEN t.now END
    FROM orders o, (SELECT clock_timestamp() AS now) t WHERE o.id = ${orderId(n)}`
  yield* sql`INSERT INTO return_lines (return_id, order_item_id, quantity, refund_amount)
    SELECT ${id}, id, quantity, subtotal - discount_share FROM order_items WHERE order_id = ${orderId(n)}`
  yield* sql`INSERT INTO return_status_history (return_id, status, actor) VALUES (${id}, 'requested', 'customer')`
  if (status === "refunded") {
    yield* sql`UPDATE users SET total_spend = total_spend - r.refund_amount FROM returns r
      WHERE r.id = ${id} AND users.id = r.user_id`
  }
  return id
})

/** Reads the statuses of an order's history, oldest first. */
export const statusHistoryOf = (n: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly status: string }>`
        SELECT status FROM order_status_history WHERE order_id = ${orderId(n)} ORDER BY id`,
      (rows) => rows.map(({ status }) => status)
    )
  )

/** Reads the steps of a return's history, oldest first, with their actors. */
export const returnHistoryOf = (id: ReturnId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly step: string }>`
        SELECT concat_ws(' by ', status, actor) AS step FROM return_status_history
        WHERE return_id = ${id} ORDER BY id`,
      (rows) => rows.map(({ step }) => step)
    )
  )

/** Reads the status of an order and of its newest return, unless that was withdrawn. */
export const currentStatusOf = (n: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly status: OrderStatus; readonly return: ReturnStatus | null }>`
        SELECT o.status, r.status AS return FROM orders o ${joinNewestReturn(sql)}
        WHERE o.id = ${orderId(n)}`,
      ([row]) => ({ ...row! })
    )
  )

/** Reads Ada's spend in dollars and her tier, and the total stock. */
export const balance = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly spend: string; readonly tier: string; readonly units: number }>`
    SELECT total_spend AS spend, loyalty_tier AS tier,
      (SELECT sum(quantity)::int FROM warehouse_inventory) AS units FROM users WHERE id = ${ada.id}`
  return { spend: Number(row!.spend), tier: row!.tier, units: row!.units }
})

export const assertInvariants = Effect.map(verify, (verdicts) =>
  assert.deepStrictEqual(
    verdicts.filter(({ ok }) => !ok),
    []
  )
)

/** Dates a return an hour ahead, as if the clock had been fast when it was written. */
export const dateAhead = (id: ReturnId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipRight(
      sql`UPDATE returns SET created_at = now() + interval '1 hour' WHERE id = ${id}`,
      sql`UPDATE return_status_history SET recorded_at = now() + interval '1 hour' WHERE return_id = ${id}`
    )
  )

/** Finds steps of a return that are dated before earlier ones, or its end if dated before its start. */
export const misorderedSteps = (id: ReturnId) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      SELECT later.status FROM return_status_history earlier JOIN return_status_history later USING (return_id)
      WHERE return_id = ${id} AND earlier.id < later.id AND earlier.recorded_at > later.recorded_at
      UNION ALL
      SELECT 'end' FROM returns WHERE id = ${id} AND resolved_at < created_at`
  )
