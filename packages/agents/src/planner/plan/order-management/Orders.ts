import { type ReturnStatus } from "@storefront/domain/Returns"
import { getOrderDetails } from "@storefront/domain/tools/OrderTools"
import { day, lines, money } from "@storefront/domain/Wording"
import { call } from "../../Playbook.ts"
import { type OrderReference } from "../../Wish.ts"
import { phrases, words } from "../Blocks.ts"
import { type FoundOrder } from "../References.ts"
import { known, notDone, type Steps } from "../Steps.ts"

/** A list of orders to choose from. */
export const orderLines = (orders: ReadonlyArray<FoundOrder>): string =>
  lines(
    orders.map(({ date, order_id, status, total }) =>
      phrases(
        `Order ${order_id}`,
        date === null ? null : day(date),
        total === null ? null : money(total),
        status === null ? null : words(status)
      )
    )
  )

/** Nothing fits what the customer said about the order; `whose` are those among which it was looked for. */
export const noOrder = (reference: OrderReference | null, whose = "your newest ones"): string => {
  switch (reference?.kind) {
    case undefined:
      return "You have not ordered anything yet."
    case "id":
      return missing(reference.id)
    case "idPrefix":
      return missing(reference.prefix)
    case "status":
      return `You have no such order that is ${words(reference.status)}. ${seeAll}`
    case "product":
      return `I found no order with “${reference.name}” among ${whose}. ${seeAll}`
    default:
      return `You have no such order. ${seeAll}`
  }
}

const seeAll = "Ask me for your orders to see all of them."

const missing = (id: string): string => `I found no order ${id} among yours. ${seeAll}`

/** Why nothing was done about an order that was not found, worded by what was wrong with its id. */
export const notFound = (id: string) => ({ not_found: missing(id), invalid_argument: missing(id) })

/** Where a return is on its way, to follow "the return of order …". */
export const returnStates: { readonly [S in ReturnStatus]: string } = {
  requested: "is requested and being reviewed",
  approved: "is approved; please send the parcel back",
  shipped_back: "is on its way back to us",
  received: "has arrived at our warehouse",
  refunded: "is complete",
  denied: "was denied"
}

/** An order with everything that belongs to it. */
export type Details = typeof getOrderDetails.successSchema.Type

/** All that is known of an order. */
export const detailsOf = (id: string): Steps<Details> =>
  known(call(getOrderDetails, { order_id: id }), notDone(`look up order ${id}`, notFound(id)))
