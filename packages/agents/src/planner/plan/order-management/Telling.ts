import { getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { call } from "../../Playbook.ts"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart, contact, notAvailable, told } from "../AnswerParts.ts"
import { type FoundOrder, orderPage, withDate } from "../References.ts"
import { aboutFitting, type Preference, referenceByProduct, unreadable, withDetails } from "./Finding.ts"
import { checkOne } from "./Returning.ts"
import { periodIn } from "./Period.ts"
import * as Wording from "./Wording.ts"

/** What was spent in the period that is named; orders that were cancelled or sent back cost nothing in the end. */
export function* spending({ days, text }: Wish, turn: TurnView): AnswerPart {
  const page = yield* orderPage(mostRows, null)
  if (page instanceof ToolFailure) {
    return notAvailable("your orders")
  }
  const period = periodIn(text, turn.context.today, days)
  const kept = page.orders
    .map(withDate)
    .filter(
      ({ date, status }) => date >= period.from && date <= period.to && status !== "cancelled" && status !== "returned"
    )
  return Wording.spent(kept, period, page.orders.length < page.total_count)
}

const isPayment = /\b(?:charged|billed|paid|payment|invoice)\b/iu
const isLost =
  /\bdelivered\b|\b(?:lost|stolen|missing|never (?:came|arrived|got|received)|not (?:here|arrived))\b|\bempty\b/iu

/** Somebody who misses something means what was recorded as delivered last. */
const deliveredLast: Preference = (candidates) =>
  candidates.find(({ status }) => status === "delivered") ?? candidates[0]

/** The order that something is wrong with: what is recorded of it, who can help, and what can be done here. */
export function* orderProblem(wish: Wish, turn: TurnView): AnswerPart {
  if (isPayment.test(wish.text)) {
    return Wording.paymentProblem(contact(turn))
  }
  const answer = yield* aboutFitting(
    turn,
    referenceByProduct(wish),
    deliveredLast,
    ({ status }) => (status === "delivered" ? 0 : status === "cancelled" || status === "returned" ? null : 1),
    (order) => (isLost.test(wish.text) ? lost(turn, order) : faulty(turn, order))
  )
  return answer.includes(contact(turn)) ? answer : Wording.helpAlso(answer, contact(turn))
}

const lost = (turn: TurnView, { order_id }: FoundOrder): AnswerPart =>
  told(
    call(getOrderTracking, { order_id }),
    (failure) => unreadable(failure, order_id),
    (tracking) => Wording.lost(Wording.tracking(tracking, false), contact(turn))
  )

function* faulty(turn: TurnView, order: FoundOrder): AnswerPart {
  return Wording.faulty(yield* checkOne(turn, order), contact(turn))
}

/** How what was done stands, for somebody who does not want it any more. */
export const takenBack = ({ order }: Wish, turn: TurnView): AnswerPart =>
  withDetails(order?.kind === "id" ? order.id : "", (details) => Wording.takenBack(details, contact(turn)))

/** Orders that are told of at once. */
const mostTracked = 4

/** Every order that somebody may be waiting for. */
export function* trackAll(waiting: ReadonlyArray<FoundOrder>): AnswerPart {
  const parts: Array<string> = []
  for (const { order_id } of waiting.slice(0, mostTracked)) {
    const tracking = yield* call(getOrderTracking, { order_id })
    parts.push(tracking instanceof ToolFailure ? unreadable(tracking, order_id) : Wording.tracking(tracking, false))
  }
  return Wording.severalWaiting(parts, waiting.length)
}
