import { cancelOrder, getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type OrderStatus } from "@storefront/domain/Orders"
import { allows, call, type Playbook } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"
import { wishesFor } from "../../dialogue/Understand.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { aboutAccount } from "../AboutAccount.ts"
import { inParts, notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { orderPage } from "../References.ts"
import { rows } from "../Rows.ts"
import { aboutCart, isAboutCart, oneByOne } from "./CartPlan.ts"
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

function* listOrders(turn: TurnView, wish: Wish): AnswerPart {
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

const orderDetails = (turn: TurnView, wish: Wish): AnswerPart =>
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

const trackOrder = (turn: TurnView, wish: Wish): AnswerPart => {
  const waiting = waitingIn(turn, asksWhether.test(wish.text) ? null : referenceOf(wish))
  return waiting.length > 1 ? trackAll(waiting) : trackOne(turn, wish)
}

const trackOne = (turn: TurnView, wish: Wish): AnswerPart =>
  aboutFitting(
    turn,
    referenceOf(wish),
    underWay,
    ({ status }) => (status === null ? null : byProgress[status]),
    function* ({ order_id }) {
      const tracking = yield* call(getOrderTracking, { order_id })
      return tracking instanceof ToolFailure
        ? unreadable(tracking, order_id)
        : Wording.tracking(tracking, asksWhen(wish.text))
    }
  )

/** Answers one wish; those of other specialists are not answered here. */
export function* answer(turn: TurnView, wish: Wish): AnswerPart {
  switch (wish.intent) {
    case "list_orders":
      return yield* listOrders(turn, wish)
    case "order_details":
      return yield* orderDetails(turn, wish)
    case "track_order":
      return yield* trackOrder(turn, wish)
    case "cancel_order":
      return yield* wish.isExplicit ? cancel(turn, wish) : cancelQuestion(turn, wish)
    case "cancel_question":
      return yield* cancelQuestion(turn, wish)
    case "change_address":
      return yield* changeAddress(turn, wish)
    case "change_order":
      return yield* changeOrder(turn, wish)
    case "return_eligibility":
      return yield* returnEligibility(turn, wish)
    case "return":
      return yield* startReturn(turn, wish)
    case "return_status":
      return yield* returnStatus(turn, wish)
    case "refund":
      return yield* refund(turn, wish)
    case "profile":
      return yield* aboutAccount()
    case "spending":
      return yield* spending(turn, wish)
    case "order_problem":
      return yield* orderProblem(turn, wish)
    case "taken_back":
      return yield* takenBack(turn, wish)
    case "seller_sales":
      return yield* sales(turn, wish)
    case "seller_orders":
      return yield* soldOrders(turn, wish)
    default:
      return isAboutCart(wish.intent) ? yield* aboutCart(wish.intent, turn, wish) : offer
  }
}

/** Looks after orders, returns, the cart and a seller's sales; changes something only when it is told to. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "order-management")
  return wishes.length > 0 ? yield* inParts(wishes.flatMap(oneByOne), (wish) => answer(turn, wish)) : offer
}
