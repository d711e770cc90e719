import { checkStock, getRestockSchedule, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { day, list, plural } from "@storefront/domain/Wording"
import { call } from "../Playbook.ts"
import { bullets, paragraph, theProduct } from "./Blocks.ts"
import { type AnswerPart, known } from "./Steps.ts"

/** Units that are on their way to a warehouse. */
interface Arrival {
  readonly quantity: number
  readonly warehouse: string
  /** `YYYY-MM-DD`. */
  readonly date: string
}

/** When there will be more of a product. */
export const newUnits = (arrivals: ReadonlyArray<Arrival>): string =>
  arrivals.length === 0
    ? "No delivery of new units is planned."
    : `New units are expected: ${list(arrivals.map(({ date, quantity, warehouse }) => `${plural(quantity, "unit")} at ${warehouse} on ${day(date)}`))}.`

type Availability = typeof getWarehouseAvailability.successSchema.Type

/** The deliveries that a tool lists. */
export const arrivals = ({ upcoming_restocks }: Pick<Availability, "upcoming_restocks">): ReadonlyArray<Arrival> =>
  upcoming_restocks.map(({ expected_date, expected_quantity, warehouse }) => ({
    quantity: expected_quantity,
    warehouse,
    date: expected_date
  }))

/** A product whose units are looked up. */
interface Known {
  readonly name: string
  readonly product_id: string
}

/** When more of a product comes. */
export const scheduleOf = ({ name, product_id }: Known) =>
  known(call(getRestockSchedule, { product_id }), `when new units of ${theProduct(name)} come`)

/** How much of a product there is. */
export const levelsOf = ({ name, product_id }: Known) =>
  known(call(checkStock, { product_id }), `the stock of ${theProduct(name)}`)

/** What the warehouses hold. `wanted` is how many the customer wants. */
export const stocked = (
  { product_name, total_quantity: held, warehouses }: typeof checkStock.successSchema.Type,
  wanted: number | null
): string => {
  const places = warehouses.map(
    ({ low_stock, quantity, region, warehouse }) =>
      `${warehouse} (${region}) ${quantity}${low_stock && quantity > 0 ? ", running low" : ""}`
  )
  const isEnough = wanted === null || wanted <= held
  return held === 0
    ? `${product_name}: out of stock in every warehouse at the moment.`
    : `Yes, we have ${theProduct(product_name)}: ${plural(held, "unit")} in stock${isEnough ? "" : `, fewer than the ${wanted} you want`}. By warehouse: ${list(places)}.`
}

/** Every warehouse that has a product, with what it orders and expects. */
export function* available({ name, product_id }: Known): AnswerPart {
  const { product_name, total_quantity, warehouses, ...schedule } = yield* known(
    call(getWarehouseAvailability, { product_id }),
    `the stock of ${theProduct(name)}`
  )
  return paragraph(
    `${product_name}: ${plural(total_quantity, "unit")} in all warehouses together.`,
    bullets(
      warehouses.map(
        ({ location, low_stock, quantity, reorder_threshold: threshold, warehouse }) =>
          `${warehouse}, ${location}: ${plural(quantity, "unit")}${low_stock && threshold !== null ? `, running low (reordered at ${threshold})` : ""}`
      )
    ),
    newUnits(arrivals(schedule))
  )
}
