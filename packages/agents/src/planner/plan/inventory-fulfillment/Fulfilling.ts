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
import { notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { theProduct } from "../ProductWording.ts"
import * as Wording from "./FulfillmentWording.ts"

/** How many of a seller's products are listed unless something else is said. */
const listed = 10

/** In which warehouses a product is, and what they expect. */
export const availability = ({ product }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const found = yield* call(getWarehouseAvailability, { product_id })
    return found instanceof ToolFailure
      ? notAvailable(`the warehouses of ${theProduct(name)}`)
      : Wording.availability(found)
  })

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
export function* deliveryStatus(turn: TurnView, { order }: Wish): AnswerPart {
  const id = knownOrder(turn, order)
  if (id === undefined) {
    return "Which order is it about? Please tell me its full id."
  }
  const tracking = yield* call(getTrackingStatus, { order_id: id })
  return tracking instanceof ToolFailure ? Wording.notTracked(id, tracking) : Wording.tracking(tracking)
}

/** Plans the delivery of all products that were named together. */
export function* plan({ items, product, quantity, region }: Wish): AnswerPart {
  const wanted = items.length > 0 || product === null ? items : [{ product, quantity }]
  if (wanted.length === 0) {
    return "Which products shall I plan for, and how many of each?"
  }
  if (region === null) {
    const goods = wanted.map(({ product, quantity }) => `${quantity === null ? "" : `${quantity} × `}${product.name}`)
    return `Where should ${list(goods)} go? The state, or a city, is enough.`
  }
  return yield* aboutProducts(
    wanted.map(({ product }) => product),
    function* (products) {
      const planned = yield* call(calculateFulfillmentPlan, {
        items: products.map(({ product_id }, index) => ({ product_id, quantity: wanted[index]?.quantity ?? 1 })),
        destination_region: region
      })
      return planned instanceof ToolFailure ? Wording.notPlanned(planned) : Wording.plan(planned)
    }
  )
}

/** Whoever may not place a backorder is told when new units will arrive. */
function* refusedBackorder({ product_id }: FoundProduct): AnswerPart {
  return Wording.backorderRefused(yield* call(getRestockSchedule, { product_id }))
}

function* placed(product: FoundProduct, quantity: number, note: string | null): AnswerPart {
  const { name, product_id } = product
  const result = yield* call(placeBackorder, {
    product_id,
    quantity,
    ...(note === null ? {} : { note })
  })
  if (!(result instanceof ToolFailure)) {
    return Wording.backordered(result)
  }
  return result.error === "forbidden" ? yield* refusedBackorder(product) : Wording.notBackordered(name, result)
}

/** Says what a backorder would mean, and asks for agreement. */
function* proposed({ name, price, product_id }: FoundProduct, quantity: number): AnswerPart {
  const stock = yield* call(checkStock, { product_id })
  if (stock instanceof ToolFailure) {
    return notAvailable(`the stock of ${theProduct(name)}`)
  }
  if (stock.total_quantity >= quantity) {
    return Wording.noBackorderNeeded(name, stock.total_quantity)
  }
  const schedule = yield* call(getRestockSchedule, { product_id })
  return schedule instanceof ToolFailure
    ? notAvailable(`when new units of ${theProduct(name)} come`)
    : Wording.backorderQuestion({ name, price }, quantity, schedule)
}

/** Places a backorder that was clearly asked for; otherwise asks first. */
export const backorder = (turn: TurnView, { isExplicit, note, product, quantity }: Wish): AnswerPart =>
  aboutProduct(product, function* (found) {
    if (!allows(placeBackorder, turn) && (!isExplicit || quantity === null)) {
      return yield* refusedBackorder(found)
    }
    if (quantity === null) {
      return `How many units of ${theProduct(found.name)} shall I put on backorder?`
    }
    return yield* isExplicit ? placed(found, quantity, note) : proposed(found, quantity)
  })

/** The stock of the seller who asks. */
export function* sellerStock({ limit: wanted, lowStockOnly }: Wish): AnswerPart {
  const limit = wanted ?? listed
  const inventory = yield* call(getSellerInventory, { low_stock_only: lowStockOnly, limit })
  return inventory instanceof ToolFailure
    ? Wording.noSellerStock(inventory)
    : Wording.sellerStock(inventory, lowStockOnly, limit)
}
