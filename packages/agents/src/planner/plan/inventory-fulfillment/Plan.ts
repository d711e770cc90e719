import { getSellerInventory, placeBackorder } from "@storefront/domain/tools/FulfillmentTools"
import { day, lines, list, money, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type Wish } from "../../Wish.ts"
import { aboutAccount, arrivals, available, levelsOf, newUnits, scheduleOf, stocked, supply } from "../About.ts"
import { listing, theProduct } from "../Blocks.ts"
import { meantProduct } from "../Picking.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { allows, type AnswerPart, call, told } from "../Steps.ts"
import { carriers, deliveryStatus, plan, shippingEstimate } from "./Delivering.ts"

/** How much there is; when there is nothing, also when there will be. */
function* stock({ product, quantity }: Wish): AnswerPart {
  const found = yield* meantProduct(product)
  const levels = yield* levelsOf(found)
  const answer = stocked(levels, quantity)
  return levels.in_stock ? answer : `${answer} ${newUnits(arrivals(yield* scheduleOf(found)))}`
}

function* restock({ product }: Wish): AnswerPart {
  return yield* supply(yield* meantProduct(product))
}

/** Places a backorder that was clearly asked for; otherwise says what it would mean, and asks. */
function* backorder({ isExplicit, note, product, quantity }: Wish, turn: TurnView): AnswerPart {
  const found = yield* meantProduct(product)
  const { price, product_id } = found
  const name = theProduct(found.name)
  const refused = function* (): AnswerPart {
    return `Only sellers can place backorders. ${yield* supply(found)}`
  }
  const notNeeded = (held: number) =>
    `No backorder is needed for ${name}: ${plural(held, "unit")} in stock, so it can be ordered now.`
  if (!allows(placeBackorder, turn) && (!isExplicit || quantity === null)) {
    return yield* refused()
  }
  if (quantity === null) {
    return `How many units of ${name} shall I put on backorder?`
  }
  if (!isExplicit) {
    const { total_quantity: held } = yield* levelsOf(found)
    return held >= quantity
      ? notNeeded(held)
      : `There is not enough of ${name} in stock. A backorder at ${money(price)} each charges nothing now. ${yield* supply(found)} Shall I place a backorder for ${quantity} × ${found.name}?`
  }
  return yield* told(
    call(placeBackorder, { product_id, quantity, note }),
    ({ backorder_id, expected_restock: next, ...placed }) =>
      `Backorder ${backorder_id} for ${quantity} × ${found.name} is placed: ${money(placed.unit_price)} each, ${money(placed.estimated_total)} in all. Nothing is charged now. ${newUnits(next === null ? [] : [next])}`,
    {
      forbidden: refused,
      invalid_argument: `No backorder for ${name} was placed: it can be for 1 to 999 units, with a note of up to 500 characters. How many units shall I put on backorder?`,
      not_found: `${found.name} is no longer sold.`,
      conflict: ({ backorder_id: id, current_stock: held }) =>
        held === undefined
          ? `No other backorder for ${name} was placed: ${id ?? "one"} is open already.`
          : notNeeded(held)
    },
    `place a backorder for ${name}`
  )
}

/** The stock of the seller who asks, lowest first. */
const sellerStock = ({ limit, lowStockOnly }: Wish) =>
  told(
    call(getSellerInventory, { low_stock_only: lowStockOnly, limit: limit ?? 10 }),
    ({ items }) =>
      listing(
        `${lowStockOnly ? "Running low" : "The stock"}, the lowest first, at most ${limit ?? 10}`,
        lines(
          items.map(({ name, next_restock, total_quantity, warehouses }) => {
            const levels = warehouses.map(
              ({ quantity, reorder_threshold: threshold, warehouse }) =>
                `${warehouse} ${quantity}${threshold === null || quantity <= threshold ? " (low)" : ""}`
            )
            const next = next_restock === null ? "" : `; next delivery ${day(next_restock)}`
            return `${name}: ${plural(total_quantity, "unit")}, ${list(levels)}${next}`
          })
        )
      ),
    { forbidden: "Only sellers can list their own stock. I can look up the stock of a single product: which one?" }
  )

const offer =
  "I can look up what is in stock and where, when new units come, and what delivery costs with which carrier. Which product is it about?"

const answers: Answers = {
  stock,
  restock,
  shipping_estimate: shippingEstimate,
  warehouse_availability: function* ({ product }) {
    return yield* available(yield* meantProduct(product))
  },
  carriers,
  delivery_status: deliveryStatus,
  fulfillment_plan: plan,
  backorder,
  seller_stock: sellerStock,
  profile: aboutAccount
}

/** Answers where a product is, when more of it comes, and how it is delivered. */
export const { answer, playbook } = specialist("inventory-fulfillment", answers, offer)
