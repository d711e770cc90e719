import { getSellerInventory, placeBackorder } from "@storefront/domain/tools/FulfillmentTools"
import { day, lines, list, money, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { allows, call } from "../../Playbook.ts"
import { type Wish } from "../../Wish.ts"
import { type FoundProduct, meantProduct } from "../AboutProduct.ts"
import { arrivals, levelsOf, newUnits, scheduleOf, stocked } from "../AboutStock.ts"
import { listing, theProduct } from "../Blocks.ts"
import { type AnswerPart, known, notDone, told } from "../Steps.ts"

/** How much there is; when there is nothing, also when there will be. */
export function* stock({ product, quantity }: Wish): AnswerPart {
  const found = yield* meantProduct(product)
  const levels = yield* levelsOf(found)
  const answer = stocked(levels, quantity)
  return levels.in_stock ? answer : `${answer} ${newUnits(arrivals(yield* scheduleOf(found)))}`
}

/** When more of a product comes, and what there is until then. */
function* supply(product: FoundProduct): AnswerPart {
  const { current_stock, product_name, ...schedule } = yield* scheduleOf(product)
  return `${product_name}: ${plural(current_stock, "unit")} in stock now. ${newUnits(arrivals(schedule))}`
}

export function* restock({ product }: Wish): AnswerPart {
  return yield* supply(yield* meantProduct(product))
}

/** Places a backorder that was clearly asked for; otherwise says what it would mean, and asks. */
export function* backorder({ isExplicit, note, product, quantity }: Wish, turn: TurnView): AnswerPart {
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
      : `There is not enough of ${name} in stock. A backorder at ${money(price)} each charges nothing now. ${newUnits(arrivals(yield* scheduleOf(found)))} Shall I place a backorder for ${quantity} × ${found.name}?`
  }
  const {
    backorder_id,
    estimated_total,
    expected_restock: next,
    unit_price
  } = yield* known(
    call(placeBackorder, { product_id, quantity, note }),
    notDone(`place a backorder for ${name}`, {
      forbidden: refused,
      invalid_argument: `No backorder for ${name} was placed: it can be for 1 to 999 units, with a note of up to 500 characters. How many units shall I put on backorder?`,
      not_found: `${found.name} is no longer sold.`,
      conflict: ({ backorder_id: id, current_stock: held }) =>
        held === undefined
          ? `No other backorder for ${name} was placed: ${id ?? "one"} is open already.`
          : notNeeded(held)
    })
  )
  return `Backorder ${backorder_id} for ${quantity} × ${found.name} is placed: ${money(unit_price)} each, ${money(estimated_total)} in all. Nothing is charged now. ${newUnits(next === null ? [] : [next])}`
}

/** The stock of the seller who asks, lowest first. */
export const sellerStock = ({ limit, lowStockOnly }: Wish) =>
  told(
    call(getSellerInventory, { low_stock_only: lowStockOnly, limit: limit ?? 10 }),
    notDone("look up your stock", {
      forbidden: "Only sellers can list their own stock. I can look up the stock of a single product: which one?"
    }),
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
      )
  )
