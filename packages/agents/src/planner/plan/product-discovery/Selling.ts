import { getPurchaseHistory } from "@storefront/domain/tools/AccountTools"
import { getMyProducts } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { call } from "../../Playbook.ts"
import { DateTime, Option } from "effect"
import { pickProduct } from "../References.ts"
import { type Wish } from "../../Wish.ts"
import { notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { theProduct } from "../ProductName.ts"
import { listed, mostRows, rows } from "./Finding.ts"
import * as Wording from "./Wording.ts"

type Purchase = (typeof getPurchaseHistory.successSchema.Type)["orders"][number]

const noBrand = UserText.make("")

const holds = (name: string, { products }: Purchase) =>
  pickProduct(
    name,
    products.map((product) => ({ ...product, brand: noBrand }))
  )._tag !== "None"

/** The moment a period of days up to today begins. */
const start = (today: string, days: number) =>
  Option.map(DateTime.make(`${today}T00:00:00Z`), DateTime.subtract({ days }))

/** What the customer bought before: the newest orders, or those with a product, of a category or a period. */
export function* purchases({ days, filters, limit, product }: Wish, today: string): AnswerPart {
  const name = product?.name ?? filters.query
  const { category } = filters
  const isOpen = name === null && category === null && days === null
  const answer = yield* call(getPurchaseHistory, {
    limit: isOpen ? rows(limit, listed) : mostRows
  })
  if (answer instanceof ToolFailure) {
    return notAvailable("what you bought before")
  }
  const since = days === null ? Option.none() : start(today, days)
  const matching = answer.orders.filter(
    (order) =>
      (name === null || holds(name, order)) &&
      (category === null || order.categories.includes(category)) &&
      Option.match(since, {
        onNone: () => true,
        onSome: (since) => DateTime.greaterThanOrEqualTo(order.created_at, since)
      })
  )
  return answer.count === 0
    ? "You have not ordered anything yet."
    : matching.length > 0
      ? Wording.purchases(matching.slice(0, rows(limit, listed)), name)
      : name === null
        ? "You ordered nothing of that kind in your newest orders."
        : `I find no order with ${theProduct(name)} among your newest orders.`
}

const wantsInactive =
  /\b(?:inactive|discontinued|delisted|no longer (?:sold|active|on sale)|not (?:active|sold)|retired|hidden)\b/i

/** What a seller offers, newest first. */
export function* ownProducts({ filters: { category }, limit, lowStockOnly, otherId, text }: Wish): AnswerPart {
  const wanted = rows(limit, 20)
  const answer = yield* call(getMyProducts, {
    limit: wanted,
    ...(category === null ? {} : { category }),
    ...(lowStockOnly ? { low_stock_only: true } : {}),
    ...(wantsInactive.test(text) ? { include_inactive: true } : {}),
    ...(otherId === null ? {} : { seller_id: otherId })
  })
  if (answer instanceof ToolFailure) {
    return answer.error === "forbidden"
      ? "Only sellers have products of their own to list, and only their own. If that is a mistake, please contact our support."
      : answer.error === "invalid_argument"
        ? "That is not the account id of a seller. Leave it out to see your own products."
        : notAvailable("your products")
  }
  return answer.count === 0
    ? `I found no such products${category === null ? "" : ` in ${category}`} of yours.`
    : Wording.ownProducts(answer.products, { isFull: answer.count === wanted, isLow: lowStockOnly })
}
