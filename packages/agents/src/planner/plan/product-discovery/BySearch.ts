import { searchProducts } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { cut } from "@storefront/server/text/Text"
import { call } from "../../Playbook.ts"
import { aboutProductBy, type ProductLookup } from "../AboutProduct.ts"
import * as Wording from "./Wording.ts"

/** Characters of a text that are searched for. */
export const longestQuery = 200

/** A product as a search lists it. */
export type ProductHit = (typeof searchProducts.successSchema.Type)["products"][number]

/** `product-discovery` has no `find_product`: it searches for what a product is called. */
export const bySearch: ProductLookup<ProductHit> = {
  find: function* (name) {
    const answer = yield* call(searchProducts, { query: cut(name, longestQuery) })
    return answer instanceof ToolFailure ? answer : answer.products
  },
  list: Wording.productLines
}

/** Tells something about the product that a search finds, or why it is not clear which one is meant. */
export const aboutSearched = aboutProductBy(bySearch)
