import { type Day } from "@storefront/domain/Catalog"
import { undelivered } from "@storefront/domain/rules/OrderLifecycle"
import { type getSellerOrders } from "@storefront/domain/tools/SellerOrderTools"
import { invalidArgument, type ToolFailure, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { type Period, SellerSales } from "@storefront/server/shop/orders/SellerSales"
import { DateTime, Effect } from "effect"
import { sellerScope } from "../../tools/SellerScope.ts"
import { sellerTools } from "../toolkit.ts"

type Status = typeof getSellerOrders.parametersSchema.Type.status

/** Explains an empty page of orders. */
const emptyPage = (offset: number, status: Status): string =>
  offset > 0
    ? "There are no more orders beyond this offset."
    : status === undefined
      ? "Nobody has ordered any of these products yet."
      : "No order with this status contains any of these products."

/** Longest period of a sales report: a leap year. */
const maxDays = 366

const midnight = (day: Day): DateTime.Utc => DateTime.unsafeMake(`${day}T00:00:00Z`)

/** Returns whole UTC days from `first` to `last` (default: today), or the last `days` times 24 hours. */
const periodOf = Effect.fnUntraced(function* (
  days: number,
  first: Day | undefined,
  last: Day | undefined
): Effect.fn.Return<Period & { readonly days: number }, ToolFailure> {
  const now = yield* DateTime.now
  if (first === undefined) {
    return last === undefined
      ? { days, from: DateTime.subtract(now, { hours: 24 * days }), to: now }
      : yield* Effect.fail(invalidArgument("from", "must be given with to"))
  }
  const from = midnight(first)
  const to = DateTime.add(last === undefined ? DateTime.startOf(now, "day") : midnight(last), { days: 1 })
  const length = DateTime.distance(from, to) / 86_400_000
  return length >= 1 && length <= maxDays
    ? { days: length, from, to }
    : yield* Effect.fail(
        invalidArgument("from", `must be no later than to, and at most ${maxDays} days before its end`)
      )
})

export const sellerHandlers = Effect.map(SellerSales, (sales) =>
  sellerTools.of({
    get_seller_revenue: Effect.fnUntraced(function* ({ days, from, seller_id, to }) {
      const seller = yield* sellerScope(seller_id)
      const period = yield* periodOf(days, from, to)
      const report = yield* sales.report(seller, period)
      return {
        period_days: period.days,
        ...report,
        ...messageIfEmpty(report.order_count, "Nothing was sold in this period. Try a longer one.")
      }
    }),

    get_seller_orders: Effect.fnUntraced(function* ({ limit, offset, seller_id, status }) {
      const seller = yield* sellerScope(seller_id)
      const statuses = status === undefined ? null : status === "open" ? undelivered : [status]
      const { orders, total } = yield* sales.orders({ seller, statuses, limit, offset })
      return { orders, count: orders.length, total, ...messageIfEmpty(orders.length, emptyPage(offset, status)) }
    })
  })
)
