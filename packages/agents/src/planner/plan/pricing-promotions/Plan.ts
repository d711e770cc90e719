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
import { call, type Playbook } from "../../Playbook.ts"
import { wishesFor } from "../../dialogue/Understand.ts"
import { type ProductReference, type Wish } from "../../Wish.ts"
import { money } from "@storefront/domain/Wording"
import { aboutAccount } from "../AboutAccount.ts"
import { aboutPrices } from "../AboutPrices.ts"
import { aboutProduct } from "../AboutProduct.ts"
import { aboutPurchases } from "../AboutPurchases.ts"
import { inParts, notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { theAmountOf } from "../ProductWording.ts"
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

/** The coupon that saves most on a sum. One for certain categories counts only when the category is known. */
function* bestCoupon(total: Money, category: Category | null): AnswerPart {
  if (total > maxTotal) {
    return tooMuch
  }
  const found = yield* call(getActiveDeals, { limit: mostRows, ...(category === null ? {} : { category }) })
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

function* flashSales(category: Category | null): AnswerPart {
  const found = yield* call(getActiveDeals, { limit: mostRows, ...(category === null ? {} : { category }) })
  if (found instanceof ToolFailure) {
    return notAvailable("the flash sales")
  }
  const running = found.promotions.filter(({ type }) => type === "flash_sale")
  return promotionsOf("flash sales", running, new Map(), category)
}

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
  const found = yield* call(getActiveDeals, { limit: limit ?? listed, ...(category === null ? {} : { category }) })
  return found instanceof ToolFailure ? notAvailable("the deals") : Wording.deals(found, category, asksForCoupons(text))
}

const prices = ({ days, product }: Wish): AnswerPart => aboutProduct(product, (found) => aboutPrices(found, days))

function* loyalty({ amount }: Wish): AnswerPart {
  const standing = yield* call(getLoyaltyTier, {})
  return standing instanceof ToolFailure
    ? notAvailable("your loyalty tier")
    : Wording.loyalty(standing, amount === null ? null : cents(amount))
}

/** What the tier takes off the sum, or the product, that was named. */
function* loyaltyDiscount({ amount, product, quantity }: Wish): AnswerPart {
  if (amount === null && product === null) {
    return "On which amount shall I work out your loyalty discount?"
  }
  return amount === null ? yield* onProduct(product, quantity, discountOn) : yield* discountOn(cents(amount))
}

function* discountOn(total: Money): AnswerPart {
  if (total > maxTotal) {
    return tooMuch
  }
  const discount = yield* call(calculateLoyaltyDiscount, { cart_total: total / 100 })
  return discount instanceof ToolFailure ? notAvailable("your loyalty discount") : Wording.loyaltyDiscount(discount)
}

function* benefits(): AnswerPart {
  const programme = yield* call(getLoyaltyBenefits, {})
  return programme instanceof ToolFailure ? notAvailable("the loyalty programme") : Wording.benefits(programme)
}

/** Answers one wish; those of other specialists are not answered here. */
export function* answer(wish: Wish): AnswerPart {
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
    case "loyalty_benefits":
      return yield* benefits()
    case "loyalty_discount":
      return yield* loyaltyDiscount(wish)
    case "optimize_cart":
      return yield* optimize(wish)
    case "purchase_history":
      return yield* aboutPurchases(wish)
    default:
      return offer
  }
}

/** Answers questions about saving: coupons, promotions, loyalty. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "pricing-promotions", ["price_history", "profile", "purchase_history"])
  return wishes.length > 0 ? yield* inParts(wishes, answer) : offer
}
