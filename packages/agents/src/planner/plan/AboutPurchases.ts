import { getPurchaseHistory } from "@storefront/domain/tools/AccountTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../Playbook.ts"
import { dayOf, list } from "@storefront/domain/Wording"
import { notAvailable, type AnswerPart } from "./AnswerParts.ts"
import { amountOf } from "./ProductWording.ts"

/** Tells what the customer ordered before, newest first. */
export function* aboutPurchases(limit: number | null): AnswerPart {
  const history = yield* call(getPurchaseHistory, limit === null ? {} : { limit })
  if (history instanceof ToolFailure) {
    return notAvailable("what you bought before")
  }
  return history.orders.length === 0
    ? "You have not ordered anything here yet."
    : [
        "What you ordered, newest first:",
        ...history.orders.map(
          ({ created_at, order_id, products, status }) =>
            `- ${dayOf(created_at)}: ${list(products.map(amountOf))}${status === "cancelled" || status === "returned" ? ` (${status})` : ""}, order ${order_id}`
        )
      ].join("\n")
}
