import { type Category } from "@storefront/domain/Catalog"
import { Money, percentOf } from "@storefront/domain/Money"
import { mostRows } from "@storefront/domain/tools/Parameters"
import {
  calculateLoyaltyDiscount,
  getActiveDeals,
  getLoyaltyBenefits,
  getLoyaltyTier,
  validateCoupon
} from "@storefront/domain/tools/PricingTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../../Playbook.ts"

import { type ProductReference, type Wish } from "../../Wish.ts"
import { money } from "@storefront/domain/Wording"
import { aboutAccount, aboutPurchases } from "../AboutAccount.ts"
import { aboutPrices } from "../AboutPrices.ts"
import { aboutProduct } from "../AboutProduct.ts"
import {
  answering,
  type AnswerPart,
  type Answers,
  notAvailable,
  specialist,
  spoken,
  theAmountOf,
  told
} from "../AnswerParts.ts"
import { asksForCart, bundles, couponForCart, maxTotal, optimize, units } from "./CartPricing.ts"
import { promotionsOf } from "./CartWording.ts"
import * as Wording from "./Wording.ts"

/** Deals of each kind when the customer does not say how many. */
const listed = 10

/** The total on which a coupon is tried when the customer names none; the answer then names no sums. */
const trialTotal = Money.make(100_000)

type Deals = typeof getActiveDeals.successSchema.Type
type Coupon = Deals["coupons"][number]

const offer =
  "I can find the best price of your cart, check a coupon or a bundle, list the deals that are running, and tell where you stand in our loyalty programme. What would you like to know?"

const cents = (dollars: number) => Money.make(Math.min(Number.MAX_SAFE_INTEGER, Math.round(dollars * 100)))

const tooMuch = "I can work that out for sums below a million dollars only."

function* tryCoupon(code: string, total: Money | null, category: Category | null): AnswerPart {
  if (total !== null && total > maxTotal) {
    return tooMuch
  }
  const result = yield* call(validateCoupon, {
    code: code.slice(0, 40),
    cart_total: (total ?? trialTotal) / 100,
    ...(category === null ? {} : { category })
  })
  return result instanceof ToolFailure ? notAvailable(`the coupon ${code}`) : Wording.validation(code, total, result)
}

/** About what a coupon takes off a sum; `validate_coupon` says it exactly. */
const estimate = ({ discount_type, discount_value, max_discount }: Coupon, total: Money): number =>
  discount_type === "fixed" ? discount_value : Math.min(percentOf(total, discount_value), max_discount ?? Infinity)

const dealsOf = (limit: number, category: Category | null) =>
  call(getActiveDeals, { limit, ...(category === null ? {} : { category }) })

/** The coupon that saves most on a sum. One for certain categories counts only when the category is known. */
function* bestCoupon(total: Money, category: Category | null): AnswerPart {
  if (total > maxTotal) {
    return tooMuch
  }
  const found = yield* dealsOf(mostRows, category)
  if (found instanceof ToolFailure) {
    return notAvailable("your coupons")
  }
  const usable = found.coupons
    .filter(({ applicable_categories }) => applicable_categories === null || category !== null)
    .filter(({ min_spend }) => min_spend <= total)
    .toSorted((a, b) => estimate(b, total) - estimate(a, total))
  const [best] = usable
  return best === undefined
    ? `None of the coupons you can use works on ${money(total)}.`
    : `${yield* tryCoupon(best.code, total, category)} No other coupon${category === null ? " for all categories" : ""} saves you more.`
}

/** Says something about the price of some units of a product, and names the product. */
const onProduct = (
  product: ProductReference | null,
  quantity: number | null,
  tell: (total: Money, category: Category) => AnswerPart
): AnswerPart =>
  aboutProduct(product, function* ({ category, name, price }) {
    const count = units(quantity)
    return `For ${theAmountOf({ name, quantity: count })}: ${yield* tell(Money.make(price * count), category)}`
  })

/** A coupon is tried on the sum that was named, or else on the product that was named, or else on the cart. */
function* validate(wish: Wish): AnswerPart {
  const { amount, code, filters, product, quantity, text } = wish
  const isAboutCart = amount === null && product === null && asksForCart(text)
  if (code === null) {
    if (amount !== null) {
      return yield* bestCoupon(cents(amount), filters.category)
    }
    return isAboutCart || product !== null
      ? yield* optimize(wish)
      : "Which coupon do you mean? Please give me its code."
  }
  if (isAboutCart) {
    return yield* couponForCart(code)
  }
  return amount === null && product !== null
    ? yield* onProduct(product, quantity, (total, category) => tryCoupon(code, total, category))
    : yield* tryCoupon(code, amount === null ? null : cents(amount), filters.category)
}

/** Asks for coupons rather than for what is reduced. */
const asksForCoupons = (text: string) => /\b(?:coupons?|vouchers?|codes?)\b/iu.test(text)

/** Asks for nothing but bundles. */
const asksForBundles = (text: string) =>
  /\bbundles?\b/iu.test(text) && !/\b(?:deals?|sales?|coupons?|codes?|promotions?)\b/iu.test(text)

/** Asks for nothing but flash sales. */
const asksForFlashSales = (text: string) =>
  /\bflash\b/iu.test(text) && !/\b(?:deals?|bundles?|coupons?|codes?|promotions?)\b/iu.test(text)

const flashSales = (category: Category | null): AnswerPart =>
  told(dealsOf(mostRows, category), "the flash sales", ({ promotions }) =>
    promotionsOf(
      "flash sales",
      promotions.filter(({ type }) => type === "flash_sale"),
      new Map(),
      category
    )
  )

function* deals(wish: Wish): AnswerPart {
  const {
    amount,
    filters: { category },
    limit,
    product,
    quantity,
    text
  } = wish
  if (product !== null) {
    return yield* asksForCoupons(text) ? onProduct(product, quantity, bestCoupon) : optimize(wish)
  }
  if (amount !== null && asksForCoupons(text)) {
    return yield* bestCoupon(cents(amount), category)
  }
  if (asksForFlashSales(text)) {
    return yield* flashSales(category)
  }
  return yield* told(dealsOf(limit ?? listed, category), "the deals", (found) =>
    Wording.deals(found, category, asksForCoupons(text))
  )
}

const loyalty = ({ amount }: Wish): AnswerPart =>
  told(call(getLoyaltyTier, {}), "your loyalty tier", (standing) =>
    Wording.loyalty(standing, amount === null ? null : cents(amount))
  )

/** What the tier takes off the sum, or the product, that was named. */
const loyaltyDiscount = ({ amount, product, quantity }: Wish) =>
  amount !== null
    ? discountOn(cents(amount))
    : product === null
      ? "On which amount shall I work out your loyalty discount?"
      : onProduct(product, quantity, discountOn)

const discountOn = (total: Money): AnswerPart =>
  total > maxTotal
    ? spoken(tooMuch)
    : told(
        call(calculateLoyaltyDiscount, { cart_total: total / 100 }),
        "your loyalty discount",
        Wording.loyaltyDiscount
      )

const answers: Answers = {
  validate_coupon: validate,
  deals: (wish) => (asksForBundles(wish.text) ? bundles(wish) : deals(wish)),
  bundles,
  loyalty,
  price_history: ({ days, product }) => aboutProduct(product, (found) => aboutPrices(found, days)),
  profile: aboutAccount,
  loyalty_benefits: () => told(call(getLoyaltyBenefits, {}), "the loyalty programme", Wording.benefits),
  loyalty_discount: loyaltyDiscount,
  optimize_cart: optimize,
  purchase_history: aboutPurchases
}

export const answer = answering(answers, offer)

/** Answers questions about saving: coupons, promotions, loyalty. */
export const playbook = specialist("pricing-promotions", answers, offer)
