import { dayOf, lines, list, money, plural } from "@storefront/domain/Wording"
import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { amountOf, bullets, daysBack, listing, paragraph, rows, sentences, words } from "../Blocks.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { call, told } from "../Steps.ts"
import { cancel, cancelQuestion, changeAddress, changeOrder } from "./Acting.ts"
import { billTo, billToShipping, shipTo } from "./Addressing.ts"
import { order } from "./Checkout.ts"
import { cartAnswers } from "./Cart.ts"
import { refund, returnEligibility, returnStatus, startReturn } from "./Returning.ts"
import { listOrders, orderDetails, orderProblem, spending, trackOrder } from "./Telling.ts"

/** Tells a seller what was earned in a period. */
const sales = ({ days }: Wish) =>
  told(call(getSellerRevenue, { days: daysBack(days) }), ({ average_order_value: average, discounts, ...report }) => {
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
  })

/** Lists the orders that hold a seller's products, with the seller's own lines. */
const soldOrders = ({ limit, orderStatus }: Wish) =>
  told(call(getSellerOrders, { limit: rows(limit, 10), status: orderStatus }), ({ orders }) =>
    listing(
      `The newest ${orderStatus === null ? "" : `${words(orderStatus)} `}orders of customers`,
      lines(
        orders,
        ({ created_at, lines, order_id, seller_subtotal, status }) =>
          `Order ${orderName(order_id)}, ${dayOf(created_at)}, ${words(status)}, ${money(seller_subtotal)}: ${list(lines.map(amountOf))}`
      )
    )
  )

const offer = () =>
  "I can list your orders, show what is in one, tell where it is, cancel it or send it elsewhere before it is shipped, and arrange a return or a refund. Which order is it about?"

const answers: Answers = {
  ...cartAnswers,
  shipping_address: shipTo,
  billing_address: billTo,
  billing_same: billToShipping,
  checkout: order,
  list_orders: listOrders,
  order_details: orderDetails,
  track_order: trackOrder,
  cancel_order: cancel,
  cancel_question: cancelQuestion,
  change_address: changeAddress,
  change_order: changeOrder,
  return_eligibility: returnEligibility,
  return: startReturn,
  return_status: returnStatus,
  refund,
  spending,
  order_problem: orderProblem,
  seller_sales: sales,
  seller_orders: soldOrders
}

/** Looks after orders, returns, the cart and a seller's sales. */
export const { answer, playbook } = specialist("order-management", answers, offer)
