import { Array, Option, Order } from "effect"
import { type Region, type SpeedTier } from "../Inventory.ts"
import { type Money } from "../Money.ts"
import { plural } from "../Wording.ts"

/** What one carrier asks for the way from a region to the destination. */
export interface ShippingRate {
  readonly carrier: string
  readonly speed_tier: SpeedTier
  readonly price: Money
  readonly estimated_days_min: number
  readonly estimated_days_max: number
}

/** A warehouse with its stock of a product and the carriers that go from there to the destination. */
export interface Origin {
  readonly warehouse: string
  readonly region: Region
  readonly quantity: number
  /** False if it was never there. */
  readonly isStocked: boolean
  readonly rates: ReadonlyArray<ShippingRate>
}

/** Cheapest first, then the earlier delivery, then the name. */
export const byPrice: Order.Order<ShippingRate> = Order.combineAll([
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.price),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_max),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_min),
  Order.mapInput(Order.string, (rate: ShippingRate) => rate.carrier)
])

/** The earliest delivery first, then the shorter wait for it, then the price, then the name. */
export const bySpeed: Order.Order<ShippingRate> = Order.combineAll([
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_min),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.estimated_days_max),
  Order.mapInput(Order.number, (rate: ShippingRate) => rate.price),
  Order.mapInput(Order.string, (rate: ShippingRate) => rate.carrier)
])

/** A warehouse from which a quantity can be sent in one parcel, its options cheapest first. */
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
 * The warehouse that sends the whole quantity most cheaply: ties go to fewer days, then to the larger stock, then to
 * the name. A warehouse without a rate to the destination cannot send anything.
 */
export const bestDispatch = (origins: ReadonlyArray<Origin>, quantity: number): Option.Option<Dispatch> => {
  const able = Array.filterMap(origins, (origin) =>
    origin.quantity >= quantity ? dispatchFrom(origin) : Option.none()
  )
  return Array.head(Array.sort(able, byCheapestOption))
}

/**
 * The warehouse that would send a product most cheaply if it had enough of it: one of those that stock it, or any of them
 * when none does.
 */
export const anyDispatch = (origins: ReadonlyArray<Origin>): Option.Option<Dispatch> =>
  Option.orElse(
    bestDispatch(
      origins.filter(({ isStocked }) => isStocked),
      0
    ),
    () => bestDispatch(origins, 0)
  )

/** Whether the warehouses that reach the destination hold the quantity together. */
export const canSplit = (origins: ReadonlyArray<Origin>, quantity: number): boolean =>
  origins.reduce((sum, origin) => (origin.rates.length === 0 ? sum : sum + origin.quantity), 0) >= quantity

/** `"3-5 days"`, `"1 day"`. */
export const deliveryWindow = ({
  estimated_days_max,
  estimated_days_min
}: Pick<ShippingRate, "estimated_days_min" | "estimated_days_max">): string =>
  estimated_days_min === estimated_days_max
    ? plural(estimated_days_max, "day")
    : `${estimated_days_min}-${estimated_days_max} days`
