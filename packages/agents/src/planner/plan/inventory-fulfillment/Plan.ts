import { aboutAccount } from "../AboutAccount.ts"
import { meantProduct } from "../AboutProduct.ts"
import { available } from "../AboutStock.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { carriers, deliveryStatus, plan, shippingEstimate } from "./Delivering.ts"
import { backorder, restock, sellerStock, stock } from "./Supplying.ts"

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
