import { type OrderStatus } from "@storefront/domain/Orders"
import { whenNone } from "@storefront/domain/tools/ToolContract"
import { SellerSales } from "@storefront/server/shop/orders/SellerSales"
import { Effect } from "effect"
import { sellerScope } from "../../tools/SellerScope.ts"
import { sellerTools } from "../toolkit.ts"

/** What an empty page of orders means. */
const emptyPage = (offset: number, status: OrderStatus | undefined): string =>
  offset > 0
    ? "There are no more orders beyond this offset."
    : status === undefined
      ? "Nobody has ordered any of these products yet."
      : "No order with this status contains any of these products."

/** The handlers for what sellers sold. */
export const sellerHandlers = Effect.map(SellerSales, (sales) =>
  sellerTools.of({
    get_seller_revenue: Effect.fnUntraced(function* ({ days, seller_id }) {
      const report = yield* sales.revenue(yield* sellerScope(seller_id), days)
      return {
        period_days: days,
        ...report,
        ...whenNone(report.order_count, "Nothing was sold in this period. Try a longer one.")
      }
    }),

    get_seller_orders: Effect.fnUntraced(function* ({ limit, offset, seller_id, status }) {
      const seller = yield* sellerScope(seller_id)
      const orders = yield* sales.orders({ seller, status: status ?? null, limit, offset })
      return { orders, count: orders.length, ...whenNone(orders.length, emptyPage(offset, status)) }
    })
  })
)
