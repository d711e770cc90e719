import { fieldsOf, numberOf, textOrNull } from "../../json/Fields.ts"
import { type ToPage } from "../../page/Messages.ts"
import { type TaskView } from "@storefront/domain/turn/TaskView"

const emptied = { type: "cart-changed", item_count: 0, subtotal: 0, currency: null } as const

/** Returns the cart that an answer shows or has emptied, for the page; null if it says nothing of it. */
export const cartChangeOf = ({ actions, cards }: Pick<TaskView, "actions" | "cards">): ToPage | null => {
  const cart = cards.findLast(({ kind }) => kind === "cart")
  if (cart !== undefined) {
    const { currency, item_count, subtotal } = fieldsOf(cart.data)
    return {
      type: "cart-changed",
      item_count: numberOf(item_count),
      subtotal: numberOf(subtotal),
      currency: textOrNull(currency)
    }
  }
  const isOrdered = actions.some(({ data }) => {
    const { act, state } = fieldsOf(data)
    return act === "checkout" && state === "confirmed"
  })
  return isOrdered ? emptied : null
}
