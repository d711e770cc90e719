import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkStock, getRestockSchedule, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { day, dayOf, list, money, plural, tierBenefits } from "@storefront/domain/EnglishWording"
import { type Money } from "@storefront/domain/Money"
import { type Variant } from "@storefront/domain/tools/VariantFields"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { excerpt } from "@storefront/server/platform/text/Text"
import { orderName } from "../text/OrderNames.ts"
import { type ProductReference, type Wish } from "../Wish.ts"
import { unmentioned } from "./UnmentionedWords.ts"
import { variantAnswer } from "./Variants.ts"
import { amountOf, bullets, caseHint, paragraph, rowLimit, sentences, asWords } from "./Formatting.ts"
import { orderItem } from "./OrderResolution.ts"
import { type AnswerPart, call, resultOf, sayList, type Flow } from "./Flows.ts"

/** Answers that several specialists share. */

/** Resolves a product reference; specialists differ in the tool they use. */
type ProductResolver = (reference: ProductReference | null) => Flow<{
  readonly name: string
  readonly price: Money
  readonly product_id: string
  readonly variants?: ReadonlyArray<Variant>
  readonly matched_id?: string | undefined
}>

/** Describes the customer's account. */
export function* account(): AnswerPart {
  const profile = yield* resultOf(call(getUserProfile, {}))
  return `You are ${profile.name}, with us since ${dayOf(profile.member_since)}. You have spent ${money(profile.total_spend)} so far, which makes you a ${profile.loyalty_tier} member. You get ${tierBenefits(profile.tier_benefits)}. Ask me what I remember about you to hear that, too.`
}

/** Characters quoted from a policy. */
const maxRuleLength = 600

/** Quotes the policy that answers a question, with its address; null if there is none. */
export function* findRule(question: string): Flow<string | null> {
  const [passage] = (yield* resultOf(call(findPolicy, { question }))).passages
  return passage === undefined ? null : paragraph(excerpt(passage.text, maxRuleLength), `All of it: ${passage.url}`)
}

export function* shopRule({ text }: Wish, turn: TurnView): AnswerPart {
  return (yield* findRule(text)) ?? `I know no rule of the shop about that. ${caseHint(turn)}`
}

export function* purchases({ limit }: Wish): AnswerPart {
  const { orders } = yield* resultOf(call(getPurchaseHistory, { limit: rowLimit(limit, 5) }))
  return orders.length === 0
    ? "You have not ordered anything yet."
    : yield* sayList(
        "Your newest purchases",
        orders,
        ({ created_at, order_id, products, status, total }) =>
          `Order ${orderName(order_id)}, ${dayOf(created_at)}, ${money(total)}, ${asWords(status)}: ${list(products.map(amountOf))}`,
        ({ products, ...order }) => orderItem({ ...order, products: products.map(({ name }) => name) })
      )
}

/** Describes a product's current price, its range over a period, and the trend. */
export const priceHistory = (resolve: ProductResolver) =>
  function* ({ days: requested, product, rest }: Wish): AnswerPart {
    const { name, price, product_id } = yield* resolve(product)
    const days = Math.min(365, Math.max(7, requested ?? 90))
    const found = yield* resultOf(call(getPriceHistory, { product_id, days }))
    const { average_price, max_price, min_price, period_days } = found
    const period = `the last ${period_days} days`
    return sentences(
      unmentioned(rest, name, "price history"),
      `${name}: ${money(found.price_now ?? price)} now.`,
      average_price === null || min_price === null || max_price === null
        ? `No earlier prices are known from ${period}.`
        : `In ${period} it was ${money(average_price)} on average, ${money(min_price)} at the lowest and ${money(max_price)} at the highest. Trend: ${asWords(found.trend)}.`
    )
  }

/** Describes the stock of a product and its upcoming restocks. */
export function* restocks(product_id: string): AnswerPart {
  const { current_stock, product_name, upcoming_restocks } = yield* resultOf(call(getRestockSchedule, { product_id }))
  return `${product_name}: ${plural(current_stock, "unit")} in stock now. ${expectedRestocks(upcoming_restocks)}`
}

const expectedRestocks = (restocks: (typeof getRestockSchedule.successSchema.Type)["upcoming_restocks"]): string =>
  restocks.length === 0
    ? "No delivery of new units is planned."
    : `New units are expected: ${list(restocks.map(({ expected_date, expected_quantity, warehouse }) => `${plural(expected_quantity, "unit")} at ${warehouse} on ${day(expected_date)}`))}.`

/** Describes the stock of a product by warehouse, or the upcoming restocks if there is none. */
export const stock = (resolve: ProductResolver) =>
  function* (wish: Wish): AnswerPart {
    const { product, quantity: requested, rest } = wish
    const found = yield* resolve(product)
    const { name, product_id } = found
    const ofVariants = yield* variantAnswer({ variants: [], ...found }, wish)
    if (ofVariants !== null) {
      return ofVariants
    }
    const { total_quantity: inStock, warehouses } = yield* resultOf(call(checkStock, { product_id }))
    const places = warehouses.map(({ quantity, region, warehouse }) => `${warehouse} (${region}) ${quantity}`)
    const shortage = requested !== null && requested > inStock ? `, fewer than the ${requested} you want` : ""
    return sentences(
      unmentioned(rest, name, "stock data"),
      inStock === 0
        ? yield* restocks(product_id)
        : `${name}: ${plural(inStock, "unit")} in stock${shortage}. By warehouse: ${list(places)}.`
    )
  }

/** Lists the warehouses of a product with reorder thresholds, and the upcoming restocks. */
export const warehouses = (resolve: ProductResolver) =>
  function* ({ product }: Wish): AnswerPart {
    const { product_id } = yield* resolve(product)
    const { product_name, total_quantity, upcoming_restocks, warehouses } = yield* resultOf(
      call(getWarehouseAvailability, { product_id })
    )
    return paragraph(
      `${product_name}: ${plural(total_quantity, "unit")} in all warehouses together.`,
      bullets(
        warehouses,
        ({ location, quantity, reorder_threshold: threshold, warehouse }) =>
          `${warehouse}, ${location}: ${plural(quantity, "unit")}${threshold === null ? "" : `, reordered at ${threshold}`}`
      ),
      expectedRestocks(upcoming_restocks)
    )
  }
