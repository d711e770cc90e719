import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { SellerCatalogue } from "@storefront/server/shop/catalog/SellerCatalogue"
import { Effect } from "effect"
import { sellerScope } from "../../tools/SellerScope.ts"
import { sellerTools } from "../toolkit.ts"

export const sellerHandlers = Effect.map(SellerCatalogue, (catalogue) =>
  sellerTools.of({
    get_my_products: Effect.fnUntraced(function* ({
      category = null,
      include_inactive,
      limit,
      low_stock_only,
      offset,
      seller_id
    }) {
      const { products, total } = yield* catalogue.list({
        seller: yield* sellerScope(seller_id),
        category,
        includeInactive: include_inactive,
        lowStockOnly: low_stock_only,
        limit,
        offset
      })
      return {
        products,
        count: products.length,
        total,
        ...messageIfEmpty(
          products.length,
          offset > 0
            ? "There are no more matching products beyond this offset."
            : "There are no such products. Leave out a condition."
        )
      }
    })
  })
)
