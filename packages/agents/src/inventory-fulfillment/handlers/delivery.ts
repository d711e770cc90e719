import { type OrderId } from "@storefront/domain/Ids"
import { type RequestedLine } from "@storefront/domain/rules/Allocation"
import { planFulfillment } from "@storefront/domain/rules/FulfillmentPlan"
import { notFound, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { StockedWarehouses } from "@storefront/server/shop/inventory/StockedWarehouses"
import { Array, Effect } from "effect"
import { productsNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { getOrderTrackingHandler } from "../../tools/GetOrderTrackingHandler.ts"
import { refusingGroups } from "../../tools/VariantFailures.ts"
import { deliveryTools } from "../toolkit.ts"

const orderNotFound = (id: OrderId) =>
  notFound("order", id, "The customer has no order with this id. Ask which order is meant, and for its number.")

const someNotFound =
  "The shop does not have all of these products. Look the missing ones up by name, unless one of the candidates is meant, or plan without them."

export const deliveryHandlers = Effect.gen(function* () {
  const stockedWarehouses = yield* StockedWarehouses
  const failNotFound = yield* productsNotFound
  const refuseGroups = yield* refusingGroups

  return deliveryTools.of({
    get_order_tracking: yield* getOrderTrackingHandler(orderNotFound),

    calculate_fulfillment_plan: Effect.fnUntraced(function* ({ destination_region, items }) {
      const ids = Array.dedupe(items.map(({ product_id }) => product_id))
      const { products, warehouses } = yield* stockedWarehouses.read(ids, destination_region)
      const productsInOrder = ids.flatMap((id) => products.filter(({ product_id }) => product_id === id))
      if (productsInOrder.length < ids.length) {
        const missing = ids.filter((id) => productsInOrder.every(({ product_id }) => product_id !== id))
        yield* refuseGroups(missing)
        return yield* failNotFound(ids, missing, someNotFound)
      }
      const requestedLines = ids.map((productId) => ({
        productId,
        quantity: items.reduce((sum, item) => (item.product_id === productId ? sum + item.quantity : sum), 0)
      }))
      const plan = planFulfillment(requestedLines, warehouses, destination_region)
      /** Pairs lines with their products, in the order of the request. */
      const withProducts = <L extends RequestedLine>(lines: ReadonlyArray<L>) =>
        productsInOrder.flatMap((product) =>
          lines.filter(({ productId }) => productId === product.product_id).map((line) => ({ product, line }))
        )
      return {
        destination_region,
        total_items: requestedLines.length,
        total_units: requestedLines.reduce((sum, { quantity }) => sum + quantity, 0),
        total_shipments: plan.shipments.length,
        total_shipping_cost: plan.cost,
        shipments: plan.shipments.map(({ lines, rate: { price, ...rate }, warehouse }) => ({
          warehouse: warehouse.name,
          region: warehouse.region,
          items: withProducts(lines).map(({ line, product }) => ({ ...product, quantity: line.quantity })),
          ...rate,
          shipping_cost: price
        })),
        unavailable: withProducts(plan.unavailable).map(({ line, product }) => ({
          ...product,
          requested: line.quantity,
          available: line.available
        })),
        all_available: plan.unavailable.length === 0,
        ...messageIfEmpty(plan.shipments.length, "None of the products can be sent to the region in this quantity.")
      }
    })
  })
})
