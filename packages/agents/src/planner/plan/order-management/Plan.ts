import { dayOf, list, money, plural } from "@storefront/domain/EnglishWording"
import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { account, shopRule } from "../SharedAnswers.ts"
import { amountOf, daysBack, itemOf, rowLimit, asWords } from "../Formatting.ts"
import { orderItem } from "../OrderResolution.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, askFor, call, resultOf, sayList } from "../Flows.ts"
import { cancel, cancelQuestion, changeAddress, changeOrder } from "./OrderChanges.ts"
import { billTo, billToShipping, shipTo } from "./CartAddresses.ts"
import { cartAnswers } from "./Cart.ts"
import { requestPerson, orderProblem } from "./SupportCases.ts"
import { refund, returnEligibility, returnStatus, startReturn } from "./Returns.ts"
import { listOrders, orderDetails, trackOrder } from "./OrderAnswers.ts"

function* sales({ days }: Wish): AnswerPart {
  const report = yield* resultOf(call(getSellerRevenue, { days: daysBack(days) }))
  const { order_count, period_days, revenue, units_sold } = report
  return yield* sayList(
    `Sales of the last ${plural(period_days, "day")}: ${plural(units_sold, "unit")} in ${plural(order_count, "order")}, ${money(revenue)} of revenue. Best products`,
    report.by_product,
    ({ name, revenue, units }) => `${name}, ${money(revenue)} (${plural(units, "unit")})`,
    ({ name }) => itemOf({ name })
  )
}

function* sellerOrders({ limit, orderStatus }: Wish): AnswerPart {
  const { orders } = yield* resultOf(call(getSellerOrders, { limit: rowLimit(limit, 10), status: orderStatus }))
  return yield* sayList(
    `The newest ${orderStatus === null ? "" : `${asWords(orderStatus)} `}orders of customers`,
    orders,
    ({ created_at, lines, order_id, seller_subtotal, status }) =>
      `Order ${orderName(order_id)}, ${dayOf(created_at)}, ${asWords(status)}, ${money(seller_subtotal)}: ${list(lines.map(amountOf))}`,
    ({ order_id }) => orderItem({ order_id })
  )
}

const offer = () =>
  askFor(
    "I can list your orders, show what is in one, tell where it is, cancel it or send it elsewhere before it is shipped, and arrange a return or a refund. Which order is it about?",
    "order"
  )

const answers: Answers = {
  shop_rule: shopRule,
  ...cartAnswers,
  shipping_address: shipTo,
  billing_address: billTo,
  billing_same: billToShipping,
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
  profile: account,
  // The account includes what was spent.
  spending: account,
  order_problem: orderProblem,
  human: requestPerson,
  seller_sales: sales,
  seller_orders: sellerOrders
}

/** Answers about orders, returns, the cart and a seller's sales. */
export const { answer, playbook } = specialist("order-management", answers, offer)
