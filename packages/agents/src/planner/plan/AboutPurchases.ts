import { getPurchaseHistory } from "@storefront/domain/tools/AccountTools"
import { call } from "../Playbook.ts"
import { dayOf, list } from "@storefront/domain/Wording"
import { told } from "./AnswerParts.ts"
import { type Wish } from "../Wish.ts"
import { amountOf } from "./ProductWording.ts"

/** Tells what the customer ordered before, newest first. */
export const aboutPurchases = ({ limit }: Wish) =>
  told(call(getPurchaseHistory, limit === null ? {} : { limit }), "what you bought before", ({ orders }) =>
    orders.length === 0
      ? "You have not ordered anything here yet."
      : [
          "What you ordered, newest first:",
          ...orders.map(
            ({ created_at, order_id, products, status }) =>
              `- ${dayOf(created_at)}: ${list(products.map(amountOf))}${status === "cancelled" || status === "returned" ? ` (${status})` : ""}, order ${order_id}`
          )
        ].join("\n")
  )
