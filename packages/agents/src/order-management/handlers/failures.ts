import { type OrderId, type ReturnId } from "@storefront/domain/Ids"
import { invalidArguments, notFound, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type AddressIncomplete, type AddressNotDeliverable } from "@storefront/server/shop/inventory/DeliveryAreas"
import { Array } from "effect"

/** `not_found`: the order does not exist, or is another customer's. */
export const orderNotFound = (id: OrderId) =>
  notFound("order", id, "The customer has no order with this id. Call get_user_orders to list order ids.")

export const returnNotFound = (id: ReturnId) =>
  notFound("return", id, "The customer has no return with this id. Call get_return_status to find it.")

/** Follows an explanation of what the chat cannot do. */
export const offerCase = "Offer a support case, and open it with open_support_case if the customer wants it."

/** Follows an explanation of what only staff can do. */
export const doneByStaff = `This account cannot do it itself; the shop's people do it. Say both. ${offerCase}`

/** Explains to the model that an order was placed elsewhere. */
export const elsewhereMessage = `The order was placed elsewhere, and nothing here reaches its system: it can be looked at, but not changed, cancelled or sent back. Say so. ${offerCase}`

/** `conflict`: the order was placed elsewhere. */
export const placedElsewhere = () =>
  new ToolFailure({ error: "conflict", message: elsewhereMessage, reason: "placed_elsewhere" })

/** Prefix of the fields of an address among the parameters of a tool. */
type AddressPath = "" | "new_address."

/** Names of countries that have an article in a sentence. */
const withArticle = /^(?:United |Netherlands|Philippines|Bahamas|Maldives)/

/** Returns the name of a country in a sentence, "the United States"; an unknown code stays as it is. */
const countryName = (code: string): string => {
  const names = new Intl.DisplayNames("en", { type: "region" })
  const name = /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
  return withArticle.test(name) ? `the ${name}` : name
}

/** `invalid_argument`: the address is outside the delivery area. */
export const notDeliverable = ({ countries, country, isByState }: AddressNotDeliverable, path: AddressPath = "") =>
  new ToolFailure({
    error: "invalid_argument",
    message: "The shop does not deliver to this address. Ask for another one.",
    reason: "not_deliverable",
    field_errors: [
      isByState
        ? { field: `${path}state`, message: `must be a state of ${countryName(country)} that the shop delivers to` }
        : {
            field: `${path}country`,
            message: `must be a country that the shop delivers to${countries.length === 0 ? "" : `: ${countries.join(", ")}`}`
          }
    ]
  })

/** `invalid_argument`: the address lacks its country, or parts that addresses of its country have. */
export const addressIncomplete = ({ faults }: AddressIncomplete, path: AddressPath = "") =>
  invalidArguments(Array.map(faults, ({ field, message }) => ({ field: `${path}${field}`, message })))
