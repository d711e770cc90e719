import { contentWords } from "@storefront/domain/rules/SearchWords"
import { getMyProducts, getProductDetails, getTrendingProducts } from "@storefront/domain/tools/ProductTools"
import { lines, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { noFilters, plainWish, type Wish } from "../../Wish.ts"
import { aboutPrices, aboutPurchases, available, levelsOf, stocked } from "../About.ts"
import { daysBack, listing, phrases, rows } from "../Blocks.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, call, known, told } from "../Steps.ts"
import { compare, criteria, listed, meantHit, price, productDetails, similar } from "./Products.ts"
import { findProducts } from "./Finding.ts"
import { forget, recall, remember } from "./Remembering.ts"

function* details({ product }: Wish): AnswerPart {
  const { product_id } = yield* meantHit(product)
  return productDetails(yield* known(call(getProductDetails, { product_id })))
}

const trending = ({ days, filters, limit }: Wish): AnswerPart =>
  told(
    call(getTrendingProducts, {
      limit: rows(limit, listed),
      days: daysBack(days),
      category: filters.category
    }),
    ({ period_days, products }) =>
      listing(
        `What sold best${criteria({ ...noFilters, category: filters.category })} in the last ${plural(period_days, "day")}`,
        lines(
          products,
          (product) =>
            `${product.name}, ${price(product)}, ${plural(product.units_sold, "unit")} sold${product.in_stock ? "" : ", out of stock at the moment"}`
        )
      )
  )

/** How many there are, and where; with the upcoming deliveries if they were asked for. */
function* stock(wish: Wish): AnswerPart {
  const product = yield* meantHit(wish.product)
  return wish.intent === "stock" ? stocked(yield* levelsOf(product), null) : yield* available(product)
}

const wantsInactive =
  /\b(?:inactive|discontinued|delisted|no longer (?:sold|active|on sale)|not (?:active|sold)|retired|hidden)\b/i

/** What a seller offers, newest first, or the part of it that runs low. */
const ownProducts = ({ filters: { category }, limit, lowStockOnly, otherId, text }: Wish): AnswerPart =>
  told(
    call(getMyProducts, {
      limit: rows(limit, 20),
      category,
      low_stock_only: lowStockOnly ? true : null,
      include_inactive: wantsInactive.test(text) ? true : null,
      seller_id: otherId
    }),
    ({ products }) =>
      listing(
        `Your products${category === null ? "" : ` in ${category}`}${lowStockOnly ? " that run low" : ""}, the newest first, at most ${rows(limit, 20)}`,
        lines(products, (product) =>
          phrases(
            product.name,
            price(product),
            `${plural(product.total_stock, "unit")} in stock`,
            product.low_stock ? "low in some warehouse" : null,
            product.is_active ? null : "no longer sold"
          )
        )
      ),
    {
      forbidden:
        "Only sellers have products of their own to list, and only their own. If that is a mistake, please contact our support.",
      invalid_argument: "That is not the account id of a seller. Leave it out to see your own products."
    }
  )

const answers: Answers = {
  find_products: findProducts,
  product_details: details,
  compare_products: compare,
  similar_products: similar,
  trending,
  price_history: function* ({ days, product }) {
    const hit = yield* meantHit(product)
    return yield* aboutPrices(hit, days, price(hit))
  },
  remember_preference: remember,
  recall_preferences: recall,
  forget_preference: forget,
  purchase_history: aboutPurchases,
  seller_products: ownProducts,
  stock,
  warehouse_availability: stock
}

const offer =
  "I can search the shop, describe and compare products, tell what sells best and how prices developed, and remember what you like. What are you looking for?"

/** A message that asks for nothing known is searched for. */
const guess = (turn: TurnView): AnswerPart | string => {
  const query = contentWords(turn.message).join(" ")
  const wish = plainWish("find_products", turn.message)
  return query === "" ? offer : findProducts({ ...wish, filters: { ...wish.filters, query } }, turn)
}

/** Finds and describes products for what the message asks, and remembers what the customer likes. */
export const { answer, playbook } = specialist("product-discovery", answers, guess)
