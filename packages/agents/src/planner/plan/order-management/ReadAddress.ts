import { type Address } from "@storefront/domain/Address"
import { type SaidAddress } from "../../Wish.ts"

/** What an address must have. */
export const addressParts = ["street", "city", "state", "zip"] as const
export type AddressPart = (typeof addressParts)[number]

/** The country of an address that names none. */
const home = "US"

/** The address that was said if it is whole, or else which of its parts are missing. */
export const readAddress = (
  said: SaidAddress | null
): { readonly whole: Address | null; readonly missing: ReadonlyArray<AddressPart> } => {
  const { city = null, country = null, state = null, street = null, zip = null } = said ?? {}
  const missing = addressParts.filter((part) => (said?.[part] ?? "").trim() === "")
  return missing.length > 0 || street === null || city === null || state === null || zip === null
    ? { whole: null, missing }
    : { whole: { street, city, state, zip, country: country ?? home }, missing }
}
