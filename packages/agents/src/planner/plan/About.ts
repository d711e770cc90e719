import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkStock, getRestockSchedule, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { day, dayOf, lines, list, money, plural, tierBenefits } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { orderName } from "../text/OrderNames.ts"
import { type Wish } from "../Wish.ts"
import { amountOf, bullets, listing, paragraph, rows, sentences, theProduct, words } from "./Blocks.ts"
import { daysBefore, withDate } from "./Orders.ts"
import { type AnswerPart, call, known, told } from "./Steps.ts"

/** Tells what the shop knows about the customer. */
export const aboutAccount = () =>
  told(
    call(getUserProfile, {}),
    (person) =>
      `You are ${person.name}, with us since ${dayOf(person.member_since)}. You have spent ${money(person.total_spend)} so far, which makes you a ${person.loyalty_tier} member. You get ${tierBenefits(person.tier_benefits)}.`
  )

/** What the customer bought before: the newest orders, or those of a certain period. */
export function* aboutPurchases({ days, limit }: Wish, turn: TurnView): AnswerPart {
  const shown = rows(limit, 5)
  const { orders } = yield* known(call(getPurchaseHistory, { limit: days === null ? shown : mostRows }))
  const matching = orders
    .map(withDate)
    .filter(({ date }) => days === null || date >= daysBefore(turn.context.today, days))
  const bought = matching.map(
    ({ date, order_id, products, status, total }) =>
      `Order ${orderName(order_id)}, ${day(date)}, ${money(total)}, ${words(status)}: ${list(products.map(amountOf))}`
  )
  return orders.length === 0
    ? "You have not ordered anything yet."
    : listing("Your newest purchases", lines(bought.slice(0, shown)))
}

/** How far back prices are compared when the customer does not say, in days. */
const usualPeriod = 90

/** Tells how the price of a product, which is `now`, has changed over the last `said` days, and whether to buy. */
export function* aboutPrices({ product_id }: Known, said: number | null, now: string): AnswerPart {
  const days = Math.min(365, Math.max(7, said ?? usualPeriod))
  const { average_price, max_price, min_price, product_name, ...found } = yield* known(
    call(getPriceHistory, { product_id, days })
  )
  const period = `the last ${found.period_days} days`
  return average_price === null || min_price === null || max_price === null
    ? `${product_name}: ${now}. No earlier prices are known from ${period}.`
    : sentences(
        `${product_name}: ${now} now.`,
        `In ${period} it was ${money(average_price)} on average, ${money(min_price)} at the lowest and ${money(max_price)} at the highest.`,
        `Trend: ${words(found.trend)}.`,
        found.is_good_deal
          ? "Now is a good moment to buy: it is well below the average."
          : "It is not clearly below the average at the moment."
      )
}

/** Units that are on their way to a warehouse; `date` is `YYYY-MM-DD`. */
type Arrival = { readonly quantity: number; readonly warehouse: string; readonly date: string }

/** When there will be more of a product. */
export const newUnits = (arrivals: ReadonlyArray<Arrival>): string =>
  arrivals.length === 0
    ? "No delivery of new units is planned."
    : `New units are expected: ${list(arrivals.map(({ date, quantity, warehouse }) => `${plural(quantity, "unit")} at ${warehouse} on ${day(date)}`))}.`

/** The deliveries that a tool lists. */
export const arrivals = ({
  upcoming_restocks
}: Pick<typeof getWarehouseAvailability.successSchema.Type, "upcoming_restocks">): ReadonlyArray<Arrival> =>
  upcoming_restocks.map(({ expected_date, expected_quantity, warehouse }) => ({
    quantity: expected_quantity,
    warehouse,
    date: expected_date
  }))

/** A product that is looked up. */
interface Known {
  readonly product_id: string
}

/** When more of a product comes. */
export const scheduleOf = ({ product_id }: Known) => known(call(getRestockSchedule, { product_id }))

/** What there is of a product, and when more of it comes. */
export function* supply(product: Known): AnswerPart {
  const { current_stock, product_name, ...schedule } = yield* scheduleOf(product)
  return `${product_name}: ${plural(current_stock, "unit")} in stock now. ${newUnits(arrivals(schedule))}`
}

/** How much of a product there is. */
export const levelsOf = ({ product_id }: Known) => known(call(checkStock, { product_id }))

/** What the warehouses hold. `wanted` is how many the customer wants, `lead` begins the sentence. */
export const stocked = (
  { product_name, total_quantity: held, warehouses }: typeof checkStock.successSchema.Type,
  wanted: number | null,
  lead = "Yes, we have"
): string => {
  const places = warehouses.map(
    ({ low_stock, quantity, region, warehouse }) =>
      `${warehouse} (${region}) ${quantity}${low_stock && quantity > 0 ? ", running low" : ""}`
  )
  const isEnough = wanted === null || wanted <= held
  return held === 0
    ? `${product_name}: out of stock in every warehouse at the moment.`
    : `${lead} ${theProduct(product_name)}: ${plural(held, "unit")} in stock${isEnough ? "" : `, fewer than the ${wanted} you want`}. By warehouse: ${list(places)}.`
}

/** Every warehouse that has a product, with what it orders and expects. */
export function* available({ product_id }: Known): AnswerPart {
  const { product_name, total_quantity, warehouses, ...schedule } = yield* known(
    call(getWarehouseAvailability, { product_id })
  )
  return paragraph(
    `${product_name}: ${plural(total_quantity, "unit")} in all warehouses together.`,
    bullets(
      warehouses,
      ({ location, low_stock, quantity, reorder_threshold: threshold, warehouse }) =>
        `${warehouse}, ${location}: ${plural(quantity, "unit")}${low_stock && threshold !== null ? `, running low (reordered at ${threshold})` : ""}`
    ),
    newUnits(arrivals(schedule))
  )
}
