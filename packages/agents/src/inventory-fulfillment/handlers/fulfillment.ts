import { CurrentUser } from "@storefront/domain/Identity"
import { type OrderId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type WantedLine } from "@storefront/domain/rules/Allocation"
import { planFulfillment } from "@storefront/domain/rules/FulfillmentPlan"
import { byPrice, bySpeed, deliveryWindow } from "@storefront/domain/rules/Shipping"
import { notFound, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type AlreadyBackordered, Backorders, type StockSuffices } from "@storefront/server/inventory/Backorders"
import { Carriers } from "@storefront/server/inventory/Carriers"
import { SellerStock } from "@storefront/server/inventory/SellerStock"
import { StockedWarehouses } from "@storefront/server/inventory/StockedWarehouses"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { Array, Effect } from "effect"
import { effectKeyReused } from "../../tools/EffectKeyReused.ts"
import { productNotFound, productsNotFound } from "../../tools/ProductNotFound.ts"
import { sellerScope } from "../../tools/SellerScope.ts"
import { type toolkit } from "../toolkit.ts"

type Tools = typeof toolkit.tools
type Arguments<Name extends keyof Tools> = Tools[Name]["parametersSchema"]["Type"]

const orderNotFound = (id: OrderId) => () =>
  notFound("order", id, "The customer has no order with this id. Ask which order is meant, and for its full id.")

/** What the carrier's records mean, and, before there are any, why there are none. */
const tracking: { readonly [S in OrderStatus]: { readonly hasRecords: boolean; readonly message: string } } = {
  placed: { hasRecords: false, message: "The order waits to be confirmed; no carrier has it yet." },
  confirmed: { hasRecords: false, message: "The order is being prepared; no carrier has it yet." },
  shipped: { hasRecords: true, message: "The parcel is on its way." },
  out_for_delivery: { hasRecords: true, message: "The parcel is out for delivery." },
  delivered: { hasRecords: true, message: "The parcel was delivered." },
  cancelled: { hasRecords: false, message: "The order was cancelled; no carrier has it." },
  returned: { hasRecords: true, message: "The parcel was delivered, and the order was returned." }
}

const notAllSold =
  "The shop does not have all of these products. Look the missing ones up by name, unless a candidate is what is meant, or plan without them."

const stockSuffices = ({ currentStock }: StockSuffices) =>
  new ToolFailure({
    error: "conflict",
    message: "The stock covers this quantity, so no backorder is needed. Tell the person that it can be ordered now.",
    current_stock: currentStock
  })

const alreadyBackordered = ({ backorder }: AlreadyBackordered) =>
  new ToolFailure({
    error: "conflict",
    message: "This person has an open backorder for the product already. Tell them so, with its id.",
    backorder_id: backorder
  })

/** The handlers for carriers, parcels, plans, backorders and the stock of sellers. */
export const fulfillmentHandlers = Effect.gen(function* () {
  const carriers = yield* Carriers
  const orders = yield* OrderLookup
  const stocked = yield* StockedWarehouses
  const backorders = yield* Backorders
  const sellerStock = yield* SellerStock
  const unknown = yield* productNotFound
  const unknownOf = yield* productsNotFound

  return {
    compare_carriers: Effect.fn("compare_carriers")(function* ({
      region_from,
      region_to
    }: Arguments<"compare_carriers">) {
      const rates = yield* carriers.between(region_from, region_to)
      const [cheapest] = Array.sort(rates, byPrice)
      const [fastest] = Array.sort(rates, bySpeed)
      return {
        region_from,
        region_to,
        carriers: Array.sort(rates, byPrice).map((rate) => ({ ...rate, delivery_window: deliveryWindow(rate) })),
        count: rates.length,
        best_value: cheapest?.carrier ?? null,
        fastest: fastest?.carrier ?? null,
        ...(rates.length > 0 ? {} : { message: "No carrier goes from the one region to the other." })
      }
    }),

    get_tracking_status: Effect.fn("get_tracking_status")(function* ({ order_id }: Arguments<"get_tracking_status">) {
      const user = yield* CurrentUser
      const { carrier, status, tracking_number, updates } = yield* Effect.mapError(
        orders.track(user.id, order_id),
        orderNotFound(order_id)
      )
      const { hasRecords, message } = tracking[status]
      const history = hasRecords ? Array.reverse(updates) : []
      return { order_id, status, carrier, tracking_number, history, latest_update: history[0] ?? null, message }
    }),

    calculate_fulfillment_plan: Effect.fn("calculate_fulfillment_plan")(function* ({
      destination_region,
      items
    }: Arguments<"calculate_fulfillment_plan">) {
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
      /** In the order in which the products were asked for. */
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
        ...(plan.shipments.length > 0
          ? {}
          : { message: "None of the products can be sent to the region in this quantity." })
      }
    }),

    place_backorder: Effect.fn("place_backorder")(
      function* ({ note, product_id, quantity }: Arguments<"place_backorder">) {
        const user = yield* CurrentUser
        const { replayed, result } = yield* backorders.place({
          person: user.id,
          product: product_id,
          quantity,
          note: note === undefined || note === "" ? null : note
        })
        return {
          ...result,
          message:
            result.expected_restock === null
              ? "The backorder is placed and nothing is charged. No delivery of the product is planned yet."
              : "The backorder is placed and nothing is charged. It can be served from the next delivery on.",
          ...(replayed ? { replayed } : {})
        }
      },
      (effect, { product_id }) =>
        Effect.catchTags(effect, {
          ProductNotFound: () => unknown(product_id),
          StockSuffices: (error) => Effect.fail(stockSuffices(error)),
          AlreadyBackordered: (error) => Effect.fail(alreadyBackordered(error)),
          EffectKeyReused: () => Effect.fail(effectKeyReused())
        })
    ),

    get_seller_inventory: Effect.fn("get_seller_inventory")(function* ({
      limit,
      low_stock_only,
      offset,
      seller_id
    }: Arguments<"get_seller_inventory">) {
      const seller = yield* sellerScope(seller_id)
      const items = yield* sellerStock.list({ seller, lowStockOnly: low_stock_only, limit, offset })
      return {
        items,
        count: items.length,
        ...(items.length > 0
          ? {}
          : {
              message:
                offset > 0
                  ? "There are no more products beyond this offset."
                  : low_stock_only
                    ? "No product runs low in any warehouse."
                    : "There is no product on sale."
            })
      }
    })
  }
})
