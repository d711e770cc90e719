import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type Wish } from "../../Wish.ts"
import { notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { rows } from "../Rows.ts"
import * as Wording from "./SellerWording.ts"

const unreadable = (failure: ToolFailure, what: string): string =>
  failure.error === "forbidden" ? Wording.refused : notAvailable(what)

/** Tells a seller what was earned in a period. */
export function* sales(turn: TurnView, { days }: Wish): AnswerPart {
  const report = yield* call(getSellerRevenue, days === null ? {} : { days: Math.min(365, Math.max(1, days)) })
  return report instanceof ToolFailure
    ? unreadable(report, "the sales")
    : Wording.sales(report, turn.context.customer.role)
}

/** Lists the orders that hold a seller's products. */
export function* soldOrders(turn: TurnView, { limit, orderStatus }: Wish): AnswerPart {
  const page = yield* call(getSellerOrders, {
    limit: rows(limit, 10),
    ...(orderStatus === null ? {} : { status: orderStatus })
  })
  return page instanceof ToolFailure
    ? unreadable(page, "the orders")
    : Wording.soldOrders(page, orderStatus, turn.context.customer.role)
}
