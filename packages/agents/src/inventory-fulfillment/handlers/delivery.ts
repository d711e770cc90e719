import { type OrderId } from "@storefront/domain/Ids"
import { type WantedLine } from "@storefront/domain/rules/Allocation"
import { planFulfillment } from "@storefront/domain/rules/FulfillmentPlan"
import { notFound, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { StockedWarehouses } from "@storefront/server/shop/inventory/StockedWarehouses"
import { Array, Effect } from "effect"
import { productsNotFound } from "@storefront/server/shop/catalog/UnknownProducts"
import { getOrderTrackingHandler } from "../../tools/GetOrderTrackingHandler.ts"
import { deliveryTools } from "../toolkit.ts"

const orderNotFound = (id: OrderId) =>
  notFound("order", id, "The customer has no order with this id. Ask which order is meant, and for its number.")

const notAllSold =
  "The shop does not have all of these products. Look the missing ones up by name, unless one of the candidates is meant, or plan without them."

/** The handlers for parcels and delivery plans. */
export const deliveryHandlers = Effect.gen(function* () {
  const stocked = yield* StockedWarehouses
  const unknownOf = yield* productsNotFound

  return deliveryTools.of({
    get_order_tracking: yield* getOrderTrackingHandler(orderNotFound),

    calculate_fulfillment_plan: Effect.fnUntraced(function* ({ destination_region, items }) {
      const ids = Array.dedupe(items.map(({ product_id }) => product_id))
      const { products, warehouses } = yield* stocked.read(ids, destination_region)
      const known = ids.flatMap((id) => products.filter(({ product_id }) => product_id === id))
      if (known.length < ids.length) {
        return yield* unknownOf(
          ids,
          ids.filter((id) => known.every(({ product_id }) => product_id !== id)),
          notAllSold
        )
      }
      const wanted = ids.map((productId) => ({
        productId,
        quantity: items.reduce((sum, item) => (item.product_id === productId ? sum + item.quantity : sum), 0)
      }))
      const plan = planFulfillment(wanted, warehouses, destination_region)
      /** Lists lines in the order in which the products were requested. */
      const named = <L extends WantedLine>(lines: ReadonlyArray<L>) =>
        known.flatMap((product) =>
          lines.filter(({ productId }) => productId === product.product_id).map((line) => ({ product, line }))
        )
      return {
        destination_region,
        total_items: wanted.length,
        total_units: wanted.reduce((sum, { quantity }) => sum + quantity, 0),
        total_shipments: plan.shipments.length,
        total_shipping_cost: plan.cost,
        shipments: plan.shipments.map(({ lines, rate: { price, ...rate }, warehouse }) => ({
          warehouse: warehouse.name,
          region: warehouse.region,
          items: named(lines).map(({ line, product }) => ({ ...product, quantity: line.quantity })),
          ...rate,
          shipping_cost: price
        })),
        unavailable: named(plan.unavailable).map(({ line, product }) => ({
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
