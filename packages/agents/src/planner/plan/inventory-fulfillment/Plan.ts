import { checkStock, estimateShipping, getRestockSchedule } from "@storefront/domain/tools/InventoryTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { wishesFor } from "../../dialogue/Understand.ts"
import { type Wish } from "../../Wish.ts"
import { aboutAccount } from "../AboutAccount.ts"
import { aboutProduct } from "../AboutProduct.ts"
import { inParts, notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { theProduct } from "../ProductWording.ts"
import { availability, backorder, carriers, deliveryStatus, plan, sellerStock } from "./Fulfilling.ts"
import * as Wording from "./Wording.ts"

const offer =
  "I can look up what is in stock and where, when new units come, and what delivery costs with which carrier. Which product is it about?"

/** When nothing is in stock, says when it will be. */
const stock = ({ product, quantity, region }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const levels = yield* call(checkStock, { product_id })
    if (levels instanceof ToolFailure) {
      return notAvailable(`the stock of ${theProduct(name)}`)
    }
    const answer = Wording.stock(levels, quantity, region)
    if (levels.in_stock) {
      return answer
    }
    const schedule = yield* call(getRestockSchedule, { product_id })
    return schedule instanceof ToolFailure ? answer : `${answer} ${Wording.nextDelivery(schedule)}`
  })

const restock = ({ product }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    const schedule = yield* call(getRestockSchedule, { product_id })
    return schedule instanceof ToolFailure
      ? notAvailable(`when new units of ${theProduct(name)} come`)
      : Wording.restocks(schedule)
  })

/** When a product cannot be sent now, says from which day it can. */
const shippingEstimate = ({ product, quantity, region, speed }: Wish): AnswerPart =>
  aboutProduct(product, function* ({ name, product_id }) {
    if (region === null) {
      return `Where should ${theProduct(name)} go? The state, or a city, is enough.`
    }
    const estimate = yield* call(estimateShipping, {
      product_id,
      destination_region: region,
      quantity: quantity ?? 1
    })
    if (estimate instanceof ToolFailure) {
      return Wording.notEstimated(name, estimate)
    }
    if (estimate.available || estimate.split_possible) {
      return Wording.shipping(estimate, region, speed)
    }
    const schedule = yield* call(getRestockSchedule, { product_id })
    return schedule instanceof ToolFailure
      ? notAvailable(`delivery of ${theProduct(name)}`)
      : Wording.notShipped(estimate, region, schedule)
  })

/** Answers one wish; those of other specialists are not answered here. */
export function* answer(turn: TurnView, wish: Wish): AnswerPart {
  switch (wish.intent) {
    case "stock":
      return yield* stock(wish)
    case "restock":
      return yield* restock(wish)
    case "shipping_estimate":
      return yield* shippingEstimate(wish)
    case "warehouse_availability":
      return yield* availability(wish)
    case "carriers":
      return yield* carriers(wish)
    case "delivery_status":
      return yield* deliveryStatus(turn, wish)
    case "fulfillment_plan":
      return yield* plan(wish)
    case "backorder":
      return yield* backorder(turn, wish)
    case "seller_stock":
      return yield* sellerStock(wish)
    case "profile":
      return yield* aboutAccount()
    default:
      return offer
  }
}

/** Answers where a product is, when more of it comes, and how it is delivered. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "inventory-fulfillment", ["profile"])
  return wishes.length > 0 ? yield* inParts(wishes, (wish) => answer(turn, wish)) : offer
}
