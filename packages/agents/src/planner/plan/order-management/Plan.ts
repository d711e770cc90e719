import { cancelOrder, getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type OrderStatus } from "@storefront/domain/Orders"
import { allows, call } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"

import { type OrderReference, type Wish } from "../../Wish.ts"
import { aboutAccount } from "../AboutAccount.ts"
import { answering, type AnswerPart, type Answers, notAvailable, rows, specialist, told } from "../AnswerParts.ts"
import { orderPage } from "../References.ts"
import { cartAnswers, oneByOne } from "./CartPlan.ts"
import { cancel, cancelQuestion } from "./Cancelling.ts"
import { changeAddress, changeOrder } from "./Changing.ts"
import { aboutFitting, aboutOrder, newest, type Preference, referenceOf, unreadable, withDetails } from "./Finding.ts"
import { refund, returnEligibility, returnStatus, startReturn } from "./Returning.ts"
import { sales, soldOrders } from "./Selling.ts"
import { orderProblem, spending, takenBack, trackAll } from "./Telling.ts"
import * as Wording from "./Wording.ts"

/** How many orders are listed when the customer does not say. */
const listed = 5

const offer =
  "I can list your orders, show what is in one, tell where it is, cancel it or send it elsewhere before it is shipped, and arrange a return or a refund. Which order is it about?"

/** Orders on their way are those of two statuses, unless the customer names one of them. */
const statusesOf = ({ orderStatus, text }: Wish): ReadonlyArray<OrderStatus | null> =>
  orderStatus === "shipped" && !/\bshipped\b/iu.test(text) ? ["shipped", "out_for_delivery"] : [orderStatus]

function* listOrders(wish: Wish, turn: TurnView): AnswerPart {
  const limit = rows(wish.limit, listed)
  const statuses = statusesOf(wish)
  const found = []
  let total = 0
  for (const status of statuses) {
    const page = yield* orderPage(wish.days === null ? limit : mostRows, status)
    if (page instanceof ToolFailure) {
      return notAvailable("your orders")
    }
    found.push(...page.orders)
    total += page.total_count
  }
  const all = found.toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
  if (wish.days === null) {
    return Wording.orders({ orders: all.slice(0, limit), total_count: total }, statuses, "")
  }
  const from = DateTime.subtract(DateTime.unsafeMake(`${turn.context.today}T00:00:00Z`), { days: wish.days })
  const recent = all.filter(({ created_at }) => DateTime.greaterThanOrEqualTo(created_at, from))
  return Wording.orders(
    { orders: recent.slice(0, limit), total_count: recent.length },
    statuses,
    `from the last ${wish.days} days`
  )
}

/** Somebody who waits for a parcel means the one that is on its way or, if there is none, the one that will be. */
const underWay: Preference = (candidates) =>
  candidates.find(({ status }) => status === "out_for_delivery" || status === "shipped") ??
  candidates.find(({ status }) => status === "confirmed" || status === "placed") ??
  candidates[0]

const orderDetails = (wish: Wish, turn: TurnView): AnswerPart =>
  aboutOrder(turn, referenceOf(wish), newest, ({ order_id }) =>
    withDetails(order_id, (order) => Wording.details(order, allows(cancelOrder, turn)))
  )

/** Asks on which day, rather than where. */
const asksWhen = (text: string) =>
  /\b(?:when|eta|arriv\w*|how (?:long|soon|many days)|what day|which day)\b/iu.test(text)

/** Orders that are on their way come before those that will be, and those before the delivered ones. */
const byProgress: { readonly [S in OrderStatus]: number | null } = {
  out_for_delivery: 0,
  shipped: 0,
  confirmed: 1,
  placed: 1,
  delivered: 2,
  returned: null,
  cancelled: null
}

/** The orders that are on their way or will be, when none of them is pointed at. */
const waitingIn = ({ context: { recent_orders: recent } }: TurnView, reference: OrderReference | null) =>
  reference === null ? recent.filter(({ status }) => (byProgress[status] ?? 2) < 2) : []

/** "has my order shipped?" names no status. */
const asksWhether =
  /^\W*(?:(?:so|and|ok|but|hi|hey|hello)\W+)*(?:has|have|did|is|was)\s+(?:my|the) (?:order|package|parcel|delivery)\s+(?:\w+\s+)?(?:shipped|ship|sent|left|been|gone|on)\b/iu

const trackOrder = (wish: Wish, turn: TurnView): AnswerPart => {
  const waiting = waitingIn(turn, asksWhether.test(wish.text) ? null : referenceOf(wish))
  return waiting.length > 1 ? trackAll(waiting) : trackOne(turn, wish)
}

const trackOne = (turn: TurnView, wish: Wish): AnswerPart =>
  aboutFitting(
    turn,
    referenceOf(wish),
    underWay,
    ({ status }) => (status === null ? null : byProgress[status]),
    ({ order_id }) =>
      told(
        call(getOrderTracking, { order_id }),
        (failure) => unreadable(failure, order_id),
        (tracking) => Wording.tracking(tracking, asksWhen(wish.text))
      )
  )

const answers: Answers = {
  ...cartAnswers,
  list_orders: listOrders,
  order_details: orderDetails,
  track_order: trackOrder,
  cancel_order: (wish, turn) => (wish.isExplicit ? cancel(turn, wish) : cancelQuestion(turn, wish)),
  cancel_question: (wish, turn) => cancelQuestion(turn, wish),
  change_address: (wish, turn) => changeAddress(turn, wish),
  change_order: (wish, turn) => changeOrder(turn, wish),
  return_eligibility: (wish, turn) => returnEligibility(turn, wish),
  return: (wish, turn) => startReturn(turn, wish),
  return_status: (wish, turn) => returnStatus(turn, wish),
  refund: (wish, turn) => refund(turn, wish),
  profile: aboutAccount,
  spending,
  order_problem: orderProblem,
  taken_back: takenBack,
  seller_sales: sales,
  seller_orders: soldOrders
}

export const answer = answering(answers, offer)

/** Looks after orders, returns, the cart and a seller's sales; changes something only when it is told to. */
export const playbook = specialist("order-management", answers, offer, oneByOne)
