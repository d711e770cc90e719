import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type Choice, lastSpokenOf } from "@storefront/domain/rules/consent/Choices"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, modifyOrder } from "@storefront/domain/tools/OrderTools"
import { list, money } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { ownWords } from "@storefront/server/guard/Consent"
import { cut } from "@storefront/server/text/Text"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { contact, listing, sentences, words } from "../Blocks.ts"
import { theOne } from "../Picking.ts"
import * as Orders from "../Orders.ts"
import { type Calls } from "../../Playbook.ts"
import { allows, type AnswerPart, call, done, instead, type Steps, told } from "../Steps.ts"
import { addressLine, readAddress } from "./Addressing.ts"

/** What is done to an order that is in one of some statuses. */
export interface Act {
  readonly tool: Parameters<typeof allows>[0]
  /** As in "shall I cancel" and in "can be cancelled". */
  readonly verb: string
  readonly done: string
  readonly statuses: ReadonlyArray<OrderStatus>
}

/** An account whose role may not have something done. */
export const refused = (done: string): string =>
  `Your account cannot have orders ${done} through this chat; please contact our support.`

const unchanged = "Nothing is changed yet."

/** The question whether to act, which a yes answers, for who may have it done. */
export const offer = (turn: TurnView, { done, tool, verb }: Act, order: string): string =>
  allows(tool, turn) ? `Shall I ${verb} ${order}? ${unchanged}` : refused(done)

/** The way of an act that the customer has spoken of last: without a question that names it, none is agreed to. */
export const spokenOf = <Way extends string>(choice: Choice<Way>, turn: TurnView): Way | null =>
  lastSpokenOf(choice, ownWords({ ...turn, customerMessage: turn.message }))

/** The order is past the point to which something can be done to it. */
const tooLate = (orderId: string, done: string, status: string): string =>
  status === done
    ? `Order ${orderId} is ${done} already.`
    : `Order ${orderId} can no longer be ${done}: it is ${words(status)}. Only an order that has not left the warehouse can.`

const ofMany = /\b(?:both|all|every|each|everything|(?:two|three|four|[2-9]) (?:\w+ )?orders)\b/iu

/** The order to act on, and whether only it came into question; who may not act is refused by the tool, on record. */
export function* orderFor(
  turn: TurnView,
  { done, statuses, tool, verb }: Act,
  reference: OrderReference | null,
  act: ((id: string) => Calls<unknown>) | null
): Steps<{ readonly order: Orders.FoundOrder; readonly isOnly: boolean }> {
  if (!allows(tool, turn)) {
    const id = Orders.knownOrder(turn, reference)
    if (id !== undefined && act !== null) {
      yield* act(id)
    }
    return yield* instead(refused(done))
  }
  const { isNamed, orders } = yield* Orders.meantAmong(turn, reference, statuses)
  const which = list(statuses.map(words), "or")
  const order = yield* theOne(
    orders,
    (several) =>
      `${ofMany.test(turn.message) ? `I ${verb} one order at a time: which one shall it be` : `Which order shall I ${verb}`}? These are ${which}:\n${Orders.orderLines(several)}`,
    isNamed
      ? Orders.noOrder(reference, `those that are ${which} and can be ${done}`)
      : `You have no order that can be ${done}: it has to be ${which}.`
  )
  return { order, isOnly: !isNamed }
}

export const cancelling: Act = { tool: cancelOrder, verb: "cancel", done: "cancelled", statuses: cancellable }

const goodsOf = ({ items }: Pick<Orders.Details, "items">): string => list([...new Set(items.map(({ name }) => name))])

/** Whether an order can be cancelled, with the question that a yes answers. */
const askToCancel = (turn: TurnView, { order_id: id, ...order }: Orders.Details): string =>
  order.can_cancel
    ? `Order ${id} is ${order.status} and can still be cancelled as a whole: ${goodsOf(order)}. You would get ${money(order.amount_charged)} back. ${offer(turn, cancelling, `order ${id}`)}`
    : sentences(
        tooLate(id, "cancelled", order.status),
        order.status === "cancelled" ? `That cannot be undone. ${paidBack(order.amount_charged)}` : null,
        order.can_return ? "It can still be sent back." : null
      )

export const paidBack = (amount: Money): string => `You get ${money(amount)} back to your original payment method.`

/** Cancels the one order that was clearly meant; whenever there is a choice it asks and changes nothing. */
export function* cancel(wish: Wish, turn: TurnView): AnswerPart {
  const reason = cut(wish.reason?.trim() ?? "", 500) || "Cancelled at the customer's request"
  const act = (order_id: string) => call(cancelOrder, { order_id, reason })
  const { isOnly, order } = yield* orderFor(turn, cancelling, wish.order, act)
  const details = yield* Orders.detailsOf(order.order_id)
  const { order_id: id } = details
  return isOnly
    ? askToCancel(turn, details)
    : yield* told(
        act(id),
        (cancelled) =>
          sentences(
            `Order ${id} with ${goodsOf(details)} is cancelled.`,
            paidBack(cancelled.refund_amount),
            cancelled.coupon_released ? "The coupon of the order can be used again." : null
          ),
        { conflict: askToCancel(turn, details) },
        `cancel order ${id}`
      )
}

const policy =
  "An order can be cancelled as long as it is placed or confirmed, that is before it leaves the warehouse. You get everything back that you paid for it, shipping included."

const isCancelledOne = /\b(?:(?:is|was|i|been|my|the)|(?:is|was) (?:my|the|that) \w+) cancell?ed\b/iu

/** Answers without changing anything, even when the order is clear. */
export function* cancelQuestion({ order, text }: Wish, turn: TurnView): AnswerPart {
  // "How does cancelling work" may read like a word about cancelled orders.
  if (order === null || (order.kind === "status" && order.status === "cancelled" && !isCancelledOne.test(text))) {
    const candidates = turn.context.recent_orders.filter(({ status }) => cancellable.includes(status))
    const [only, other] = candidates
    const next =
      other === undefined && only !== undefined ? offer(turn, cancelling, `order ${only.order_id}`) : unchanged
    return allows(cancelOrder, turn)
      ? `${policy} ${listing("Of your newest orders that goes for", Orders.orderLines(candidates))}\n${next}`
      : `${policy} ${refused("cancelled")}`
  }
  return askToCancel(turn, yield* Orders.detailsOf((yield* Orders.meant(turn, order)).order_id))
}

const moving: Act = {
  tool: modifyOrder,
  verb: "send to a new address",
  done: "sent to a new address",
  statuses: modifiable
}

/** Changes where an order goes once the address is whole and the customer has told us to; asks for whatever is missing. */
export function* changeAddress(wish: Wish, turn: TurnView): AnswerPart {
  const { missing, whole } = readAddress(wish.address)
  const change = whole === null ? null : (order_id: string) => call(modifyOrder, { order_id, new_address: whole })
  const { order } = yield* orderFor(turn, moving, Orders.referenceByProduct(wish), wish.isExplicit ? change : null)
  const { can_modify, order_id: id, status } = yield* Orders.detailsOf(order.order_id)
  if (!can_modify) {
    return tooLate(id, moving.done, status)
  }
  if (whole === null || change === null) {
    return `Where shall I send order ${id}? I still need the ${missing}. Please tell me the whole new address.`
  }
  const act = `send order ${id} to ${addressLine(whole)}`
  return yield* done(
    wish.isExplicit,
    act,
    change(id),
    ({ new_address, previous_address }) =>
      `Order ${id} now goes to ${addressLine(new_address)} instead of ${addressLine(previous_address)}. What it costs stays the same.`,
    { consent_missing: `Shall I ${act}?` }
  )
}

/** Says what can be changed in an order, and what cannot. */
export function* changeOrder(wish: Wish, turn: TurnView): AnswerPart {
  const reference = Orders.referenceByProduct(wish)
  const order = reference === null ? null : yield* Orders.detailsOf((yield* Orders.meant(turn, reference)).order_id)
  return order !== null && !order.can_modify
    ? tooLate(order.order_id, "changed", order.status)
    : allows(modifyOrder, turn)
      ? "I can only change the delivery address of an order, as long as it has not left the warehouse. For other products, cancel it and order again."
      : refused("changed")
}

/** How what was done stands, for somebody who does not want it any more. */
export function* takenBack({ order }: Wish, turn: TurnView): AnswerPart {
  const details = yield* Orders.detailsOf(order?.kind === "id" ? order.id : "")
  const { items, order_id: id, return: sentBack, status } = details
  return sentBack !== null
    ? `The return of order ${id} ${Orders.returnStates[sentBack.status]}. I cannot take that back here; please ask ${contact(turn)}.`
    : status === "cancelled"
      ? `Order ${id} is cancelled already, and I cannot bring it back. What was in it can be ordered again: tell me to put ${list(items.map(({ name }) => name))} into your cart.`
      : askToCancel(turn, details)
}
