import { type Category } from "@storefront/domain/Catalog"
import { Money, percentOf } from "@storefront/domain/Money"
import { getActiveDeals, getLoyaltyTier, validateCoupon } from "@storefront/domain/tools/PricingTools"
import { getPriceHistory } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook, type ToolCall, type ToolOutcome } from "@storefront/server/model/Playbook"
import { understand } from "../language/Understand.ts"
import { type Intent, intentOwner, type Wish } from "../language/Wish.ts"
import { money } from "../language/Answers.ts"
import { priceHistory } from "../product-discovery/wording.ts"
import { aboutAccount } from "../shared/AboutAccount.ts"
import { aboutProduct } from "../shared/AboutProduct.ts"
import { inParts, notAvailable, type Part } from "../shared/Parts.ts"
import { theProduct } from "../shared/ProductName.ts"
import * as Wording from "./wording.ts"

/** Deals of each kind when the customer does not say how many. */
const listed = 10

/** The total on which a coupon is tried when the customer names none, in dollars; the answer then names no sums. */
const trialTotal = 1_000

const maxTotal = 999_999.99

/** Products whose names are looked up for an answer about bundles. */
const maxNamed = 4

/** How far back prices are compared when the customer does not say, in days. */
const pricePeriod = 90

/** The most deals of each kind that the tool lists at once. */
const maxListed = 50

type Deals = typeof getActiveDeals.successSchema.Type
type Coupon = Deals["coupons"][number]

const offer =
  "I can check a coupon, list the deals that are running, and tell where you stand in our loyalty programme. What would you like to know?"

const cents = (dollars: number) => Money.make(Math.round(dollars * 100))

function* tryCoupon(code: string, total: number | null, category: Category | null): Part {
  const cartTotal = total === null ? trialTotal : Math.min(maxTotal, Math.max(0, cents(total) / 100))
  const result = yield* call(validateCoupon, {
    code: code.slice(0, 40),
    cart_total: cartTotal,
    ...(category === null ? {} : { category })
  })
  return result instanceof ToolFailure
    ? notAvailable(`the coupon ${code}`)
    : Wording.validation(code, total === null ? null : cents(cartTotal), result)
}

/** What a coupon is about to take off a sum; `validate_coupon` says it exactly. */
const estimate = ({ discount_type, discount_value, max_discount }: Coupon, total: Money): number =>
  discount_type === "fixed" ? discount_value : Math.min(percentOf(total, discount_value), max_discount ?? Infinity)

/** The coupon that saves most on a sum. One for certain categories counts only when the category is known. */
function* bestCoupon(amount: number, category: Category | null): Part {
  const found = yield* call(getActiveDeals, { limit: maxListed, ...(category === null ? {} : { category }) })
  if (found instanceof ToolFailure) {
    return notAvailable("your coupons")
  }
  const total = cents(amount)
  const usable = found.coupons
    .filter(({ applicable_categories }) => applicable_categories === null || category !== null)
    .filter(({ min_spend }) => min_spend <= total)
    .toSorted((a, b) => estimate(b, total) - estimate(a, total))
  const [best] = usable
  return best === undefined
    ? `None of the coupons you can use works on ${money(total)}.`
    : `${yield* tryCoupon(best.code, amount, category)} No other coupon${category === null ? " for all categories" : ""} saves you more.`
}

/** A coupon is tried on the sum that was named, else on the product that was named. */
function* validate({ amount, code, filters, product, quantity }: Wish): Part {
  if (code === null) {
    return amount === null
      ? "Which coupon do you mean? Please give me its code."
      : yield* bestCoupon(amount, filters.category)
  }
  return amount === null && product !== null
    ? yield* aboutProduct(product, ({ category, price }) => tryCoupon(code, (price * (quantity ?? 1)) / 100, category))
    : yield* tryCoupon(code, amount, filters.category)
}

/** Asks for coupons rather than for what is reduced. */
const asksForCoupons = (text: string) => /\b(?:coupons?|vouchers?|codes?)\b/iu.test(text)

/** Asks for nothing but bundles. */
const asksForBundles = (text: string) =>
  /\bbundles?\b/iu.test(text) && !/\b(?:deals?|sales?|coupons?|codes?|promotions?)\b/iu.test(text)

function* deals({ filters: { category }, limit, text }: Wish): Part {
  const found = yield* call(getActiveDeals, { limit: limit ?? listed, ...(category === null ? {} : { category }) })
  return found instanceof ToolFailure ? notAvailable("the deals") : Wording.deals(found, category, asksForCoupons(text))
}

/** The products that promotions name by id. No tool but the price history tells what a product is called. */
function* productNames(promotions: Deals["promotions"]): Generator<ToolCall, Map<string, string>, ToolOutcome> {
  const ids = promotions.flatMap(({ rules }) => ("product_ids" in rules ? rules.product_ids : []))
  const names = new Map<string, string>()
  for (const id of [...new Set(ids)].slice(0, maxNamed)) {
    const product = yield* call(getPriceHistory, { product_id: id, days: 7 })
    if (!(product instanceof ToolFailure)) {
      names.set(id, product.product_name)
    }
  }
  return names
}

/** What is saved on several things bought together. */
function* bundles({ filters: { category } }: Wish): Part {
  const found = yield* call(getActiveDeals, category === null ? {} : { category })
  if (found instanceof ToolFailure) {
    return notAvailable("the deals")
  }
  const promotions = found.promotions.filter(({ type }) => type !== "flash_sale")
  return Wording.bundles(promotions, yield* productNames(promotions), category)
}

const prices = ({ days, product }: Wish): Part =>
  aboutProduct(product, function* ({ name, product_id }) {
    const history = yield* call(getPriceHistory, {
      product_id,
      days: Math.min(365, Math.max(7, days ?? pricePeriod))
    })
    return history instanceof ToolFailure ? notAvailable(`the prices of ${theProduct(name)}`) : priceHistory(history)
  })

function* loyalty({ amount }: Wish): Part {
  const standing = yield* call(getLoyaltyTier, {})
  return standing instanceof ToolFailure
    ? notAvailable("your loyalty tier")
    : Wording.loyalty(standing, amount === null ? null : cents(amount))
}

/** One wish; those of other specialists are not answered here. */
export function* answer(wish: Wish): Part {
  switch (wish.intent) {
    case "validate_coupon":
      return yield* validate(wish)
    case "deals":
      return yield* asksForBundles(wish.text) ? bundles(wish) : deals(wish)
    case "bundles":
      return yield* bundles(wish)
    case "loyalty":
      return yield* loyalty(wish)
    case "price_history":
      return yield* prices(wish)
    case "profile":
      return yield* aboutAccount()
    case "optimize_cart":
      return "I cannot work out the best price of a cart yet. Name a coupon and a total, and I tell you what it saves."
    default:
      return offer
  }
}

/** Wishes of other specialists that its tools can grant as well. */
const shared: ReadonlySet<Intent> = new Set(["price_history", "profile"])

/** Answers what can be saved: coupons, promotions, loyalty. */
export const playbook: Playbook = function* (turn) {
  const wishes = understand(turn).filter(
    ({ intent }) => intentOwner[intent] === "pricing-promotions" || shared.has(intent)
  )
  return wishes.length > 0 ? yield* inParts(wishes, answer) : offer
}
