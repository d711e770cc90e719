import { checkStock, estimateShipping, getRestockSchedule } from "@storefront/domain/tools/InventoryTools"

import { call } from "../../Playbook.ts"

import { type Wish } from "../../Wish.ts"
import { aboutAccount } from "../AboutAccount.ts"
import { aboutProduct } from "../AboutProduct.ts"
import { answering, type AnswerPart, type Answers, specialist, theProduct, told } from "../AnswerParts.ts"
import { availability, backorder, carriers, deliveryStatus, plan, sellerStock } from "./Fulfilling.ts"
import * as Wording from "./Wording.ts"

const offer =
  "I can look up what is in stock and where, when new units come, and what delivery costs with which carrier. Which product is it about?"

/** When nothing is in stock, says when it will be. */
const stock = ({ product, quantity, region }: Wish): AnswerPart =>
  aboutProduct(product, ({ name, product_id }) =>
    told(call(checkStock, { product_id }), `the stock of ${theProduct(name)}`, (levels) => {
      const answer = Wording.stock(levels, quantity, region)
      return levels.in_stock
        ? answer
        : told(
            call(getRestockSchedule, { product_id }),
            () => answer,
            (schedule) => `${answer} ${Wording.nextDelivery(schedule)}`
          )
    })
  )

const restock = ({ product }: Wish): AnswerPart =>
  aboutProduct(product, ({ name, product_id }) =>
    told(call(getRestockSchedule, { product_id }), `when new units of ${theProduct(name)} come`, Wording.restocks)
  )

/** When a product cannot be sent now, says from which day it can. */
const shippingEstimate = ({ product, quantity, region, speed }: Wish): AnswerPart =>
  aboutProduct(product, ({ name, product_id }) =>
    region === null
      ? `Where should ${theProduct(name)} go? The state, or a city, is enough.`
      : told(
          call(estimateShipping, { product_id, destination_region: region, quantity: quantity ?? 1 }),
          (failure) => Wording.notEstimated(name, failure),
          (estimate) =>
            estimate.available || estimate.split_possible
              ? Wording.shipping(estimate, region, speed)
              : told(call(getRestockSchedule, { product_id }), `delivery of ${theProduct(name)}`, (schedule) =>
                  Wording.notShipped(estimate, region, schedule)
                )
        )
  )

const answers: Answers = {
  stock,
  restock,
  shipping_estimate: shippingEstimate,
  warehouse_availability: availability,
  carriers,
  delivery_status: deliveryStatus,
  fulfillment_plan: plan,
  backorder,
  seller_stock: sellerStock,
  profile: aboutAccount
}

export const answer = answering(answers, offer)

/** Answers where a product is, when more of it comes, and how it is delivered. */
export const playbook = specialist("inventory-fulfillment", answers, offer)
