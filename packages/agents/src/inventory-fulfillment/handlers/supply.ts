import { ToolFailure, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { type AlreadyBackordered, Backorders, type StockSuffices } from "@storefront/server/shop/inventory/Backorders"
import { SellerStock } from "@storefront/server/shop/inventory/SellerStock"
import { Effect } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { sellerScope } from "../../tools/SellerScope.ts"
import { proposing } from "../../tools/Propose.ts"
import { refusingGroups } from "../../tools/VariantFailures.ts"
import { supplyTools } from "../toolkit.ts"

const stockSuffices = ({ currentStock }: StockSuffices) =>
  new ToolFailure({
    error: "conflict",
    message: "The stock covers this quantity, so no backorder is needed. Tell the person that it can be ordered now.",
    current_stock: currentStock
  })

const alreadyBackordered = ({ backorder }: AlreadyBackordered) =>
  new ToolFailure({
    error: "conflict",
    message: "This person already has an open backorder for the product. Tell them so, with its id.",
    backorder_id: backorder
  })

/** Explains an empty page of a seller's stock. */
const emptyPage = (offset: number, lowStockOnly: boolean): string =>
  offset > 0
    ? "There are no more products beyond this offset."
    : lowStockOnly
      ? "No product runs low in any warehouse."
      : "There are no products on sale."

export const supplyHandlers = Effect.gen(function* () {
  const backorders = yield* Backorders
  const sellerStock = yield* SellerStock
  const failNotFound = yield* productNotFound
  const refuseGroups = yield* refusingGroups
  const propose = yield* proposing

  return supplyTools.of({
    place_backorder: Effect.fnUntraced(
      function* ({ note, product_id, quantity }) {
        return yield* propose(backorders.act, { productId: product_id, quantity, note: note ?? null })
      },
      (effect, { product_id }) =>
        Effect.catchTags(effect, {
          ProductNotFound: () => Effect.zipRight(refuseGroups([product_id], "sold"), failNotFound(product_id)),
          StockSuffices: (error) => Effect.fail(stockSuffices(error)),
          AlreadyBackordered: (error) => Effect.fail(alreadyBackordered(error))
        })
    ),

    get_seller_inventory: Effect.fnUntraced(function* ({ limit, low_stock_only, offset, seller_id }) {
      const seller = yield* sellerScope(seller_id)
      const { items, total } = yield* sellerStock.list({ seller, lowStockOnly: low_stock_only, limit, offset })
      return { items, count: items.length, total, ...messageIfEmpty(items.length, emptyPage(offset, low_stock_only)) }
    })
  })
})
