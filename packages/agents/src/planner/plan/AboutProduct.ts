import { lines, money } from "@storefront/domain/Wording"
import { type FoundProduct, resolveProduct } from "./References.ts"
import { type ProductReference } from "../Wish.ts"
import { notAvailable, type AnswerPart } from "./AnswerParts.ts"

/** Tells something about the product that is meant, or why it is not clear which one that is. */
export function* aboutProduct(
  reference: ProductReference | null,
  tell: (product: FoundProduct) => AnswerPart
): AnswerPart {
  if (reference === null) {
    return "Which product do you mean? Its name, or the kind of product, is enough."
  }
  const product = yield* resolveProduct(reference.name)
  switch (product._tag) {
    case "Found":
      return yield* tell(product.value)
    case "Several":
      return `Several products could be meant. Which one?\n${lines(product.candidates.map(({ name, price }) => `${name}, ${money(price)}`))}`
    case "None":
      return reference.instead !== undefined
        ? yield* aboutProduct({ name: reference.instead, source: "history" }, tell)
        : `I found no product called "${reference.name}". Please check the name, or tell me what kind of product it is.`
    case "Failed":
      return notAvailable(`"${reference.name}"`)
  }
}

/** Tells something about all of several products, or why it is not clear which one of them is. */
export const aboutProducts = (
  references: ReadonlyArray<ProductReference>,
  tell: (products: ReadonlyArray<FoundProduct>) => AnswerPart,
  known: ReadonlyArray<FoundProduct> = []
): AnswerPart => {
  const [reference, ...others] = references
  return reference === undefined
    ? tell(known)
    : aboutProduct(reference, (product) => aboutProducts(others, tell, [...known, product]))
}
