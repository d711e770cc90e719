import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { call } from "../Playbook.ts"
import { dayOf, lines, list, money, tierBenefits } from "@storefront/domain/Wording"
import { amountOf, type AnswerPart, notAvailable, rows, theProduct, told } from "./AnswerParts.ts"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { DateTime, Option } from "effect"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type Wish } from "../Wish.ts"
import { pickProduct } from "./References.ts"

/** Tells what the shop knows about the customer. */
export const aboutAccount = () =>
  told(
    call(getUserProfile, {}),
    "your account",
    (person) =>
      `You are ${person.name}, with us since ${dayOf(person.member_since)}. You have spent ${money(person.total_spend)} so far, which makes you a ${person.loyalty_tier} member. You get ${tierBenefits(person.tier_benefits)}.`
  )

type Purchase = (typeof getPurchaseHistory.successSchema.Type)["orders"][number]

/** How many orders are listed when the customer does not say. */
const listed = 5

/** What was bought, order by order. `name` is what was looked for. */
const worded = (orders: ReadonlyArray<Purchase>, name: string | null): string => {
  const bought = orders.map(({ created_at, order_id, products, status, total }) => {
    const goods = list(products.map(amountOf))
    return `Order ${order_id}, ${dayOf(created_at)}, ${money(total)}, ${status.replaceAll("_", " ")}: ${goods}`
  })
  const intro =
    name === null
      ? `Your newest ${orders.length === 1 ? "purchase" : "purchases"}`
      : `You ordered ${theProduct(name)} here`
  return `${intro}:\n${lines(bought)}`
}

const noBrand = UserText.make("")

const holds = (name: string, { products }: Purchase) =>
  pickProduct(
    name,
    products.map((product) => ({ ...product, brand: noBrand }))
  )._tag !== "None"

/** When a period of days up to today begins. */
const start = (today: string, days: number) =>
  Option.map(DateTime.make(`${today}T00:00:00Z`), DateTime.subtract({ days }))

/** What the customer bought before: the newest orders, or those with a certain product, category or period. */
export function* aboutPurchases({ days, filters, limit, product }: Wish, turn: TurnView): AnswerPart {
  const name = product?.name ?? filters.query
  const { category } = filters
  const isOpen = name === null && category === null && days === null
  const answer = yield* call(getPurchaseHistory, {
    limit: isOpen ? rows(limit, listed) : mostRows
  })
  if (answer instanceof ToolFailure) {
    return notAvailable("what you bought before")
  }
  const since = days === null ? Option.none() : start(turn.context.today, days)
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
      ? worded(matching.slice(0, rows(limit, listed)), name)
      : name === null
        ? "You ordered nothing of that kind in your newest orders."
        : `I find no order with ${theProduct(name)} among your newest orders.`
}
