import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { dayOf, lines, list, money, plural } from "@storefront/domain/Wording"
import { call } from "../../Playbook.ts"
import { type Wish } from "../../Wish.ts"
import { amountOf, bullets, listing, paragraph, rows, sentences, words } from "../Blocks.ts"
import { told } from "../Steps.ts"

const refused = {
  forbidden:
    "Sales and the orders behind them are shown to sellers only, and your account is none. I can show your own orders instead."
}

/** Tells a seller what was earned in a period. */
export const sales = ({ days }: Wish) =>
  told(
    call(getSellerRevenue, { days: days === null ? null : Math.min(365, Math.max(1, days)) }),
    ({ average_order_value: average, discounts, ...report }) => {
      const products = report.by_product.map(
        ({ name, revenue, units }) => `${name}, ${money(revenue)} (${plural(units, "unit")})`
      )
      const categories = report.by_category.map(({ category, revenue }) => `${category} ${money(revenue)}`)
      return paragraph(
        sentences(
          `Sales of the last ${plural(report.period_days, "day")}: ${plural(report.units_sold, "unit")} in ${plural(report.order_count, "order")}, ${money(report.revenue)} of revenue.`,
          discounts === 0 ? null : `That is ${money(report.gross_revenue)} less ${money(discounts)} of discounts.`,
          average === null ? null : `On average an order brought ${money(average)}.`
        ),
        listing("Best products", lines(products)),
        listing("By category", bullets(categories))
      )
    },
    refused
  )

/** Lists the orders that hold a seller's products, with the seller's own lines. */
export const soldOrders = ({ limit, orderStatus }: Wish) =>
  told(
    call(getSellerOrders, { limit: rows(limit, 10), status: orderStatus }),
    ({ orders }) =>
      listing(
        `The newest ${orderStatus === null ? "" : `${words(orderStatus)} `}orders of customers`,
        lines(
          orders.map(
            ({ created_at, lines, order_id, seller_subtotal, status }) =>
              `Order ${order_id}, ${dayOf(created_at)}, ${words(status)}, ${money(seller_subtotal)}: ${list(lines.map(amountOf))}`
          )
        )
      ),
    refused
  )
