import { type ProductId } from "@storefront/domain/Ids"
import { notFound } from "@storefront/domain/tools/ToolContract"

/** `not_found` for a product: there is none of that id, or it is no longer sold. */
export const productNotFound = (id: ProductId) => () =>
  notFound("product", id, "No product on sale has this id. Look the product up by its name, then call the tool again.")
