import { noReason } from "@storefront/domain/confirmation/Terms"
import { goodsReceived } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import * as ReturnTools from "@storefront/domain/tools/ReturnTools"
import { dayOf, money, refundDestination } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { cut } from "@storefront/server/platform/text/Text"
import { Array } from "effect"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { contact, sentenceCase, sentences } from "../Blocks.ts"
import { isCalled, theOne } from "../Picking.ts"
import * as Orders from "../Orders.ts"
import {
  type AnswerPart,
  call,
  callAll,
  instead,
  keep,
  knownAll,
  leftToShop,
  sayingList,
  type Steps
} from "../Steps.ts"
import { offer, refused } from "./Acting.ts"
import { returnStates, tracked } from "./Telling.ts"

type Eligibility = typeof ReturnTools.checkReturnEligibility.successSchema.Type

/** Says until when an order can be sent back and how much is refunded, or why it cannot. */
const eligibility = (order: Orders.FoundOrder, report: Eligibility): string => {
  const { message, reason_code, refund_amount, window_ends_at } = report
  const name = sentenceCase(Orders.named(order))
  return reason_code === "already_requested"
    ? `${name} has a return already: ask me what became of it.`
    : reason_code !== "eligible" || refund_amount === null || window_ends_at === null
      ? `${name} cannot be sent back now. ${message}`
      : `${name} can be sent back as a whole until ${dayOf(window_ends_at)}. You would get ${money(refund_amount)} back.`
}

const eligibilityOf = (order_id: string): Steps<Eligibility> =>
  Orders.ofOrder(order_id, call(ReturnTools.checkReturnEligibility, { order_id }))

const returning: Orders.Act = { verb: "return", done: "returned", statuses: ["delivered"] }

/** Tells whether an order, or else the newest delivered one, can be sent back. */
export function* returnEligibility({ order: said }: Wish, turn: TurnView): AnswerPart {
  if (said === null) {
    const { orders } = yield* Orders.ordersIn(returning.statuses)
    const lead =
      "An order can be sent back as a whole, for a time after its delivery. Name one, and I tell until when, and what you would get back. Delivered ones without a return"
    return yield* Orders.sayingOrders(lead, orders.filter(({ reason }) => reason === null).slice(0, 5), {
      asked: "order"
    })
  }
  const order = yield* Orders.meant(turn, said, returning.statuses)
  const report = yield* eligibilityOf(order.order_id)
  return sentences(eligibility(order, report), report.eligible ? offer(returning) : null)
}

/** The units of the one product of several that the message names, beside the order: "the lamp from my last order". */
const namedUnits = ({ product }: Wish, { returnable }: Eligibility) => {
  const called =
    product === null || product.source === "history" || returnable.length < 2
      ? []
      : returnable.filter((line) => isCalled(product.name, line))
  return called.length === 1 ? called.map(({ product_id, quantity }) => ({ product_id, quantity })) : null
}

/** Says that the whole order goes back when only a product of it was named. */
const asAll = ({ order }: Wish, { returnable }: Eligibility): string | null =>
  order?.kind === "product" && returnable.length > 1 ? "This is about the whole order, with everything in it." : null

/** Proposes to send an order back, or what is named of it. */
export function* startReturn(wish: Wish, turn: TurnView): AnswerPart {
  const said = wish.reason ?? (wish.fromHistory ? "" : wish.text)
  const reason = cut(said.trim(), 500) || noReason
  const order = yield* Orders.meantAmong(turn, wish.order, returning)
  const { order_id } = order
  const report = yield* eligibilityOf(order_id)
  if (!report.eligible) {
    return eligibility(order, report)
  }
  const lines = namedUnits(wish, report)
  const asked = call(ReturnTools.initiateReturn, { order_id, lines, reason, refund_method: wish.refundMethod })
  const act = `return order ${orderName(order_id)}`
  return sentences(
    lines === null ? asAll(wish, report) : null,
    yield* leftToShop(asked, { forbidden: refused(returning) }, act)
  )
}

/** A return, with the products of its order where they are known. */
type Returned = ReturnInfo & Pick<Orders.FoundOrder, "more_products" | "products">

const statusOf = ({ refund_amount, refund_method, status, ...order }: Returned): string =>
  `The return of ${Orders.named(order)} ${returnStates[status]}. A refund of ${money(refund_amount)} to ${refundDestination[refund_method]} ${status === "refunded" ? "was" : "has not been"} paid.`

const lookedInto = 3

/** The returns of the order that is meant, or else the newest ones; `without` is an order that has none. */
function* returnsMeant({ order: said, text }: Wish, turn: TurnView) {
  const isReturn = /\breturns?\b/iu.test(text) && !/\border\b/iu.test(text)
  // "My latest return" points at a return, not at an order.
  const order = said === null || (isReturn && said.kind !== "id") ? null : yield* Orders.meant(turn, said, ["returned"])
  const recent = order === null ? (yield* Orders.ordersIn([null])).orders : []
  const orders: ReadonlyArray<Orders.FoundOrder> =
    order === null ? recent.filter(({ reason }) => reason !== null).slice(0, lookedInto) : [order]
  const ids = orders.map(({ order_id }) => ({ order_id }))
  const reports = yield* knownAll(callAll(ReturnTools.getReturnStatus, ids))
  const returns = Array.zip(orders, reports).flatMap(([order, report]) =>
    report.return === null ? [] : [{ ...order, ...report.return }]
  )
  return { returns, without: order }
}

const sayingReturns = (lead: string, returns: ReadonlyArray<Returned>, kept: Parameters<typeof keep>[0] = {}) =>
  sayingList(lead, returns, statusOf, Orders.orderItem, kept)

/** Tells that an order has no return, where it is, and who can help. */
function* withoutReturn(order: Orders.FoundOrder | null, turn: TurnView): AnswerPart {
  return sentences(
    order === null ? "You have no returns." : `Order ${orderName(order.order_id)} has no return.`,
    order === null ? null : yield* tracked(order),
    "Once an order is delivered, you can tell me to return it.",
    `If something is wrong with an order, a person can look into it: write to ${contact(turn)}.`
  )
}

/** Tells what became of a return; without an order, of the newest ones. */
export function* returnStatus(wish: Wish, turn: TurnView): AnswerPart {
  const { returns, without } = yield* returnsMeant(wish, turn)
  return yield* returns.length === 0 ? withoutReturn(without, turn) : sayingReturns("Your returns", returns)
}

/** Proposes to pay back the only return that has arrived, or else the newest; of several it asks which. */
export function* refund(wish: Wish, turn: TurnView): AnswerPart {
  const { returns, without } = yield* returnsMeant(wish, turn)
  const open = returns.filter(({ status }) => status === goodsReceived)
  const candidates = open.length > 0 ? open : returns.slice(0, 1)
  const ask = sayingReturns("Which return is it about? These are open", candidates, { asked: "order" })
  // "I want my money back" names no return.
  const isNamed = wish.order !== null || /\breturns?\b/iu.test(wish.text)
  const found =
    isNamed || candidates.length === 0
      ? yield* theOne(candidates, () => ask, withoutReturn(without, turn))
      : yield* instead(ask)
  yield* keep({ orders: [found.order_id] })
  return yield* leftToShop(
    call(ReturnTools.processRefund, { return_id: found.return_id }),
    { forbidden: refused({ done: "refunded" }), conflict: statusOf(found) },
    "refund that return",
    undefined,
    () => `This is the return of ${Orders.named(found)}.`
  )
}
