import { findProduct } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { lines, money } from "@storefront/domain/Wording"
import { call, type Calls } from "../Playbook.ts"
import { type ProductReference, type Wish } from "../Wish.ts"
import { type AnswerPart, notAvailable, spoken } from "./AnswerParts.ts"
import { pickProduct, type Resolution } from "./References.ts"

/** How products are looked up by what a customer calls them, and listed where several could be meant. */
export interface ProductLookup<Product> {
  /** Those that come near the name, best first. */
  readonly find: (name: string) => Calls<ReadonlyArray<Product> | ToolFailure>
  readonly list: (candidates: ReadonlyArray<Product>) => string
}

/** What products are told apart by. */
interface Named {
  readonly name: string
  readonly brand: string
}

/** The product that a customer means. */
export function* resolveProduct<Product extends Named>(
  lookup: ProductLookup<Product>,
  { name }: ProductReference
): Calls<Resolution<Product>> {
  const found = yield* lookup.find(name)
  return found instanceof ToolFailure ? { _tag: "Failed", failure: found } : pickProduct(name, found)
}

/** Why it is not clear which product is meant, and what to say next. */
export const unresolved = <Product>(
  lookup: ProductLookup<Product>,
  { name }: ProductReference,
  resolution: Exclude<Resolution<Product>, { readonly _tag: "Found" }>
): string => {
  switch (resolution._tag) {
    case "Several":
      return `Several products could be meant. Which one?\n${lookup.list(resolution.candidates)}`
    case "None":
      return `I found no product called "${name}". Please check the name, or tell me what kind of product it is.`
    case "Failed":
      return notAvailable(`"${name}"`)
  }
}

/** Tells something about the product that is meant, or why it is not clear which one that is. */
export const aboutProductBy = <Product extends Named>(lookup: ProductLookup<Product>) =>
  function* about(reference: ProductReference | null, tell: (product: Product) => AnswerPart | string): AnswerPart {
    if (reference === null) {
      return "Which product do you mean? Its name, or the kind of product, is enough."
    }
    const product = yield* resolveProduct(lookup, reference)
    if (product._tag === "None" && reference.instead !== undefined) {
      return yield* about({ name: reference.instead, source: "history" }, tell)
    }
    return product._tag === "Found" ? yield* spoken(tell(product.value)) : unresolved(lookup, reference, product)
  }

/** A product as `find_product` lists it. */
export type FoundProduct = (typeof findProduct.successSchema.Type)["products"][number]

/** Tells something about a product that `find_product` finds. */
export const aboutProduct = aboutProductBy<FoundProduct>({
  find: function* (name) {
    const answer = yield* call(findProduct, { name: name.slice(0, 200) })
    return answer instanceof ToolFailure ? answer : answer.products
  },
  list: (candidates) => lines(candidates.map(({ name, price }) => `${name}, ${money(price)}`))
})

/** Tells something about several products together, or why it is not clear which one of them is meant. */
export const aboutProducts = (
  references: ReadonlyArray<ProductReference>,
  tell: (products: ReadonlyArray<FoundProduct>) => AnswerPart | string,
  known: ReadonlyArray<FoundProduct> = []
): AnswerPart => {
  const [reference, ...others] = references
  return reference === undefined
    ? spoken(tell(known))
    : aboutProduct(reference, (product) => aboutProducts(others, tell, [...known, product]))
}

/** All products that a wish names. */
export const productsOf = ({ otherProducts, product }: Wish): ReadonlyArray<ProductReference> => [
  ...(product === null ? [] : [product]),
  ...otherProducts
]
