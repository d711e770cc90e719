import { noReason } from "@storefront/domain/confirmation/Terms"
import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, modifyOrder } from "@storefront/domain/tools/OrderTools"
import { list, money } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { orderName } from "../../text/OrderNames.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { sentences, words } from "../Blocks.ts"
import { type Calls } from "../../Playbook.ts"
import { theOne } from "../Picking.ts"
import * as Orders from "../Orders.ts"
import { allows, type AnswerPart, asking, call, instead, keep, leftToShop, type Steps } from "../Steps.ts"
import { readAddress } from "./Addressing.ts"

/** What is done to an order that is in one of some statuses. */
export interface Act {
  readonly tool: Parameters<typeof allows>[0]
  /** As in "tell me to cancel" and in "can be cancelled". */
  readonly verb: string
  readonly done: string
  readonly statuses: ReadonlyArray<OrderStatus>
}

/** An account whose role may not have something done. */
export const refused = (done: string): string =>
  `Your account cannot have orders ${done} through this chat; please contact our support.`

/** How to have it done, for who may. */
export const offer = (turn: TurnView, { done, tool, verb }: Act): string =>
  allows(tool, turn) ? `Nothing is changed: tell me to ${verb} it if you want that.` : refused(done)

/** Says that the order goes back, or is cancelled, with all that it holds when only a product of it was named. */
export const asWhole = (
  { order, product }: Pick<Wish, "order" | "product">,
  { more_products = 0, products = [] }: Pick<Orders.FoundOrder, "more_products" | "products">,
  done: string
): string =>
  (product !== null || order?.kind === "product") && products.length + more_products > 1
    ? `An order can only be ${done} as a whole, with everything in it.`
    : ""

const tooLate = (orderId: string, done: string, status: string): string =>
  status === done
    ? `Order ${orderName(orderId)} is ${done} already.`
    : `Order ${orderName(orderId)} can no longer be ${done}: it is ${words(status)}. Only an order that has not left the warehouse can.`

/** The order to act on; who may not act is refused by the tool, on record. */
export function* orderFor(
  turn: TurnView,
  { done, statuses, tool, verb }: Act,
  reference: OrderReference | null,
  act: ((id: string) => Calls<unknown>) | null
): Steps<Orders.FoundOrder> {
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
      Orders.sayingOrders(`Which order shall I ${verb}? These are ${which}`, several, {
        asked: "order"
      }),
    isNamed
      ? Orders.noOrder(reference, `those that are ${which} and can be ${done}`)
      : `You have no order that can be ${done}: it has to be ${which}.`
  )
  yield* keep({ orders: [order.order_id] })
  return order
}

export const cancelling: Act = { tool: cancelOrder, verb: "cancel", done: "cancelled", statuses: cancellable }

const goodsOf = ({ items }: Pick<Orders.Details, "items">): string => list([...new Set(items.map(({ name }) => name))])

/** Says whether an order can still be cancelled, and why not. */
const cancellability = (turn: TurnView, { order_id: id, ...order }: Orders.Details): string =>
  order.can_cancel
    ? `Order ${orderName(id)} is ${order.status} and can still be cancelled as a whole: ${goodsOf(order)}. You would get ${money(order.amount_charged)} back. ${offer(turn, cancelling)}`
    : sentences(
        tooLate(id, "cancelled", order.status),
        order.status === "cancelled" ? `That cannot be undone. ${paidBack(order.amount_charged)}` : null,
        order.can_return ? "It can still be sent back." : null
      )

export const paidBack = (amount: Money): string => `You get ${money(amount)} back to your original payment method.`

/** Proposes to cancel the order that is meant; whenever there is a choice it asks which. */
export function* cancel(wish: Wish, turn: TurnView): AnswerPart {
  const reason = cut(wish.reason?.trim() ?? "", 500) || noReason
  const act = (order_id: string) => call(cancelOrder, { order_id, reason })
  const order = yield* orderFor(turn, cancelling, wish.order, act)
  const { order_id } = order
  const details = yield* Orders.detailsOf(order_id)
  const whys = { conflict: cancellability(turn, details) }
  return yield* leftToShop(act(order_id), whys, `cancel order ${orderName(order_id)}`, undefined, () =>
    asWhole(wish, order, cancelling.done)
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
    return allows(cancelOrder, turn)
      ? yield* Orders.sayingOrders(
          `${policy} ${offer(turn, cancelling)} Of your newest orders that goes for`,
          candidates
        )
      : `${policy} ${refused("cancelled")}`
  }
  return cancellability(turn, yield* Orders.detailsOf((yield* Orders.meant(turn, order)).order_id))
}

const moving: Act = {
  tool: modifyOrder,
  verb: "send to a new address",
  done: "sent to a new address",
  statuses: modifiable
}

/** Proposes where an order goes once the address is whole; asks for whatever is missing. */
export function* changeAddress(wish: Wish, turn: TurnView): AnswerPart {
  const { missing, whole } = readAddress(wish.address)
  const change = whole === null ? null : (order_id: string) => call(modifyOrder, { order_id, new_address: whole })
  const order = yield* orderFor(turn, moving, Orders.referenceByProduct(wish), change)
  const { can_modify, order_id: id, status } = yield* Orders.detailsOf(order.order_id)
  return !can_modify
    ? tooLate(id, moving.done, status)
    : change === null
      ? yield* asking(
          `Where shall I send order ${orderName(id)}? I still need the ${missing}. Please tell me the whole new address.`,
          "address"
        )
      : yield* leftToShop(change(id), {}, `send order ${orderName(id)} elsewhere`)
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
