import { type GivenAddress } from "@storefront/domain/Address"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import * as CartTools from "@storefront/domain/tools/CartTools"
import { list } from "@storefront/domain/EnglishWording"
import { type StatedAddress, type Wish } from "../../Wish.ts"
import { type AnswerPart, askFor, call, resultOf, proposeOrDo } from "../Flows.ts"

const addressParts = { street: "street and number", city: "city", state: "state", zip: "ZIP code" } as const

/**
 * Returns a complete address, or the missing parts in words. `addressParts` and `lacking` list the same parts. A state
 * that we know is one of the United States; any other address without a country leaves it to the shop.
 */
export const readAddress = (
  stated: StatedAddress | null
): { readonly completeAddress: GivenAddress | null; readonly missing: string } => {
  const { city = null, country = null, state = null, street = null, zip = null } = stated ?? {}
  const lacking = (["street", "city", "state", "zip"] as const).filter((part) =>
    part === "state" ? state === null : (stated?.[part] ?? "").trim() === ""
  )
  return lacking.length > 0 || street === null || city === null || state === null || zip === null
    ? { completeAddress: null, missing: list(lacking.map((part) => addressParts[part])) }
    : {
        completeAddress: { street, city, state, zip, country: country ?? (state === "" ? undefined : "US") },
        missing: ""
      }
}

const oneOrder = /\b(?:gift|present|(?:only )?for (?:just )?this (?:one )?order(?: only)?|just this (?:once|time))\b/iu

/** Sets the shipping address of the cart or, for a gift, of its next order; asks for missing parts. */
export function* shipTo({ address: stated, text }: Wish): AnswerPart {
  const { missing, completeAddress } = readAddress(stated)
  if (completeAddress === null) {
    return yield* askFor(
      `Where shall your cart be delivered? I still need the ${missing}${stated?.recipient == null ? ", and who receives it" : ""}.`,
      "address"
    )
  }
  // Defaults to the cart's present recipient, or else to the customer.
  const recipient_name =
    stated?.recipient ??
    (yield* resultOf(call(CartTools.getCart, {}))).recipient_name ??
    (yield* resultOf(call(getUserProfile, {}))).name
  return yield* proposeOrDo(
    call(CartTools.setShippingAddress, {
      recipient_name,
      ...completeAddress,
      phone: null,
      ...(oneOrder.test(text) ? { for_this_order: true } : {})
    }),
    {},
    "set that address"
  )
}

/** Sets the billing address; asks for missing parts. */
export const billTo = ({ address }: Wish) => {
  const { missing, completeAddress } = readAddress(address)
  return completeAddress === null
    ? askFor(`Where shall the bill go? I still need the ${missing}.`, "address")
    : proposeOrDo(call(CartTools.setBillingAddress, completeAddress), {}, "set that address")
}

export const billToShipping = () =>
  proposeOrDo(call(CartTools.setBillingSameAsShipping, {}), {
    no_address: () => askFor("Your cart has no shipping address yet. Where shall it be delivered?", "address")
  })
