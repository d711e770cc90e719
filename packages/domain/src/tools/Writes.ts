import { type Tool } from "@effect/ai"
import { Array, Record } from "effect"
import { actNames } from "../confirmation/Terms.ts"
import { ProposalResult } from "./ProposalResult.ts"

/** Sentences about the effects of immediate writes, for customers to whom no details can be given. */
const writes: Record.ReadonlyRecord<string, string> = {
  add_to_cart: "The product was put into the cart.",
  update_cart_quantity: "The quantity in the cart was changed.",
  remove_from_cart: "The product was taken out of the cart.",
  set_shipping_address: "The shipping address of the cart was set.",
  set_billing_address: "The billing address of the cart was set.",
  set_billing_same_as_shipping: "The billing address of the cart was set to be the shipping address.",
  apply_coupon_to_cart: "The coupon was added to the cart.",
  remove_coupon_from_cart: "The coupon was removed from the cart.",
  checkout: "The link to the shop's till was given.",
  remember_preference: "The preference was remembered.",
  forget_preference: "The preference was forgotten.",
  open_support_case: "A support case was opened."
}

/** Tools that write immediately. */
export const writingTools: ReadonlyArray<string> = Record.keys(writes)

/** Returns whether a tool of this name can write immediately. */
export const isWriting = (toolName: string): boolean => Record.has(writes, toolName)

/** Returns whether a tool can write immediately by this contract: `checkout` does so only in a shop with a till. */
export const actsAtOnce = ({ name, successSchema }: Tool.Any): boolean =>
  isWriting(name) && successSchema.ast !== ProposalResult.ast

/** Returns whether a tool can propose a binding act. `forget_preference` can also write immediately. */
export const isBinding = (toolName: string): boolean => actNames.some((name) => name === toolName)

/** Returns whether a tool changes something, immediately or after confirmation. Such tools only get known ids. */
export const isMutating = (toolName: string): boolean => isWriting(toolName) || isBinding(toolName)

/** Returns the tools that wrote in a run; proposals are no writes. */
export const writesOf = (
  steps: ReadonlyArray<{ readonly toolName: string; readonly status: string; readonly isProposal?: true | undefined }>
): ReadonlyArray<string> =>
  steps.flatMap(({ isProposal, status, toolName }) =>
    status === "success" && isProposal === undefined && isWriting(toolName) ? [toolName] : []
  )

/** Describes the writes of these tools in order, each sentence once; empty if none of them writes. */
export const describeWrites = (toolNames: Iterable<string>): string => {
  const sentences = Array.dedupe(Array.filterMap(toolNames, (name) => Record.get(writes, name)))
  return sentences.length === 0 ? "" : `This was done: ${sentences.join(" ")}`
}
