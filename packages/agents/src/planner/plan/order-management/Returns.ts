import { noReason } from "@storefront/domain/confirmation/Terms"
import { type ReturnEligibility } from "@storefront/domain/Returns"
import { goodsReceived } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import * as ReturnTools from "@storefront/domain/tools/ReturnTools"
import { dayOf, list, refundDestination } from "@storefront/domain/EnglishWording"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { orderName } from "../../text/OrderNames.ts"
import { namedNow, type Wish } from "../../Wish.ts"
import { amountOf, caseHint, itemOf, refundAmounts, sentenceCase, sentences } from "../Formatting.ts"
import { matchesName, pickProduct, onlyCandidate } from "../ProductResolution.ts"
import * as OrderResolution from "../OrderResolution.ts"
import { type AnswerPart, call, endWith, keepState, resultOf, proposeOrDo, sayList, type Flow } from "../Flows.ts"
import { howToRequest, notAllowed } from "./OrderChanges.ts"
import { returnText, trackingAnswer } from "./OrderAnswers.ts"

type Eligibility = typeof ReturnTools.checkReturnEligibility.successSchema.Type

/** Explains what of an order can be returned, until when and for how much, or why nothing can. */
const eligibilityText = (order: OrderResolution.FoundOrder, report: Eligibility, turn: TurnView): string => {
  const { reason_code, refund_amount, returnable, shipping_refund, window_ends_at } = report
  const whyNot: { readonly [R in ReturnEligibility]?: string } = {
    not_delivered: "Only a delivered order can be sent back; one that is placed or confirmed can be cancelled instead.",
    no_delivery_record: `There is no record of its delivery. ${caseHint(turn)}`,
    window_closed: `The time for returns is over. ${caseHint(turn)}`,
    already_requested: "It has a return already: ask me what became of it.",
    placed_elsewhere: `It was placed elsewhere, so I can only look at it. ${caseHint(turn)}`
  }
  return refund_amount === null || window_ends_at === null || reason_code !== "eligible"
    ? `${sentenceCase(OrderResolution.labelOf(order))} cannot be sent back now. ${whyNot[reason_code] ?? caseHint(turn)}`
    : `Of order ${orderName(order.order_id)} you can send back, until ${dayOf(window_ends_at)}: ${list(returnable.map(amountOf))}. For all of that you would get back ${refundAmounts(refund_amount, shipping_refund)}.`
}

const requireEligibility = (order_id: string): Flow<Eligibility> =>
  OrderResolution.orderResult(order_id, call(ReturnTools.checkReturnEligibility, { order_id }))

const returnAct: OrderResolution.Act = {
  verb: "return",
  done: "returned",
  statuses: ["delivered"],
  tool: ReturnTools.initiateReturn
}

/** Explains whether an order can be returned; without one, lists delivered orders without a return. */
export function* returnEligibility({ order: ref }: Wish, turn: TurnView): AnswerPart {
  if (ref === null) {
    const { orders } = yield* OrderResolution.ordersWith(returnAct.statuses)
    const lead =
      "An order can be sent back, all of it or some, for a time after its delivery. Name one, and I will tell you until when, and what you would get back. Delivered ones without a return"
    return yield* OrderResolution.sayOrders(lead, orders.filter(({ reason }) => reason === null).slice(0, 5), {
      asked: "order"
    })
  }
  const order = yield* OrderResolution.resolve(turn, ref, returnAct.statuses)
  const report = yield* requireEligibility(order.order_id)
  return sentences(eligibilityText(order, report, turn), report.eligible ? howToRequest(returnAct, turn) : null)
}

const meansEverything =
  /^(?:all|both)\b(?! of the)|\beverything\b|\b(?:whole|entire) (?:order|thing|lot)\b|\ball of (?:it|them)\b/iu

/** Resolves the units to return, without a quantity all of a product; null: all that is left. Asks if unclear. */
function* unitsToReturn({ items, order, quantity, text }: Wish, { order_id, returnable }: Eligibility) {
  const stated = items.length > 0 || order?.kind !== "product" ? items : [{ product: namedNow(order.name), quantity }]
  const namedUnits = stated
    .map(({ product: { name, source }, quantity }) => {
      const lines = pickProduct(name, returnable).filter((line) => matchesName(name, line))
      return { lines, quantity, source }
    })
    // Products mentioned before need not belong to this order.
    .filter(({ lines, source }) => lines.length > 0 || source === "message")
  if (meansEverything.test(text) || (namedUnits.length === 0 && quantity === null)) {
    return null
  }
  const requestedUnits = namedUnits.length > 0 ? namedUnits : [{ lines: returnable, quantity }]
  const units = requestedUnits.flatMap(({ lines, quantity: requested }) =>
    lines.flatMap(({ product_id, quantity: left }) => {
      const quantity = requested ?? left
      return lines.length === 1 && quantity >= 1 && quantity <= left ? [{ product_id, quantity }] : []
    })
  )
  const lead = `I am not sure what of order ${orderName(order_id)} goes back, and how many of it. It holds`
  return units.length === requestedUnits.length
    ? units
    : yield* endWith(sayList(lead, returnable, amountOf, itemOf, { asked: "order" }))
}

/** Proposes the return of an order, or of some units. */
export function* startReturn(wish: Wish, turn: TurnView): AnswerPart {
  const stated = wish.reason ?? (wish.fromHistory ? "" : wish.text)
  const reason = cut(stated.trim(), 500) || noReason
  const order = yield* OrderResolution.resolveFor(turn, wish.order, returnAct)
  const { order_id } = order
  const report = yield* requireEligibility(order_id)
  if (!report.eligible) {
    return eligibilityText(order, report, turn)
  }
  const lines = yield* unitsToReturn(wish, report)
  return yield* proposeOrDo(
    call(ReturnTools.initiateReturn, { order_id, lines, reason, refund_method: wish.refundMethod }),
    { forbidden: notAllowed(returnAct, turn) },
    `return order ${orderName(order_id)}`
  )
}

const statusOf = (sentBack: ReturnInfo): string =>
  `${returnText(sentBack)}. ${refundAmounts(sentBack.refund_amount, sentBack.shipping_refund)} ${sentBack.status === "refunded" ? "was" : "has not been"} paid back to ${refundDestination[sentBack.refund_method]}.`

/** Finds the returns of an order; without one, those under way and the last that ended. */
function* returnsInQuestion({ order: ref, text }: Wish, turn: TurnView) {
  const isReturn = /\breturns?\b/iu.test(text) && !/\border\b/iu.test(text)
  // "My latest return" refers to a return, not to an order.
  const order =
    ref === null || (isReturn && ref.kind !== "id") ? null : yield* OrderResolution.resolve(turn, ref, ["returned"])
  const { other_returns, return: first } = yield* order === null
    ? resultOf(call(ReturnTools.getReturnStatus, {}))
    : OrderResolution.orderResult(order.order_id, call(ReturnTools.getReturnStatus, { order_id: order.order_id }))
  const returns: ReadonlyArray<ReturnInfo> = [...(first === null ? [] : [first]), ...other_returns]
  return { returns, order }
}

const sayReturns = (lead: string, returns: ReadonlyArray<ReturnInfo>, kept: Parameters<typeof keepState>[0] = {}) =>
  sayList(
    lead,
    returns,
    statusOf,
    ({ lines, order_id }) => OrderResolution.orderItem({ order_id, products: lines.map(({ name }) => name) }),
    kept
  )

/** Explains that an order has no return, and where it is. */
function* withoutReturn(order: OrderResolution.FoundOrder | null, turn: TurnView): AnswerPart {
  return sentences(
    order === null ? "You have no returns." : `Order ${orderName(order.order_id)} has no return.`,
    order === null ? null : yield* trackingAnswer(order),
    `Ask me what of a delivered order can be sent back. Is something wrong with an order? ${caseHint(turn)}`
  )
}

/** Lists the returns of an order or, without one, the newest. */
export function* returnStatus(wish: Wish, turn: TurnView): AnswerPart {
  const { returns, order } = yield* returnsInQuestion(wish, turn)
  return yield* returns.length === 0 ? withoutReturn(order, turn) : sayReturns("Your returns", returns)
}

/** Proposes to refund the only return that has arrived, or else the newest; asks which of several. */
export function* refund(wish: Wish, turn: TurnView): AnswerPart {
  const { returns, order } = yield* returnsInQuestion(wish, turn)
  const open = returns.filter(({ status }) => status === goodsReceived)
  const candidates = open.length > 0 ? open : returns.slice(0, 1)
  const whichReturn = sayReturns("Which return is it about?", candidates, { asked: "order" })
  // "I want my money back" does not name a return.
  const namesReturn = wish.order !== null || /\breturns?\b/iu.test(wish.text)
  const chosen =
    namesReturn || candidates.length === 0
      ? yield* onlyCandidate(candidates, () => whichReturn, withoutReturn(order, turn))
      : yield* endWith(whichReturn)
  yield* keepState({ orders: [chosen.order_id] })
  return yield* proposeOrDo(
    call(ReturnTools.processRefund, { return_id: chosen.return_id }),
    { forbidden: notAllowed({ done: "refunded" }, turn), conflict: statusOf(chosen) },
    "refund that return",
    undefined,
    () => `${returnText(chosen)}.`
  )
}
