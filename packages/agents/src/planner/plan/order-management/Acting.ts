import { noReason } from "@storefront/domain/confirmation/Terms"
import { type OrderStatus } from "@storefront/domain/Orders"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, modifyOrder } from "@storefront/domain/tools/OrderTools"
import { list, money } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { orderName } from "../../text/OrderNames.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { words } from "../Blocks.ts"
import * as Orders from "../Orders.ts"
import { allows, type AnswerPart, asking, call, instead, leftToShop, type Steps } from "../Steps.ts"
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

const tooLate = (orderId: string, done: string, status: string): string =>
  status === done
    ? `Order ${orderName(orderId)} is ${done} already.`
    : `Order ${orderName(orderId)} can no longer be ${done}: it is ${words(status)}. Only an order that has not left the warehouse can.`

/** The order to act on, for who may. */
export function* orderFor(turn: TurnView, act: Act, reference: OrderReference | null): Steps<Orders.FoundOrder> {
  return allows(act.tool, turn)
    ? yield* Orders.meantAmong(turn, reference, act.statuses, act.verb)
    : yield* instead(refused(act.done))
}

export const cancelling: Act = { tool: cancelOrder, verb: "cancel", done: "cancelled", statuses: cancellable }

/** Says whether an order can still be cancelled, and why not. */
const cancellability = (turn: TurnView, { order_id: id, ...order }: Orders.Details): string =>
  order.can_cancel
    ? `Order ${orderName(id)} is ${order.status} and can still be cancelled as a whole: ${list(order.items.map(({ name }) => name))}. You would get ${money(order.amount_charged)} back. ${offer(turn, cancelling)}`
    : `${tooLate(id, cancelling.done, order.status)}${order.can_return ? " It can still be sent back." : ""}`

/** Proposes to cancel the order that is meant; whenever there is a choice it asks which. */
export function* cancel(wish: Wish, turn: TurnView): AnswerPart {
  const reason = cut(wish.reason?.trim() ?? "", 500) || noReason
  const { order_id } = yield* orderFor(turn, cancelling, wish.order)
  const details = yield* Orders.detailsOf(order_id)
  const whys = { conflict: cancellability(turn, details) }
  return yield* leftToShop(call(cancelOrder, { order_id, reason }), whys, `cancel order ${orderName(order_id)}`)
}

/** Answers without changing anything, even when the order is clear. */
export function* cancelQuestion({ order }: Wish, turn: TurnView): AnswerPart {
  return order === null
    ? `An order can be cancelled as long as it is placed or confirmed, that is before it leaves the warehouse. You get everything back that you paid for it, shipping included. ${offer(turn, cancelling)}`
    : cancellability(turn, yield* Orders.detailsOf((yield* Orders.meant(turn, order)).order_id))
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
  const order = yield* orderFor(turn, moving, Orders.referenceByProduct(wish))
  const { can_modify, order_id, status } = yield* Orders.detailsOf(order.order_id)
  const name = orderName(order_id)
  return !can_modify
    ? tooLate(order_id, moving.done, status)
    : whole === null
      ? yield* asking(
          `Where shall I send order ${name}? I still need the ${missing}. Please tell me the whole new address.`,
          "address"
        )
      : yield* leftToShop(call(modifyOrder, { order_id, new_address: whole }), {}, `send order ${name} elsewhere`)
}

/** Says what can be changed in an order, and what cannot. */
export const changeOrder = (_: Wish, turn: TurnView): string =>
  allows(modifyOrder, turn)
    ? "I can only change the delivery address of an order, as long as it has not left the warehouse. For other products, cancel it and order again."
    : refused("changed")
