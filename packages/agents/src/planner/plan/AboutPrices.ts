import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { day, money } from "@storefront/domain/Wording"
import { call } from "../Playbook.ts"
import { theProduct, told } from "./AnswerParts.ts"

type History = typeof getPriceHistory.successSchema.Type

/** How far back prices are compared when the customer does not say, in days. */
const usualPeriod = 90

const trends: Readonly<Record<History["trend"], string>> = {
  increasing: "The price has been rising.",
  decreasing: "The price has been falling.",
  stable: "The price has been stable.",
  insufficient_data: "There are too few prices to see a trend."
}

/** Where a price stands, where it was, and whether to buy. */
const word = (history: History): string => {
  const { average_price, current_price, is_good_deal, max_price, min_price, period_days, points, product_name } =
    history
  if (average_price === null || min_price === null || max_price === null) {
    return `${product_name}: ${money(current_price)}. No earlier prices are known from the last ${period_days} days.`
  }
  const lowest = points.findLast((point) => point.price === min_price)
  const cheaper =
    min_price < current_price
      ? `It was cheaper before: ${money(min_price)}${lowest === undefined ? "" : ` on ${day(lowest.date)}`}.`
      : "It has not been cheaper in that time."
  return [
    `${product_name}: ${money(current_price)} now.`,
    `In the last ${period_days} days the price was ${money(average_price)} on average, between ${money(min_price)} and ${money(max_price)}.`,
    cheaper,
    trends[history.trend],
    is_good_deal
      ? "Now is a good moment to buy: it is well below the average."
      : "It is not clearly below the average at the moment."
  ].join(" ")
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
