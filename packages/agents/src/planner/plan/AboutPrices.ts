import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { day, money } from "@storefront/domain/Wording"
import { call } from "../Playbook.ts"
import { sentences, theProduct, words } from "./Blocks.ts"
import { told } from "./Steps.ts"

type History = typeof getPriceHistory.successSchema.Type

/** How far back prices are compared when the customer does not say, in days. */
const usualPeriod = 90

/** Where a price stands, where it was, and whether to buy. */
const word = ({
  average_price,
  current_price,
  max_price,
  min_price,
  points,
  product_name,
  ...found
}: History): string => {
  const period = `the last ${found.period_days} days`
  const lowest = points.findLast(({ price }) => price === min_price)
  return average_price === null || min_price === null || max_price === null
    ? `${product_name}: ${money(current_price)}. No earlier prices are known from ${period}.`
    : sentences(
        `${product_name}: ${money(current_price)} now.`,
        `In ${period} the price was ${money(average_price)} on average, between ${money(min_price)}${lowest === undefined ? "" : ` on ${day(lowest.date)}`} and ${money(max_price)}.`,
        `Trend: ${words(found.trend)}.`,
        found.is_good_deal
          ? "Now is a good moment to buy: it is well below the average."
          : "It is not clearly below the average at the moment."
      )
}

/** Tells how the price of a product has changed over the last `days`. */
export const aboutPrices = (
  { name, product_id }: { readonly name: string; readonly product_id: string },
  days: number | null
) =>
  told(
    call(getPriceHistory, { product_id, days: Math.min(365, Math.max(7, days ?? usualPeriod)) }),
    `the prices of ${theProduct(name)}`,
    word
  )
