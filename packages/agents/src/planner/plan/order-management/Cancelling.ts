import { cancellable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { allows, call, isUnagreed } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart } from "../AnswerParts.ts"
import { aboutMeant, aboutOrder, isPointed, lookUp, meantAmong, newest, referenceOf, withDetails } from "./Finding.ts"
import * as Wording from "./Wording.ts"

/** The reason that is recorded when the customer gives none. */
const unspecified = "Cancelled at the customer's request"

function* cancelById(turn: TurnView, { reason }: Wish, orderId: string): AnswerPart {
  yield* lookUp(turn, cancelOrder, orderId)
  const result = yield* call(cancelOrder, {
    order_id: orderId,
    reason: reason === null || reason.trim() === "" ? unspecified : cut(reason.trim(), 500)
  })
  if (result instanceof ToolFailure && isUnagreed(result)) {
    return yield* withDetails(orderId, (order) => Wording.cancellability(order, true))
  }
  return result instanceof ToolFailure
    ? Wording.notCancelled(orderId, result)
    : Wording.cancelled(result, turn.context.customer.loyalty_tier)
}

/** Cancels the one order that was clearly meant; whenever there is a choice it asks and changes nothing. */
export function* cancel(turn: TurnView, wish: Wish): AnswerPart {
  const reference = referenceOf(wish)
  const isAllowed = allows(cancelOrder, turn)
  if (!isAllowed && !isPointed(reference)) {
    return Wording.cancellingRefused
  }
  return yield* aboutMeant(reference, yield* meantAmong(turn, reference, cancellable), {
    one: ({ order_id }) => cancelById(turn, wish, order_id),
    choice: (candidates) => (isAllowed ? Wording.whichToCancel(candidates) : Wording.cancellingRefused),
    noneHolds: Wording.noneToCancelWith
  })
}

/** Answers without changing anything, even when the order is clear. */
export function* cancelQuestion(turn: TurnView, wish: Wish): AnswerPart {
  const isAllowed = allows(cancelOrder, turn)
  // "How does cancelling work" may read like a word about cancelled orders.
  if (wish.order === null || (wish.order.kind === "status" && wish.order.status === "cancelled")) {
    return Wording.cancellationPolicy(
      turn.context.recent_orders.filter(({ status }) => cancellable.includes(status)),
      isAllowed
    )
  }
  return yield* aboutOrder(turn, wish.order, newest, ({ order_id }) =>
    withDetails(order_id, (order) => Wording.cancellability(order, isAllowed))
  )
}
