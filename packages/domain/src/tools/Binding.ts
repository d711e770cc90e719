import { Context, Option } from "effect"
import { ToolFailure } from "./ToolContract.ts"

/** What a binding tool does, in a word that a customer would use. */
export type BindingAct = "order" | "cancel" | "readdress" | "return" | "refund"

/**
 * The act that only the customer's own words can ask for; the annotation of the contract of a binding tool. Absent: the
 * model decides.
 */
export class Binding extends Context.Reference<Binding>()("@storefront/domain/tools/Binding", {
  defaultValue: (): Option.Option<BindingAct> => Option.none()
}) {}

/** `conflict`: the customer's own words do not carry what a binding tool was called for. */
export const consentMissing = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "The customer has not agreed to exactly this in their own words, and nothing was done. Say what would be done, with the order id, for a return also with where the money goes, or for an order of the cart with what is in it, the total, the address and the speed, and end with the question whether to do it. Act after their yes.",
    reason: "consent_missing"
  })
