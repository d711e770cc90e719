import { aboutAccount } from "../About.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { cancel, cancelQuestion, changeAddress, changeOrder, takenBack } from "./Acting.ts"
import { billTo, billToShipping, shipTo } from "./Addressing.ts"
import { cartAnswers, oneByOne } from "./Cart.ts"
import { order } from "./Checkout.ts"
import { refund, returnEligibility, returnStatus, startReturn } from "./Returning.ts"
import { sales, soldOrders } from "./Selling.ts"
import { listOrders, orderDetails, orderProblem, spending, trackOrder } from "./Telling.ts"

const offer =
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
  cancel_order: (wish, turn) => (wish.isExplicit ? cancel(wish, turn) : cancelQuestion(wish, turn)),
  cancel_question: cancelQuestion,
  change_address: changeAddress,
  change_order: changeOrder,
  return_eligibility: returnEligibility,
  return: startReturn,
  return_status: returnStatus,
  refund,
  profile: aboutAccount,
  spending,
  order_problem: orderProblem,
  taken_back: takenBack,
  seller_sales: sales,
  seller_orders: soldOrders
}

/** Looks after orders, returns, the cart and a seller's sales; changes something only when it is told to. */
export const { answer, playbook } = specialist("order-management", answers, offer, oneByOne)
