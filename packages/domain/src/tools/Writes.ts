import { Array, Record } from "effect"
import { actNames } from "../confirmation/Terms.ts"

/** What the tools that act at once have done, as a customer is told who can be told nothing more about it. */
const writes: Record.ReadonlyRecord<string, string> = {
  add_to_cart: "The product was put into the cart.",
  update_cart_quantity: "The quantity in the cart was changed.",
  remove_from_cart: "The product was taken out of the cart.",
  set_shipping_address: "The shipping address of the cart was set.",
  set_billing_address: "The billing address of the cart was set.",
  set_billing_same_as_shipping: "The billing address of the cart was set to be the shipping address.",
  apply_coupon_to_cart: "The coupon was added to the cart.",
  remove_coupon_from_cart: "The coupon was removed from the cart.",
  remember_preference: "The preference was remembered.",
  forget_preference: "The preference was forgotten.",
  open_support_case: "A support case was opened."
}

/** The tools that act at once. */
export const writingTools: ReadonlyArray<string> = Record.keys(writes)

/** Whether a tool can act at once. */
export const isWriting = (toolName: string): boolean => Record.has(writes, toolName)

/** Whether a tool can propose a binding act. `forget_preference` can do both. */
export const isBinding = (toolName: string): boolean => actNames.some((name) => name === toolName)

/** Whether a tool changes something, at once or after the customer's yes: it is given only ids that are known. */
export const changesSomething = (toolName: string): boolean => isWriting(toolName) || isBinding(toolName)

/** The tools that have written in a run; one that has only proposed has not. */
export const writtenBy = (
  steps: ReadonlyArray<{ readonly toolName: string; readonly status: string; readonly isProposal?: true | undefined }>
): ReadonlyArray<string> =>
  steps.flatMap(({ isProposal, status, toolName }) =>
    status === "success" && isProposal === undefined && isWriting(toolName) ? [toolName] : []
  )

/** What calls of these tools have done, in their order and each sentence once; empty when none of them writes. */
export const told = (toolNames: Iterable<string>): string => {
  const sentences = Array.dedupe(Array.filterMap(toolNames, (name) => Record.get(writes, name)))
  return sentences.length === 0 ? "" : `This was done: ${sentences.join(" ")}`
}
