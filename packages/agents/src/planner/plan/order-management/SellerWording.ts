import { type Role } from "@storefront/domain/Identity"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type getSellerOrders, type getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { dayOf, lines, list, money, plural } from "@storefront/domain/Wording"
import { adjectives, sentences } from "./Wording.ts"

type Sales = typeof getSellerRevenue.successSchema.Type
type SoldOrders = typeof getSellerOrders.successSchema.Type

/** An account that sells nothing. */
export const refused =
  "Sales and the orders behind them are shown to sellers only, and your account is none. I can show your own orders instead."

/** Whose sales they are: an administrator sees everybody's. */
const who = (role: Role) => (role === "admin" ? "All sellers together" : "You")

/** What was earned in a period. */
export const sales = (report: Sales, role: Role): string => {
  const { average_order_value: average, discounts, order_count, period_days, revenue } = report
  if (order_count === 0) {
    return `${who(role)} sold nothing in the last ${plural(period_days, "day")}.`
  }
  const summary = sentences(
    `${who(role)} sold ${plural(report.units_sold, "unit")} in ${plural(order_count, "order")} in the last ${plural(period_days, "day")}: ${money(revenue)} of revenue.`,
    discounts === 0 ? null : `That is ${money(report.gross_revenue)} less ${money(discounts)} of discounts.`,
    average === null ? null : `On average an order brought ${money(average)}.`
  )
  const products = lines(
    report.by_product.map(({ name, revenue, units }) => `${name}, ${money(revenue)} (${plural(units, "unit")})`)
  )
  const categories = list(report.by_category.map(({ category, revenue }) => `${category} ${money(revenue)}`))
  return `${summary}\nBest products:\n${products}\nBy category: ${categories}.`
}

/** Orders with the seller's own lines. */
export const soldOrders = ({ orders }: SoldOrders, status: OrderStatus | null, role: Role): string => {
  const kind = status === null ? "" : `${adjectives[status]} `
  const whose = role === "admin" ? "products of the sellers" : "your products"
  return orders.length === 0
    ? `No ${kind}order holds ${whose}.`
    : `The newest ${plural(orders.length, `${kind}order`)} with ${whose}:\n${lines(
        orders.map(
          (order) =>
            `Order ${order.order_id}, ${dayOf(order.created_at)}, ${adjectives[order.status]}, ${money(order.seller_subtotal)}: ${list(
              order.lines.map(({ name, quantity }) => `${quantity} × ${name}`)
            )}`
        )
      )}`
}
