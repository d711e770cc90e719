import {
  type calculateFulfillmentPlan,
  type compareCarriers,
  type getSellerInventory,
  type getTrackingStatus,
  type placeBackorder
} from "@storefront/domain/tools/FulfillmentTools"
import { type getRestockSchedule, type getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { type SpeedTier } from "@storefront/domain/Inventory"
import { type OrderStatus } from "@storefront/domain/Orders"
import { deliveryWindow } from "@storefront/domain/rules/Shipping"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { day, dayOf, lines, list, money, orderStatus, plural } from "@storefront/domain/Wording"
import { notAvailable, theProduct } from "../AnswerParts.ts"
import { deliveries, nextDelivery, optionLine, places } from "./Wording.ts"

type Availability = typeof getWarehouseAvailability.successSchema.Type
type Carriers = typeof compareCarriers.successSchema.Type
type Tracking = typeof getTrackingStatus.successSchema.Type
type Plan = typeof calculateFulfillmentPlan.successSchema.Type
type Backorder = typeof placeBackorder.successSchema.Type
type SellerInventory = typeof getSellerInventory.successSchema.Type
type Restocks = typeof getRestockSchedule.successSchema.Type

/** Every warehouse that has a product, then the upcoming deliveries. */
export const availability = (found: Availability): string => {
  const { product_name, total_quantity, warehouses } = found
  const levels = warehouses.map(({ location, low_stock, quantity, reorder_threshold, warehouse }) => {
    const warning = !low_stock
      ? ""
      : reorder_threshold === null
        ? ", never stocked"
        : `, running low (reordered at ${reorder_threshold})`
    return `- ${warehouse}, ${location}: ${plural(quantity, "unit")}${warning}`
  })
  const expected = deliveries(found)
  return [
    `${product_name}: ${total_quantity === 0 ? "out of stock in every warehouse" : `${plural(total_quantity, "unit")} in all warehouses together`}.`,
    ...levels,
    ...(expected.length === 0
      ? ["No delivery of new units is planned at the moment."]
      : ["Deliveries to come:", ...expected])
  ].join("\n")
}

/** What the carriers charge on one route; only those of a certain speed if there are any. */
export const carriers = (route: Carriers, speed: SpeedTier | null): string => {
  const { best_value, carriers, fastest, region_from, region_to } = route
  const way =
    region_from === region_to ? `within ${places[region_to]}` : `from ${places[region_from]} to ${places[region_to]}`
  const ofSpeed = carriers.filter(({ speed_tier }) => speed === null || speed_tier === speed)
  if (carriers.length === 0) {
    return `No carrier goes ${way}.`
  }
  if (ofSpeed.length === 0) {
    return `No carrier offers ${speed} delivery ${way}. ${carriers.length === 1 ? "There is" : "There are"} ${list(carriers.map(({ carrier }) => carrier))}.`
  }
  const options = ofSpeed.map(optionLine)
  const summary =
    ofSpeed.length < 2
      ? []
      : best_value === fastest
        ? [`${best_value} is both the cheapest and the fastest.`]
        : [`${best_value} is the cheapest, ${fastest} the fastest.`]
  return [`A parcel ${way}:`, ...options, ...summary].join("\n")
}

/** What the carrier noted, or what became of the parcel; the note on a return is in the customer's words. */
const stepOf = (status: OrderStatus, notes: string) =>
  notes === "" ? orderStatus[status] : status === "returned" ? `returned, “${notes}”` : notes

/** What the carrier recorded about a parcel, newest first. */
export const tracking = ({ carrier, history, order_id, status, tracking_number }: Tracking): string => {
  if (history.length === 0) {
    return status === "cancelled"
      ? `Order ${order_id} is cancelled, so no carrier has it.`
      : `Order ${order_id} is ${orderStatus[status]}. ${carrier} does not have the parcel yet.`
  }
  const number = tracking_number === null ? "" : `, tracking number ${tracking_number}`
  const steps = history.map(
    ({ location, notes, status, timestamp }) =>
      `- ${dayOf(timestamp)}${location === null ? "" : `, ${location}`}: ${stepOf(status, notes)}`
  )
  return [`Order ${order_id} is ${orderStatus[status]}. Carrier: ${carrier}${number}.`, ...steps].join("\n")
}

/** Why there is nothing to say about a parcel. */
export const notTracked = (orderId: string, failure: ToolFailure): string =>
  failure.error === "not_found"
    ? `I found no order ${orderId} among yours. Please check its id.`
    : notAvailable(`order ${orderId}`)

/** How several products get to a region together. */
export const plan = (plan: Plan): string => {
  const missing = plan.unavailable.map(
    ({ available, name, requested }) => `- ${name}: ${requested} wanted, ${available} there`
  )
  const left = missing.length === 0 ? [] : ["Not enough in stock, and left out:", ...missing]
  const [first, ...others] = plan.shipments
  if (first === undefined) {
    return [`Nothing of this can be sent to ${places[plan.destination_region]} at the moment.`, ...left].join("\n")
  }
  const shipments = [first, ...others].map(
    ({ carrier, items, shipping_cost, speed_tier, warehouse, ...days }) =>
      `- ${warehouse}: ${list(items.map(({ name, quantity }) => `${quantity} × ${name}`))}, with ${carrier} (${speed_tier}), ${money(shipping_cost)}, ${deliveryWindow(days)}`
  )
  const way = `To ${places[plan.destination_region]} in ${plural(plan.total_shipments, "shipment")}, ${money(plan.total_shipping_cost)}${others.length === 0 ? "" : " together"}:`
  return [way, ...shipments, ...left].join("\n")
}

/** Why there is no plan. */
export const notPlanned = (failure: ToolFailure): string => {
  switch (failure.error) {
    case "forbidden":
      return "Only sellers can plan deliveries of several products. I can estimate the delivery of one product at a time: tell me which, and where it should go."
    case "invalid_argument":
      return "A plan can be for 1 to 20 products, and 1 to 999 units of each. Which of them shall I plan for?"
    default:
      return notAvailable("a plan for these products")
  }
}

/** What follows from a backorder that was placed. */
export const backordered = ({
  backorder_id,
  estimated_total,
  expected_restock,
  product_name,
  quantity,
  unit_price
}: Backorder): string =>
  [
    `Backorder ${backorder_id} for ${quantity} × ${product_name} is placed: ${money(unit_price)} each, ${money(estimated_total)} in all. Nothing is charged now.`,
    expected_restock === null
      ? "No delivery of new units is planned yet."
      : `The next delivery is expected on ${day(expected_restock.date)}: ${plural(expected_restock.quantity, "unit")} at ${expected_restock.warehouse}.`
  ].join(" ")

/** Asks for agreement to a backorder, which is not placed yet. */
export const backorderQuestion = (
  { name, price }: { readonly name: string; readonly price: Backorder["unit_price"] },
  quantity: number,
  schedule: Restocks
): string =>
  `There is not enough of ${theProduct(name)} in stock. A backorder at ${money(price)} each charges nothing now. ${nextDelivery(schedule)} Shall I place a backorder for ${quantity} × ${name}?`

/** There is enough, so that nobody has to wait. */
export const noBackorderNeeded = (name: string, currentStock: number): string =>
  `No backorder is needed for ${theProduct(name)}: ${plural(currentStock, "unit")} ${currentStock === 1 ? "is" : "are"} in stock, so it can be ordered now.`

/** Only sellers wait for stock this way; others are told when it comes. */
export const backorderRefused = (schedule: Restocks | ToolFailure): string =>
  `Only sellers can place backorders.${schedule instanceof ToolFailure ? "" : ` ${schedule.product_name}: ${plural(schedule.current_stock, "unit")} in stock now. ${nextDelivery(schedule)}`}`

/** Why no backorder was placed. */
export const notBackordered = (name: string, failure: ToolFailure): string => {
  if (failure.current_stock !== undefined) {
    return noBackorderNeeded(name, failure.current_stock)
  }
  if (failure.backorder_id !== undefined) {
    return `You have an open backorder for ${theProduct(name)} already: ${failure.backorder_id}.`
  }
  switch (failure.error) {
    case "invalid_argument":
      if (failure.field_errors?.some(({ field }) => field === "note")) {
        return `No backorder for ${theProduct(name)} was placed: a note can have up to 500 characters. Please ask me again with a shorter one.`
      }
      return `A backorder can be for 1 to 999 units. How many units of ${theProduct(name)} shall I put on backorder?`
    case "not_found":
      return `${name} is no longer sold.`
    case "conflict":
      return `No backorder for ${theProduct(name)} was placed. Please ask me again.`
    default:
      return `I could not place a backorder for ${theProduct(name)} just now. Please try again in a moment.`
  }
}

/** The stock of a seller, lowest first. A list that is as long as its `limit` need not be all of it. */
export const sellerStock = ({ count, items }: SellerInventory, lowStockOnly: boolean, limit: number): string => {
  if (count === 0) {
    return lowStockOnly ? "No product runs low in any warehouse." : "There are no products on sale."
  }
  const order = count < limit ? "lowest first" : `the ${count} lowest`
  const products = items.map(({ name, next_restock, total_quantity, warehouses }) => {
    const levels = warehouses.map(({ quantity, reorder_threshold, warehouse }) => {
      const isLow = reorder_threshold === null || quantity <= reorder_threshold
      return `${warehouse} ${quantity}${isLow ? " (low)" : ""}`
    })
    const next = next_restock === null ? "" : `; next delivery ${day(next_restock)}`
    return `${name}: ${plural(total_quantity, "unit")}, ${list(levels)}${next}`
  })
  return `${lowStockOnly ? "Running low" : "The stock"}, ${order}:\n${lines(products)}`
}

/** Why the stock of a seller cannot be shown. */
export const noSellerStock = (failure: ToolFailure): string =>
  failure.error === "forbidden"
    ? "Only sellers can list their own stock. I can look up the stock of a single product: which one?"
    : notAvailable("your stock")
