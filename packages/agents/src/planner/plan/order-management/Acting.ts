import { type LoyaltyTier } from "@storefront/domain/Identity"
import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, getOrderDetails, modifyOrder } from "@storefront/domain/tools/OrderTools"
import { list, money } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { allows, call, type Calls } from "../../Playbook.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { listing, sentences, words } from "../Blocks.ts"
import { contact } from "../Specialist.ts"
import { type AnswerPart, instead, known, notDone, type Steps, told } from "../Steps.ts"
import { theOne } from "../Picking.ts"
import { type FoundOrder } from "../References.ts"
import { addressLine, addressRefusals, readAddress } from "./Addressing.ts"
import {
  detailsOf,
  meantAmong,
  newest,
  noOrder,
  notFound,
  orderLines,
  orderMeant,
  referenceByProduct,
  referenceOf,
  returnStates
} from "./Orders.ts"

/** What is done to an order that is in one of some statuses. */
export interface Act {
  readonly tool: Parameters<typeof allows>[0]
  /** As in "shall I cancel" and in "can be cancelled". */
  readonly verb: string
  readonly done: string
  readonly statuses: ReadonlyArray<OrderStatus>
}

/** An account whose role may not have something done. */
export const refused = (what: string): string =>
  `Your account cannot have ${what} through this chat; please contact our support.`

/** The order is past the point to which something can be done to it. */
const tooLate = (orderId: string, done: string, status = ""): string =>
  status === done
    ? `Order ${orderId} is ${done} already.`
    : `Order ${orderId} can no longer be ${done}${status === "" ? "" : `: it is ${words(status)}`}. Only an order that has not left the warehouse can.`

/**
 * Whether nothing has to be asked or looked for. Then even a tool that the role may not use is called, so that the
 * refusal is on record.
 */
const isPointed = (reference: OrderReference | null): boolean => reference !== null && reference.kind !== "product"

/** The order to do something to, and whether it was the only one that came into question rather than named. */
export function* orderFor(
  turn: TurnView,
  { done, statuses, tool, verb }: Act,
  reference: OrderReference | null,
  isReady = isPointed(reference)
): Steps<{ readonly order: FoundOrder; readonly isOnly: boolean }> {
  const isAllowed = allows(tool, turn)
  if (!isAllowed && !isReady) {
    return yield* instead(refused(`orders ${done}`))
  }
  const { isNamed, orders } = yield* meantAmong(turn, reference, statuses)
  const which = list(statuses.map(words), "or")
  const isRefused = !isAllowed && !(isNamed && orders.length < 2)
  const order = yield* theOne(
    isRefused ? [] : orders,
    (several) => `Which order shall I ${verb}? These are ${which}:\n${orderLines(several)}`,
    isRefused
      ? refused(`orders ${done}`)
      : isNamed
        ? noOrder(reference, `those that are ${which}`)
        : `You have no order that can be ${done}: it has to be ${which}.`
  )
  return { order, isOnly: !isNamed }
}

/** What a change did to the customer's tier; null when it is the same. */
export const newTier = (
  { context: { customer } }: TurnView,
  { loyalty_tier: tier, total_spend }: { readonly loyalty_tier: LoyaltyTier; readonly total_spend: Money }
): string | null =>
  tier === customer.loyalty_tier ? null : `Your spend is now ${money(total_spend)}, which makes you a ${tier} member.`

/** Before a tool that writes: it takes an order that a tool has found, not one that only the context or an answer knows. */
function* lookUp(turn: TurnView, { tool }: Act, order_id: string): Calls<void> {
  if (allows(tool, turn)) {
    yield* call(getOrderDetails, { order_id })
  }
}

const cancelling: Act = { tool: cancelOrder, verb: "cancel", done: "cancelled", statuses: cancellable }

/** Whether an order can be cancelled, with the question that a yes answers. */
function* askToCancel(turn: TurnView, id: string): AnswerPart {
  const { amount_charged, can_cancel, can_return, status } = yield* detailsOf(id)
  return can_cancel
    ? `Order ${id} is ${words(status)} and can still be cancelled. You would get ${money(amount_charged)} back. ${allows(cancelOrder, turn) ? `Shall I cancel order ${id}? Nothing is changed yet.` : refused("orders cancelled")}`
    : sentences(tooLate(id, "cancelled", status), can_return ? "It can still be sent back." : null)
}

/** Cancels the one order that was clearly meant; whenever there is a choice it asks and changes nothing. */
export function* cancel(wish: Wish, turn: TurnView): AnswerPart {
  const { isOnly, order } = yield* orderFor(turn, cancelling, referenceOf(wish))
  const { order_id: id } = order
  if (isOnly) {
    return yield* askToCancel(turn, id)
  }
  yield* lookUp(turn, cancelling, id)
  const cancelled = yield* known(
    call(cancelOrder, {
      order_id: id,
      reason: cut(wish.reason?.trim() ?? "", 500) || "Cancelled at the customer's request"
    }),
    notDone(`cancel order ${id}`, {
      ...notFound(id),
      forbidden: refused("orders cancelled"),
      consent_missing: () => askToCancel(turn, id),
      conflict: ({ current_status }) => tooLate(id, "cancelled", current_status)
    })
  )
  const products = [...new Set(cancelled.restocked.map(({ name }) => name))]
  return sentences(
    `Order ${id}${products.length === 0 ? "" : ` with ${list(products)}`} is cancelled.`,
    `You get ${money(cancelled.refund_amount)} back to your original payment method.`,
    cancelled.coupon_released ? "The coupon of the order can be used again." : null,
    newTier(turn, cancelled)
  )
}

const policy =
  "An order can be cancelled as long as it is placed or confirmed, that is before it leaves the warehouse. You get everything back that you paid for it, shipping included; a coupon can be used again, and the order no longer counts towards your loyalty tier."

/** Answers without changing anything, even when the order is clear. */
export function* cancelQuestion(wish: Wish, turn: TurnView): AnswerPart {
  // "How does cancelling work" may read like a word about cancelled orders.
  if (wish.order === null || (wish.order.kind === "status" && wish.order.status === "cancelled")) {
    const candidates = turn.context.recent_orders.filter(({ status }) => cancellable.includes(status))
    return allows(cancelOrder, turn)
      ? `${policy} ${listing("Of your newest orders that goes for", orderLines(candidates))}\nNothing is changed yet.`
      : `${policy} ${refused("orders cancelled")}`
  }
  return yield* askToCancel(turn, (yield* orderMeant(turn, wish.order, newest)).order_id)
}

const readdressing: Act = { tool: modifyOrder, verb: "send elsewhere", done: "sent elsewhere", statuses: modifiable }

/** Changes where an order goes once the address is whole and the customer has told us to; asks for whatever is missing. */
export function* changeAddress(wish: Wish, turn: TurnView): AnswerPart {
  const { missing, whole } = readAddress(wish.address)
  const reference = referenceByProduct(wish)
  const isReady = wish.isExplicit && isPointed(reference) && whole !== null
  const { order } = yield* orderFor(turn, readdressing, reference, isReady)
  const { order_id: id } = order
  const status = order.status ?? (whole === null ? (yield* detailsOf(id)).status : null)
  if (status !== null && !modifiable.includes(status)) {
    return tooLate(id, readdressing.done, status)
  }
  if (whole === null) {
    return `Where shall I send order ${id}? I still need the ${missing}. Please tell me the whole new address.`
  }
  const proposal = `Shall I send order ${id} to ${addressLine(whole)}? Nothing is changed yet.`
  if (!wish.isExplicit) {
    return proposal
  }
  yield* lookUp(turn, readdressing, id)
  return yield* told(
    call(modifyOrder, { order_id: id, new_address: whole }),
    notDone(`change the address of order ${id}`, {
      ...notFound(id),
      ...addressRefusals,
      consent_missing: proposal,
      forbidden: refused("orders sent elsewhere"),
      conflict: tooLate(id, readdressing.done)
    }),
    ({ new_address, previous_address }) =>
      `Order ${id} now goes to ${addressLine(new_address)} instead of ${addressLine(previous_address)}. What it costs stays the same.`
  )
}

const onlyTheAddress =
  "I can only change the delivery address of an order. Its products, quantities and carrier stay as they are; for other products, cancel it and order again. Both are possible as long as it is placed or confirmed, that is before it leaves the warehouse."

/** Says what can be changed in an order, and what cannot. */
export function* changeOrder(wish: Wish, turn: TurnView): AnswerPart {
  const reference = referenceByProduct(wish)
  if (reference === null) {
    return onlyTheAddress
  }
  const { order_id: id } = yield* orderMeant(turn, reference, newest)
  const { can_modify, status } = yield* detailsOf(id)
  return !can_modify
    ? tooLate(id, "changed", status)
    : `Order ${id} is ${words(status)}. ${allows(modifyOrder, turn) ? `${onlyTheAddress} Tell me the new address if you want order ${id} to go elsewhere.` : refused("orders changed")}`
}

/** How what was done stands, for somebody who does not want it any more. */
export function* takenBack({ order }: Wish, turn: TurnView): AnswerPart {
  const { items, order_id: id, return: sentBack, status } = yield* detailsOf(order?.kind === "id" ? order.id : "")
  return sentBack !== null
    ? `The return of order ${id} ${returnStates[sentBack.status]}. I cannot take that back here; please ask ${contact(turn)}.`
    : status === "cancelled"
      ? `Order ${id} is cancelled already, and I cannot bring it back. What was in it can be ordered again: tell me to put ${list(items.map(({ name }) => name))} into your cart.`
      : yield* askToCancel(turn, id)
}
