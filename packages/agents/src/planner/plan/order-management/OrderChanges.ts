import { noReason } from "@storefront/domain/confirmation/Terms"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, modifyOrder } from "@storefront/domain/tools/OrderTools"
import { mayUse } from "@storefront/domain/tools/RolePolicy"
import { list, money } from "@storefront/domain/EnglishWording"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { caseHint, sentences, asWords } from "../Formatting.ts"
import * as OrderResolution from "../OrderResolution.ts"
import { type AnswerPart, askFor, call, proposeOrDo } from "../Flows.ts"
import { readAddress } from "./CartAddresses.ts"

/** Explains that the account's role does not allow an act. */
export const notAllowed = ({ done }: Pick<OrderResolution.Act, "done">, turn: TurnView): string =>
  `Your account cannot have orders ${done} by me. ${caseHint(turn)}`

/** Explains how to request an act, or that the account's role does not allow it. */
export const howToRequest = (act: OrderResolution.Act, turn: TurnView): string =>
  mayUse(turn.context.customer.role, act.tool)
    ? `Nothing is changed: tell me to ${act.verb} it if you want that.`
    : notAllowed(act, turn)

/** Warns that an act concerns the whole order, if only a product of it was named. */
export const onlyAsWhole = (
  { order, product }: Pick<Wish, "order" | "product">,
  { more_products = 0, products = [] }: Pick<OrderResolution.FoundOrder, "more_products" | "products">,
  { done }: OrderResolution.Act
): string | null =>
  (product !== null || order?.kind === "product") && products.length + more_products > 1
    ? `An order can only be ${done} as a whole, with everything in it.`
    : null

const tooLate = (orderId: string, done: string, status: string): string =>
  status === done
    ? `Order ${orderName(orderId)} is ${done} already.`
    : `Order ${orderName(orderId)} can no longer be ${done}: it is ${asWords(status)}. Only an order that has not left the warehouse can.`

/** Explains that an order was placed elsewhere. */
export const notHere = (orderId: string, turn: TurnView): string =>
  `Order ${orderName(orderId)} was placed elsewhere, so I can only look at it: nothing here can change, cancel or return it. ${caseHint(turn)}`

const cancellation: OrderResolution.Act = {
  verb: "cancel",
  done: "cancelled",
  statuses: cancellable,
  tool: cancelOrder
}

/** Explains whether an order can still be cancelled. */
const cancellability = (order: OrderResolution.Details, turn: TurnView): string =>
  order.placed_elsewhere === true
    ? notHere(order.order_id, turn)
    : OrderResolution.allows(order, "cancel")
      ? `Order ${orderName(order.order_id)} is ${order.status} and can still be cancelled as a whole: ${list(order.items.map(({ name }) => name))}. You would get ${money(order.amount_charged)} back. ${howToRequest(cancellation, turn)}`
      : `${tooLate(order.order_id, cancellation.done, order.status)}${OrderResolution.allows(order, "return") ? " It can still be sent back." : ""}`

/** Proposes to cancel an order; asks which if there are several. */
export function* cancel(wish: Wish, turn: TurnView): AnswerPart {
  const reason = cut(wish.reason?.trim() ?? "", 500) || noReason
  const order = yield* OrderResolution.resolveFor(turn, wish.order, cancellation)
  const { order_id } = order
  const details = yield* OrderResolution.detailsOf(order_id)
  const failureAnswers = { conflict: cancellability(details, turn), forbidden: notAllowed(cancellation, turn) }
  const cancelCall = call(cancelOrder, { order_id, reason })
  return sentences(
    onlyAsWhole(wish, order, cancellation),
    yield* proposeOrDo(cancelCall, failureAnswers, `cancel order ${orderName(order_id)}`)
  )
}

/** Answers a question about cancelling without proposing it. */
export function* cancelQuestion({ order }: Wish, turn: TurnView): AnswerPart {
  return order === null
    ? `An order can be cancelled as long as it is placed or confirmed, that is before it leaves the warehouse. You get everything back that you paid for it, shipping included. ${howToRequest(cancellation, turn)}`
    : cancellability(yield* OrderResolution.detailsOf((yield* OrderResolution.resolve(turn, order)).order_id), turn)
}

const addressChange: OrderResolution.Act = {
  verb: "send to a new address",
  done: "sent to a new address",
  statuses: modifiable,
  tool: modifyOrder
}

/** Proposes a new address for an order; asks for missing parts. */
export function* changeAddress(wish: Wish, turn: TurnView): AnswerPart {
  const { missing, completeAddress } = readAddress(wish.address)
  const order = yield* OrderResolution.resolveFor(turn, wish.order, addressChange)
  const details = yield* OrderResolution.detailsOf(order.order_id)
  const { can_modify, order_id, status } = details
  const name = orderName(order_id)
  return !can_modify
    ? OrderResolution.allows(details, "modify")
      ? notAllowed(addressChange, turn)
      : details.placed_elsewhere === true
        ? notHere(order_id, turn)
        : tooLate(order_id, addressChange.done, status)
    : completeAddress === null
      ? yield* askFor(
          `Where shall I send order ${name}? I still need the ${missing}. Please tell me the whole new address.`,
          "address"
        )
      : yield* proposeOrDo(
          call(modifyOrder, { order_id, new_address: completeAddress }),
          { forbidden: notAllowed(addressChange, turn) },
          `send order ${name} elsewhere`
        )
}

/** Explains which changes of an order are possible. */
export const changeOrder = (): string =>
  "I can only change the delivery address of an order, as long as it has not left the warehouse. For other products, cancel it and order again."
