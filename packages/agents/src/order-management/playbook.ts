import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { cancelOrder, getOrderDetails, getOrderTracking, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type OrderStatus } from "@storefront/domain/Orders"
import { cancellable } from "@storefront/domain/rules/OrderLifecycle"
import { call, type Playbook, type TurnView } from "@storefront/server/model/Playbook"
import { DateTime } from "effect"
import { type FoundOrder, resolveOrder } from "../language/References.ts"
import { wishesFor } from "../language/Understand.ts"
import { type OrderReference, type Wish } from "../language/Wish.ts"
import { inParts, notAvailable, type Part } from "../shared/Parts.ts"
import * as Wording from "./wording.ts"

/** How many orders are listed when the customer does not say. */
const listed = 5

/** The most orders a tool lists at once. */
const maxListed = 50

const offer =
  "I can list your orders, show what is in one, tell where it is, and cancel one that has not been shipped. Which order is it about?"

const orders = (limit: number, status: OrderStatus | null) =>
  call(getUserOrders, status === null ? { limit } : { limit, status })

/** Orders on their way are those of two statuses, unless the customer names one of them. */
const statusesOf = ({ orderStatus, text }: Wish): ReadonlyArray<OrderStatus | null> =>
  orderStatus === "shipped" && !/\bshipped\b/iu.test(text) ? ["shipped", "out_for_delivery"] : [orderStatus]

const kindOf = (statuses: ReadonlyArray<OrderStatus | null>) =>
  statuses.map((status) => (status === null ? "" : status.replaceAll("_", " "))).join(" or ")

function* listOrders(turn: TurnView, wish: Wish): Part {
  const limit = Math.min(maxListed, Math.max(1, wish.limit ?? listed))
  const statuses = statusesOf(wish)
  const found = []
  let total = 0
  for (const status of statuses) {
    const page = yield* orders(wish.days === null ? limit : maxListed, status)
    if (page instanceof ToolFailure) {
      return notAvailable("your orders")
    }
    found.push(...page.orders)
    total += page.total_count
  }
  const newest = found.toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
  if (wish.days === null) {
    return Wording.orders({ orders: newest.slice(0, limit), total_count: total }, kindOf(statuses), "")
  }
  const from = DateTime.subtract(DateTime.unsafeMake(`${turn.context.today}T00:00:00Z`), { days: wish.days })
  const recent = newest.filter(({ created_at }) => DateTime.greaterThanOrEqualTo(created_at, from))
  return Wording.orders(
    { orders: recent.slice(0, limit), total_count: recent.length },
    kindOf(statuses),
    `from the last ${wish.days} days`
  )
}

/** Which of several orders is looked at: the newest one, or what the caller prefers. */
type Preference = (candidates: ReadonlyArray<FoundOrder>) => FoundOrder | undefined

const newest: Preference = (candidates) => candidates[0]

/** Somebody who waits for a parcel means the one that is on its way, else the one that will be. */
const underWay: Preference = (candidates) =>
  candidates.find(({ status }) => status === "out_for_delivery" || status === "shipped") ??
  candidates.find(({ status }) => status === "confirmed" || status === "placed") ??
  candidates[0]

/** Tells something about the order that is meant; of several the preferred one. */
function* aboutOrder(
  turn: TurnView,
  reference: OrderReference | null,
  preference: Preference,
  tell: (order: FoundOrder) => Part
): Part {
  const order = yield* resolveOrder(turn, reference)
  switch (order._tag) {
    case "Found":
      return yield* tell(order.value)
    case "Several": {
      const preferred = preference(order.candidates)
      return preferred === undefined ? Wording.noOrder(reference) : yield* tell(preferred)
    }
    case "None":
      return Wording.noOrder(reference)
    case "Failed":
      return order.failure.error === "not_found" && reference?.kind === "id"
        ? Wording.missing(reference.id)
        : notAvailable("your orders")
  }
}

/** Words what is known of an order. */
function* withDetails(orderId: string, word: (order: Wording.Details) => string): Part {
  const order = yield* call(getOrderDetails, { order_id: orderId })
  return order instanceof ToolFailure ? unreadable(order, orderId) : word(order)
}

const orderDetails = (turn: TurnView, wish: Wish): Part =>
  aboutOrder(turn, wish.order ?? ofStatus(wish), newest, ({ order_id }) => withDetails(order_id, Wording.details))

const trackOrder = (turn: TurnView, wish: Wish): Part =>
  aboutOrder(turn, wish.order ?? ofStatus(wish), underWay, function* ({ order_id }) {
    const tracking = yield* call(getOrderTracking, { order_id })
    return tracking instanceof ToolFailure ? unreadable(tracking, order_id) : Wording.tracking(tracking)
  })

const ofStatus = ({ orderStatus }: Wish): OrderReference | null =>
  orderStatus === null ? null : { kind: "status", status: orderStatus }

const unreadable = (failure: ToolFailure, orderId: string) =>
  failure.error === "not_found" || failure.error === "invalid_argument"
    ? Wording.missing(orderId)
    : notAvailable(`order ${orderId}`)

/** The reason that is recorded when the customer gives none. */
const unspecified = "Cancelled at the customer's request"

/** Cancels the one order that was clearly meant; whenever there is a choice it asks and changes nothing. */
function* cancel(turn: TurnView, wish: Wish): Part {
  const reference = wish.order ?? ofStatus(wish)
  const order = yield* resolveOrder(turn, reference)
  switch (order._tag) {
    case "Found": {
      const { order_id } = order.value
      const result = yield* call(cancelOrder, {
        order_id,
        reason: wish.reason === null || wish.reason.trim() === "" ? unspecified : wish.reason.slice(0, 500)
      })
      return result instanceof ToolFailure
        ? Wording.notCancelled(order_id, result)
        : Wording.cancelled(result, turn.context.customer.loyalty_tier)
    }
    case "Several":
      return Wording.whichToCancel(
        order.candidates.filter(({ status }) => status === null || cancellable.includes(status))
      )
    case "None":
      return Wording.noOrder(reference)
    case "Failed":
      return notAvailable("your orders")
  }
}

/** Answers without changing anything, even when the order is clear. */
function* cancelQuestion(turn: TurnView, wish: Wish): Part {
  if (wish.order === null) {
    return Wording.cancellationPolicy
  }
  return yield* aboutOrder(turn, wish.order, newest, ({ order_id }) =>
    withDetails(order_id, (order) => Wording.cancellability(order, turn.context.customer.role))
  )
}

/** Asks about a return that was made, rather than for one. */
const isAboutProgress = (text: string) => /\b(?:status|through|arrived?|received?|where|when)\b/iu.test(text)

const returnOf = (orderId: string): Part =>
  withDetails(orderId, (order) => `${Wording.returning(order)}${order.return === null ? ` ${Wording.noReturns}` : ""}`)

/** What can be said about a return as long as none can be arranged here: only what was delivered is sent back. */
function* sendBack(turn: TurnView, { order, text }: Wish): Part {
  if (order === null && !isAboutProgress(text)) {
    return Wording.noReturns
  }
  if (order === null) {
    const page = yield* orders(maxListed, null)
    const [returned] = page instanceof ToolFailure ? [] : page.orders.filter(({ reason }) => reason !== null)
    return returned === undefined ? Wording.noReturns : yield* returnOf(returned.order_id)
  }
  const [reference, index]: [OrderReference, number] =
    order.kind === "position" ? [{ kind: "status", status: "delivered" }, order.index] : [order, 0]
  return yield* aboutOrder(
    turn,
    reference,
    (candidates) => candidates[index],
    ({ order_id }) => returnOf(order_id)
  )
}

function* profile(): Part {
  const person = yield* call(getUserProfile, {})
  return person instanceof ToolFailure ? notAvailable("your account") : Wording.profile(person)
}

/** One wish; those of other specialists are not answered here. */
export function* answer(turn: TurnView, wish: Wish): Part {
  switch (wish.intent) {
    case "list_orders":
    case "purchase_history":
      return yield* listOrders(turn, wish)
    case "order_details":
      return yield* orderDetails(turn, wish)
    case "track_order":
      return yield* trackOrder(turn, wish)
    case "cancel_order":
      return yield* cancel(turn, wish)
    case "cancel_question":
      return yield* cancelQuestion(turn, wish)
    case "return":
    case "refund":
      return yield* sendBack(turn, wish)
    case "profile":
      return yield* profile()
    case "change_order":
      return "Orders cannot be changed here yet. One that has not been shipped can be cancelled and ordered again."
    case "cart":
    case "checkout":
      return "I cannot work with your cart yet. Please use the cart of the shop; I can help you choose what goes into it."
    case "seller_sales":
      return "Sales figures cannot be shown here yet."
    default:
      return offer
  }
}

/** Answers what became of an order, and cancels one when it is asked to. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "order-management")
  return wishes.length > 0 ? yield* inParts(wishes, (wish) => answer(turn, wish)) : offer
}
