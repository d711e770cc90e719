import { searchProducts } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type ToolCall, type ToolOutcome } from "../../Playbook.ts"
import { cut } from "@storefront/server/text/Text"
import { pickProduct, type Resolution } from "../References.ts"
import { type ProductReference } from "../../Wish.ts"
import { notAvailable, type AnswerPart } from "../AnswerParts.ts"
import * as Wording from "./Wording.ts"

/** Characters of a text that are searched for. */
export const longestQuery = 200

/** Some tool calls on the way to an answer. */
export type Calls<A> = Generator<ToolCall, A, ToolOutcome>

/** A product as a search lists it. */
export type Found = (typeof searchProducts.successSchema.Type)["products"][number]

/** The product that a customer means. */
export function* resolve({ name }: ProductReference): Calls<Resolution<Found>> {
  const answer = yield* call(searchProducts, { query: cut(name, longestQuery) })
  return answer instanceof ToolFailure ? { _tag: "Failed", failure: answer } : pickProduct(name, answer.products)
}

/** Why it is not clear which product is meant, and what to say next. */
export const unresolved = (
  { name }: ProductReference,
  resolution: Exclude<Resolution<Found>, { readonly _tag: "Found" }>
): string => {
  switch (resolution._tag) {
    case "Several":
      return `Several products could be meant. Which one?\n${Wording.productLines(resolution.candidates)}`
    case "None":
      return `I found no product called "${name}". Please check the name, or tell me what kind of product it is.`
    case "Failed":
      return notAvailable(`"${name}"`)
  }
}

/** Says what is known of the product that is meant, or why it is not clear which one that is. */
export function* about(reference: ProductReference | null, tell: (product: Found) => AnswerPart): AnswerPart {
  if (reference === null) {
    return "Which product do you mean? Its name, or the kind of product, is enough."
  }
  const product = yield* resolve(reference)
  if (product._tag === "None" && reference.instead !== undefined) {
    return yield* about({ name: reference.instead, source: "history" }, tell)
  }
  return product._tag === "Found" ? yield* tell(product.value) : unresolved(reference, product)
}
