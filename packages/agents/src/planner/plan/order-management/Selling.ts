import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type Wish } from "../../Wish.ts"
import { notAvailable, rows, told } from "../AnswerParts.ts"
import * as Wording from "./SellerWording.ts"

const unreadable = (failure: ToolFailure, what: string): string =>
  failure.error === "forbidden" ? Wording.refused : notAvailable(what)

/** Tells a seller what was earned in a period. */
export const sales = ({ days }: Wish, turn: TurnView) =>
  told(
    call(getSellerRevenue, days === null ? {} : { days: Math.min(365, Math.max(1, days)) }),
    (failure) => unreadable(failure, "the sales"),
    (report) => Wording.sales(report, turn.context.customer.role)
  )

/** Lists the orders that hold a seller's products. */
export const soldOrders = ({ limit, orderStatus }: Wish, turn: TurnView) =>
  told(
    call(getSellerOrders, { limit: rows(limit, 10), ...(orderStatus === null ? {} : { status: orderStatus }) }),
    (failure) => unreadable(failure, "the orders"),
    (page) => Wording.soldOrders(page, orderStatus, turn.context.customer.role)
  )
