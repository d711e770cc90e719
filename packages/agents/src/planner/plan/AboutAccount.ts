import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { day, dayOf, lines, list, money, tierBenefits } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { call } from "../Playbook.ts"
import { type Wish } from "../Wish.ts"
import { amountOf, listing, theProduct, words } from "./Blocks.ts"
import { rows } from "./Specialist.ts"
import { type AnswerPart, known, told } from "./Steps.ts"
import { pickProduct } from "./Picking.ts"
import { daysBefore, withDate } from "./References.ts"

/** Tells what the shop knows about the customer. */
export const aboutAccount = () =>
  told(
    call(getUserProfile, {}),
    "your account",
    (person) =>
      `You are ${person.name}, with us since ${dayOf(person.member_since)}. You have spent ${money(person.total_spend)} so far, which makes you a ${person.loyalty_tier} member. You get ${tierBenefits(person.tier_benefits)}.`
  )

/** What the customer bought before: the newest orders, or those with a certain product, category or period. */
export function* aboutPurchases({ days, filters, limit, product }: Wish, turn: TurnView): AnswerPart {
  const name = product?.name ?? filters.query
  const { category } = filters
  const shown = rows(limit, 5)
  const isOpen = name === null && category === null && days === null
  const { orders } = yield* known(
    call(getPurchaseHistory, { limit: isOpen ? shown : mostRows }),
    "what you bought before"
  )
  const matching = orders
    .map(withDate)
    .filter(({ products }) => name === null || pickProduct(name, products).length > 0)
    .filter(({ categories }) => category === null || categories.includes(category))
    .filter(({ date }) => days === null || date >= daysBefore(turn.context.today, days))
  const bought = matching.map(
    ({ date, order_id, products, status, total }) =>
      `Order ${order_id}, ${day(date)}, ${money(total)}, ${words(status)}: ${list(products.map(amountOf))}`
  )
  return orders.length === 0
    ? "You have not ordered anything yet."
    : listing(`Your newest purchases${name === null ? "" : ` with ${theProduct(name)}`}`, lines(bought.slice(0, shown)))
}
