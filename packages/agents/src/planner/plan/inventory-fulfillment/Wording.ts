import { type Region, type SpeedTier } from "@storefront/domain/Inventory"
import {
  type checkStock,
  type estimateShipping,
  type getRestockSchedule
} from "@storefront/domain/tools/InventoryTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { day, list, money, plural } from "@storefront/domain/Wording"
import { notAvailable, theAmountOf, theProduct } from "../AnswerParts.ts"

type Stock = typeof checkStock.successSchema.Type
type Restocks = typeof getRestockSchedule.successSchema.Type
type Shipping = typeof estimateShipping.successSchema.Type

/** Regions as customers say them, to follow "to", "in" and "from". */
export const places: Readonly<Record<Region, string>> = {
  east: "the East",
  central: "the Central region",
  west: "the West"
}

const few = (isLow: boolean) => (isLow ? ", running low" : "")

/** What the warehouses hold, the wanted region first. `quantity` is how many the customer wants. */
export const stock = (levels: Stock, quantity: number | null, region: Region | null): string => {
  const { product_name, total_quantity, warehouses } = levels
  if (total_quantity === 0) {
    return `${product_name}: out of stock in every warehouse at the moment.`
  }
  const enough =
    quantity === null || quantity === 1
      ? ""
      : quantity <= total_quantity
        ? `, enough for the ${quantity} you want`
        : `, fewer than the ${quantity} you want`
  const inRegion = region === null ? [] : warehouses.filter((warehouse) => warehouse.region === region)
  const here = inRegion.map(({ quantity, warehouse }) =>
    quantity === 0 ? `${warehouse} has none` : `${warehouse} has ${plural(quantity, "unit")}`
  )
  const stocked = warehouses.filter(({ quantity }) => quantity > 0)
  return [
    `Yes, we have ${theProduct(product_name)}: ${plural(total_quantity, "unit")} in stock${enough}.`,
    ...(region === null || here.length === 0 ? [] : [`In ${places[region]}, ${list(here)}.`]),
    `By warehouse: ${list(stocked.map(({ low_stock, quantity, region, warehouse }) => `${warehouse} (${region}) ${quantity}${few(low_stock)}`))}.`
  ].join(" ")
}

/** The upcoming deliveries, one by one. */
export const deliveries = ({ upcoming_restocks }: Pick<Restocks, "upcoming_restocks">): ReadonlyArray<string> =>
  upcoming_restocks.map(
    ({ expected_date, expected_quantity, warehouse }) =>
      `- ${day(expected_date)}: ${plural(expected_quantity, "unit")} at ${warehouse}`
  )

/** When new units come, and what there is until then. */
export const restocks = (schedule: Restocks): string => {
  const { current_stock, next_restock, product_name } = schedule
  const now = current_stock === 0 ? "out of stock now" : `${plural(current_stock, "unit")} in stock now`
  return next_restock === null
    ? `${product_name}: ${now}. No delivery of new units is planned at the moment.`
    : `${product_name}: ${now}. New units are expected from ${day(next_restock)}:\n${deliveries(schedule).join("\n")}`
}

/** What follows the news that a product is out of stock. */
export const nextDelivery = ({ next_restock, upcoming_restocks }: Restocks): string =>
  next_restock === null
    ? "No delivery of new units is planned yet."
    : `New units are expected on ${day(next_restock)}${upcoming_restocks.length > 1 ? `, and ${plural(upcoming_restocks.length - 1, "more delivery", "more deliveries")} after that` : ""}.`

/** Why the delivery of a product was not estimated. */
export const notEstimated = (name: string, failure: ToolFailure): string =>
  failure.error === "invalid_argument"
    ? `I can estimate the delivery of 1 to 999 units at once. How many units of ${theProduct(name)} shall it be?`
    : notAvailable(`delivery of ${theProduct(name)}`)

const goodsOf = ({ product_name, quantity }: Shipping) => theAmountOf({ name: product_name, quantity })

/** A way to send something: "- Acme (express): $12.00, 2-3 days". */
export const optionLine = ({ carrier, delivery_window, price, speed_tier }: Shipping["shipping_options"][number]) =>
  `- ${carrier} (${speed_tier}): ${money(price)}, ${delivery_window}`

/** Why a product does not get to a region, and from when it may. */
export const notShipped = (estimate: Shipping, destination: Region, schedule: Restocks): string => {
  const { product_name, quantity } = estimate
  const { current_stock } = schedule
  if (current_stock >= quantity) {
    return `No carrier goes to ${places[destination]} from the warehouses that have ${goodsOf(estimate)}.`
  }
  const now =
    current_stock === 0
      ? `The warehouses do not have ${goodsOf(estimate)} at the moment, so nothing can be sent to ${places[destination]} yet.`
      : `The warehouses have ${current_stock} × ${product_name} at the moment, fewer than the ${quantity} you want.`
  return `${now} ${nextDelivery(schedule)}`
}

/** How a product gets to a region, cheapest first; only the options of a certain speed if there are any. */
export const shipping = (estimate: Shipping, destination: Region, speed: SpeedTier | null): string => {
  const { ships_from, shipping_options } = estimate
  const goods = goodsOf(estimate)
  if (ships_from === null) {
    return `No single warehouse has ${goods}, so it would go to ${places[destination]} in several parcels. For fewer units I can give the price and the days.`
  }
  const ofSpeed = shipping_options.filter(({ speed_tier }) => speed_tier === speed)
  const options = (ofSpeed.length > 0 ? ofSpeed : shipping_options).map(optionLine)
  return `Delivery of ${goods} to ${places[destination]}, sent from ${ships_from.warehouse}:\n${options.join("\n")}`
}
