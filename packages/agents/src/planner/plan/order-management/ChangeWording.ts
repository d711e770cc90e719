import { type Address } from "@storefront/domain/Address"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type modifyOrder } from "@storefront/domain/tools/OrderTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { list, orderStatus } from "@storefront/domain/Wording"
import { type FoundOrder } from "../References.ts"
import { type AddressPart, addressParts } from "./ReadAddress.ts"
import { type Details, missing, orderLines, state, support } from "./Wording.ts"

type Change = typeof modifyOrder.successSchema.Type

/** Parts of an address as people call them. */
const partNames: { readonly [P in AddressPart]: string } = {
  street: "street and number",
  city: "city",
  state: "state",
  zip: "ZIP code"
}

const inOneLine = ({ city, country, state, street, zip }: Address): string =>
  `${street}, ${city}, ${state} ${zip}, ${country}`

/** The order goes elsewhere now. */
export const changed = ({ new_address, order_id, previous_address }: Change): string =>
  `Order ${order_id} now goes to ${inOneLine(new_address)} instead of ${inOneLine(previous_address)}. What it costs stays the same.`

/** What would happen, before the customer has agreed. */
export const proposal = (orderId: string, address: Address): string =>
  `Shall I send order ${orderId} to ${inOneLine(address)}? Nothing is changed yet.`

/** What is missing for a new address. */
export const whichAddress = (orderId: string, missing: ReadonlyArray<AddressPart>): string => {
  const names = list(missing.map((part) => partNames[part]))
  return missing.length === addressParts.length
    ? `Where shall I send order ${orderId}? Please tell me the whole new address: ${names}.`
    : `To send order ${orderId} there I also need the ${names}. Please tell me the whole new address.`
}

/** The order has left. */
export const tooLate = (orderId: string, status: OrderStatus): string =>
  `The address of order ${orderId} can no longer be changed: it ${state(status)}. That is only possible before an order leaves the warehouse.`

/** Parts of the address that were refused, as people call them. */
const wrongParts = ({ field_errors = [] }: ToolFailure): ReadonlyArray<string> =>
  field_errors.map(({ field }) => field.replace(/^.*\./u, "")).map((part) => (part === "zip" ? partNames.zip : part))

/** Why an order still goes where it went. */
export const notChanged = (orderId: string, failure: ToolFailure): string => {
  switch (failure.error) {
    case "forbidden":
      return refused
    case "not_found":
      return missing(orderId)
    case "invalid_argument":
      return `I could not send order ${orderId} there: the shop does not deliver to that address, or a part of it is not right. Please check the ${list(wrongParts(failure))} and tell me the whole address again.`
    case "conflict":
      return `The address of order ${orderId} can no longer be changed: it has left the warehouse or ended.`
    default:
      return `I could not change the address of order ${orderId} just now. Please try again in a moment.`
  }
}

/** An account whose role may not change orders. */
export const refused = `Your account cannot change orders through this chat; ${support}.`

/** Which order to send elsewhere, of several that could be meant. */
export const whichToChange = (candidates: ReadonlyArray<FoundOrder>): string =>
  candidates.length === 0
    ? "None of your orders can be sent elsewhere: all of them have left the warehouse or ended."
    : `Which order shall I send elsewhere? These have not been shipped:\n${orderLines(candidates)}`

/** No order that can still be changed holds the product. */
export const noneHolds = (product: string): string =>
  `None of your orders that can still be changed holds “${product}”. Ask me for your orders to see all of them.`

const onlyTheAddress =
  "I can only change the delivery address of an order. Its products, quantities and carrier stay as they are; for other products, cancel it and order again."

/** What can be changed, when no order is named. */
export const whatCanBeChanged = `${onlyTheAddress} Both are possible as long as it is placed or confirmed, that is before it leaves the warehouse.`

/** What can be changed in an order. */
export const changeability = ({ can_modify, order_id, status }: Details, mayModify: boolean): string =>
  !can_modify
    ? `Order ${order_id} can no longer be changed: it ${state(status)}.`
    : mayModify
      ? `Order ${order_id} is ${orderStatus[status]}. ${onlyTheAddress} Tell me the new address if you want order ${order_id} to go elsewhere.`
      : `Order ${order_id} can still be changed, but not by your account in this chat; ${support}.`
