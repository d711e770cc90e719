import { Region } from "@storefront/domain/Inventory"
import {
  calculateFulfillmentPlan,
  compareCarriers,
  getSellerInventory,
  getTrackingStatus,
  placeBackorder
} from "@storefront/domain/tools/FulfillmentTools"
import { checkStock, getRestockSchedule, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { allows, call } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { list } from "@storefront/domain/Wording"
import { type Wish } from "../../Wish.ts"
import { knownOrder } from "../References.ts"
import { aboutProduct, aboutProducts, type FoundProduct } from "../AboutProduct.ts"
import { type AnswerPart, notAvailable, theProduct, told } from "../AnswerParts.ts"
import * as Wording from "./FulfillmentWording.ts"

/** How many of a seller's products are listed unless something else is said. */
const listed = 10

/** In which warehouses a product is, and what they expect. */
export const availability = ({ product }: Wish): AnswerPart =>
  aboutProduct(product, ({ name, product_id }) =>
    told(call(getWarehouseAvailability, { product_id }), `the warehouses of ${theProduct(name)}`, Wording.availability)
  )

/** Compares the carriers on one route; from every region when only the destination was said. */
export function* carriers({ fromRegion, region, speed }: Wish): AnswerPart {
  if (region === null) {
    return fromRegion === null
      ? "Where should the parcel go, and where does it start? The states, or the cities, are enough."
      : "Where should the parcel go? The state, or a city, is enough."
  }
  const answers: Array<string> = []
  for (const from of fromRegion === null ? Region.literals : [fromRegion]) {
    const route = yield* call(compareCarriers, { region_from: from, region_to: region })
    if (route instanceof ToolFailure) {
      return notAvailable("the carriers")
    }
    answers.push(Wording.carriers(route, speed))
  }
  return answers.join("\n\n")
}

/** What the carrier recorded. Orders cannot be looked up here, only the one whose id is known. */
export const deliveryStatus = ({ order }: Wish, turn: TurnView) => {
  const id = knownOrder(turn, order)
  return id === undefined
    ? "Which order is it about? Please tell me its full id."
    : told(call(getTrackingStatus, { order_id: id }), (failure) => Wording.notTracked(id, failure), Wording.tracking)
}

/** Plans the delivery of all products that were named together. */
export const plan = ({ items, product, quantity, region }: Wish) => {
  const wanted = items.length > 0 || product === null ? items : [{ product, quantity }]
  if (wanted.length === 0) {
    return "Which products shall I plan for, and how many of each?"
  }
  if (region === null) {
    const goods = wanted.map(({ product, quantity }) => `${quantity === null ? "" : `${quantity} × `}${product.name}`)
    return `Where should ${list(goods)} go? The state, or a city, is enough.`
  }
  return aboutProducts(
    wanted.map(({ product }) => product),
    (products) =>
      told(
        call(calculateFulfillmentPlan, {
          items: products.map(({ product_id }, index) => ({ product_id, quantity: wanted[index]?.quantity ?? 1 })),
          destination_region: region
        }),
        Wording.notPlanned,
        Wording.plan
      )
  )
}

/** Whoever may not place a backorder is told when new units will arrive. */
function* refusedBackorder({ product_id }: FoundProduct): AnswerPart {
  return Wording.backorderRefused(yield* call(getRestockSchedule, { product_id }))
}

const placed = (product: FoundProduct, quantity: number, note: string | null): AnswerPart =>
  told(
    call(placeBackorder, { product_id: product.product_id, quantity, ...(note === null ? {} : { note }) }),
    (failure) =>
      failure.error === "forbidden" ? refusedBackorder(product) : Wording.notBackordered(product.name, failure),
    Wording.backordered
  )

/** Says what a backorder would mean, and asks for agreement. */
const proposed = ({ name, price, product_id }: FoundProduct, quantity: number): AnswerPart =>
  told(call(checkStock, { product_id }), `the stock of ${theProduct(name)}`, ({ total_quantity: held }) =>
    held >= quantity
      ? Wording.noBackorderNeeded(name, held)
      : told(call(getRestockSchedule, { product_id }), `when new units of ${theProduct(name)} come`, (schedule) =>
          Wording.backorderQuestion({ name, price }, quantity, schedule)
        )
  )

/** Places a backorder that was clearly asked for; otherwise asks first. */
export const backorder = ({ isExplicit, note, product, quantity }: Wish, turn: TurnView): AnswerPart =>
  aboutProduct(product, (found) =>
    !allows(placeBackorder, turn) && (!isExplicit || quantity === null)
      ? refusedBackorder(found)
      : quantity === null
        ? `How many units of ${theProduct(found.name)} shall I put on backorder?`
        : isExplicit
          ? placed(found, quantity, note)
          : proposed(found, quantity)
  )

/** The stock of the seller who asks. */
export const sellerStock = ({ limit, lowStockOnly }: Wish) =>
  told(
    call(getSellerInventory, { low_stock_only: lowStockOnly, limit: limit ?? listed }),
    Wording.noSellerStock,
    (inventory) => Wording.sellerStock(inventory, lowStockOnly, limit ?? listed)
  )
