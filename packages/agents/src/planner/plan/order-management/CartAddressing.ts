import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import {
  getCart,
  setBillingAddress,
  setBillingSameAsShipping,
  setShippingAddress
} from "@storefront/domain/tools/CartTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Calls } from "../../Playbook.ts"
import { type SaidAddress } from "../../Wish.ts"
import { type AnswerPart, told } from "../AnswerParts.ts"
import { readAddress } from "./ReadAddress.ts"
import * as Wording from "./CartWording.ts"

/** Who receives a parcel when nobody was named: whoever the cart goes to already, else the customer. */
function* recipientOf(): Calls<string | null> {
  const cart = yield* call(getCart, {})
  if (!(cart instanceof ToolFailure) && cart.recipient_name !== null) {
    return cart.recipient_name
  }
  const customer = yield* call(getUserProfile, {})
  return customer instanceof ToolFailure ? null : customer.name
}

/** Sets where the cart is delivered, or asks for what is missing. */
export function* shipTo(said: SaidAddress | null): AnswerPart {
  const { missing, whole } = readAddress(said)
  if (whole === null) {
    return Wording.missingParts(missing, "shipping")
  }
  const recipient_name = said?.recipient ?? (yield* recipientOf())
  if (recipient_name === null) {
    return Wording.whoReceives
  }
  const phone = said?.phone ?? null
  const to = { recipient_name, ...whole, ...(phone === null ? {} : { phone }) }
  return yield* told(call(setShippingAddress, to), Wording.addressRefused, Wording.shipping)
}

/** Sets where the bill goes, or asks for what is missing. */
export const billTo = (said: SaidAddress | null) => {
  const { missing, whole } = readAddress(said)
  return whole === null
    ? Wording.missingParts(missing, "billing")
    : told(call(setBillingAddress, whole), Wording.addressRefused, Wording.billing)
}

/** Sends the bill to where the parcel goes. */
export const billToShipping = () => told(call(setBillingSameAsShipping, {}), Wording.addressRefused, Wording.billing)
