import { findProduct } from "@storefront/domain/tools/ProductTools"
import { type Money } from "@storefront/domain/Money"
import { lines, money } from "@storefront/domain/Wording"
import { call } from "../Playbook.ts"
import { type ProductReference, type Wish } from "../Wish.ts"
import { theProduct } from "./Blocks.ts"
import { instead, known, type Steps } from "./Steps.ts"
import { pickProduct, theOne } from "./Picking.ts"

/** What products are told apart by. */
interface Named {
  readonly name: string
  readonly brand: string
  readonly price: Money
}

/** The product that is meant among those that come near a name, best first; when that is not clear, it is asked. */
export const productBy = <Product extends Named>(find: (name: string) => Steps<ReadonlyArray<Product>>) =>
  function* meant(reference: ProductReference | null): Steps<Product> {
    if (reference === null) {
      return yield* instead("Which product do you mean? Its name, or the kind of product, is enough.")
    }
    const { instead: other, name } = reference
    const picked = pickProduct(name, yield* find(name))
    return picked.length === 0 && other !== undefined
      ? yield* meant({ name: other, source: "history" })
      : yield* theOne(
          picked,
          (several) =>
            `Several products could be meant. Which one?\n${lines(several.map((product) => `${product.name}, ${money(product.price)}`))}`,
          `I found no product called "${name}". Please check the name, or tell me what kind of product it is.`
        )
  }

/** A product as `find_product` lists it. */
export type FoundProduct = (typeof findProduct.successSchema.Type)["products"][number]

/** The product that is meant. */
export const meantProduct = productBy<FoundProduct>(function* (name) {
  return (yield* known(call(findProduct, { name: name.slice(0, 200) }), `"${name}"`)).products
})

/** How many products stand side by side. */
export const mostCompared = 3

export const whichToCompare = "Which products shall I compare? Please name two or three."

/** The ids of the products that are to be compared, two at least; `what` is compared of them. */
export function* comparedIds(
  products: ReadonlyArray<{ readonly name: string; readonly product_id: string }>,
  what = "",
  none = whichToCompare
): Steps<ReadonlyArray<string>> {
  const ids = [...new Set(products.map(({ product_id }) => product_id))]
  const [first] = products
  return first === undefined
    ? yield* instead(none)
    : ids.length < 2
      ? yield* instead(`Which product shall I compare ${what}${theProduct(first.name)} with?`)
      : ids
}

/** All products that a wish names. */
export const productsOf = ({ otherProducts, product }: Wish): ReadonlyArray<ProductReference> => [
  ...(product === null ? [] : [product]),
  ...otherProducts
]
