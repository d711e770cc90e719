import { Array, Option, Order } from "effect"
import { type Region, type SpeedTier } from "../Inventory.ts"
import { type Money } from "../Money.ts"
import { plural } from "../EnglishWording.ts"

/** Price and transit days of one carrier from a region to the destination. */
export interface ShippingRate {
  readonly carrier: string
  readonly speed_tier: SpeedTier
  readonly price: Money
  readonly estimated_days_min: number
  readonly estimated_days_max: number
}

/** A warehouse with its stock of a product, and the rates from there to the destination. */
export interface Origin {
  readonly warehouse: string
  readonly region: Region
  readonly quantity: number
  /** False if the warehouse has never stocked the product. */
  readonly isStocked: boolean
  readonly rates: ReadonlyArray<ShippingRate>
}

/** Cheapest first; ties go to the earlier latest day, the earlier first day, then the carrier's name. */
export const byPrice: Order.Order<ShippingRate> = Order.combineAll([
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.price),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_max),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_min),
  Order.mapInput(Order.string, (rate: ShippingRate) => rate.carrier)
])

/** Earliest possible delivery first; ties go to the earlier latest day, the lower price, then the carrier's name. */
export const bySpeed: Order.Order<ShippingRate> = Order.combineAll([
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_min),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_max),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.price),
  Order.mapInput(Order.string, (rate: ShippingRate) => rate.carrier)
])

/** A warehouse that can send a quantity in one parcel, with its shipping options cheapest first. */
export interface Dispatch {
  readonly origin: Origin
  readonly options: Array.NonEmptyReadonlyArray<ShippingRate>
}

const byCheapestOption: Order.Order<Dispatch> = Order.combineAll([
  Order.mapInput(Order.number, ({ options }: Dispatch) => options[0].price),
  Order.mapInput(Order.number, ({ options }: Dispatch) => options[0].estimated_days_max),
  Order.mapInput(Order.reverse(Order.number), ({ origin }: Dispatch) => origin.quantity),
  Order.mapInput(Order.string, ({ origin }: Dispatch) => origin.warehouse)
])

const dispatchFrom = (origin: Origin): Option.Option<Dispatch> => {
  const options = Array.sort(origin.rates, byPrice)
  return Array.isNonEmptyReadonlyArray(options) ? Option.some({ origin, options }) : Option.none()
}

/**
 * Finds the warehouse that sends the whole quantity most cheaply. Ties go to fewer days, then to larger stock, then to
 * the name. A warehouse without a rate to the destination cannot send anything.
 */
export const bestDispatch = (origins: ReadonlyArray<Origin>, quantity: number): Option.Option<Dispatch> => {
  const able = Array.filterMap(origins, (origin) =>
    origin.quantity >= quantity ? dispatchFrom(origin) : Option.none()
  )
  return Array.head(Array.sort(able, byCheapestOption))
}

/**
 * Finds the warehouse that would send a product most cheaply if it had enough: among those that stock it, or among all
 * if none does.
 */
export const anyDispatch = (origins: ReadonlyArray<Origin>): Option.Option<Dispatch> =>
  Option.orElse(
    bestDispatch(
      origins.filter(({ isStocked }) => isStocked),
      0
    ),
    () => bestDispatch(origins, 0)
  )

/** Returns whether the warehouses with a rate to the destination hold the quantity together. */
export const canSplit = (origins: ReadonlyArray<Origin>, quantity: number): boolean =>
  origins.reduce((sum, origin) => (origin.rates.length === 0 ? sum : sum + origin.quantity), 0) >= quantity

/** Formats transit days: `"3-5 days"`, `"1 day"`. */
export const deliveryWindow = ({
  estimated_days_max,
  estimated_days_min
}: Pick<ShippingRate, "estimated_days_min" | "estimated_days_max">): string =>
  estimated_days_min === estimated_days_max
    ? plural(estimated_days_max, "day")
    : `${estimated_days_min}-${estimated_days_max} days`
