import { Array, Record } from "effect"

/** What the tools that write have done when they have, as a customer is told who can be told nothing more about it. */
const acts: Record.ReadonlyRecord<string, string> = {
  add_to_cart: "The product was put into the cart.",
  update_cart_quantity: "The quantity in the cart was changed.",
  remove_from_cart: "The product was taken out of the cart.",
  set_shipping_address: "The shipping address of the cart was set.",
  set_billing_address: "The billing address of the cart was set.",
  set_billing_same_as_shipping: "The billing address of the cart was set to be the shipping address.",
  apply_coupon_to_cart: "The coupon was added to the cart.",
  remove_coupon_from_cart: "The coupon was removed from the cart.",
  checkout: "The order was placed.",
  cancel_order: "The order was cancelled.",
  modify_order: "The address of the order was changed.",
  initiate_return: "The return was started.",
  process_refund: "The refund was made.",
  place_backorder: "The backorder was placed.",
  remember_preference: "The preference was remembered.",
  forget_preference: "The preference was forgotten."
}

/** The tools that write. */
export const writingTools: ReadonlyArray<string> = Record.keys(acts)

/** Whether a tool writes. */
export const isWriting = (toolName: string): boolean => Record.has(acts, toolName)

/** The tools that have written in a run. */
export const writtenBy = (
  steps: ReadonlyArray<{ readonly toolName: string; readonly status: string }>
): ReadonlyArray<string> =>
  steps.flatMap(({ status, toolName }) => (status === "success" && isWriting(toolName) ? [toolName] : []))

/** What calls of these tools have done, in their order and each sentence once; empty when none of them writes. */
export const told = (toolNames: Iterable<string>): string => {
  const sentences = Array.dedupe(Array.filterMap(toolNames, (name) => Record.get(acts, name)))
  return sentences.length === 0 ? "" : `This was done: ${sentences.join(" ")}`
}
