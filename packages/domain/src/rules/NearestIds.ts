import { Array, Order } from "effect"
import { editDistance } from "./EditDistance.ts"

/** Length of a UUID as text, which bounds the number of edits. */
const idLength = 36

/** Returns the `count` products whose ids need the fewest edits to become `id`, nearest first; ties by id. */
export const nearestIds = <A extends { readonly product_id: string }>(
  id: string,
  products: ReadonlyArray<A>,
  count: number
): ReadonlyArray<A> => {
  const rated = products.map((product) => ({ product, edits: editDistance(id, product.product_id, idLength) }))
  const nearestFirst = Order.combine(
    Order.mapInput(Order.number, ({ edits }: (typeof rated)[number]) => edits),
    Order.mapInput(Order.string, ({ product }: (typeof rated)[number]) => product.product_id)
  )
  return Array.sort(rated, nearestFirst)
    .slice(0, count)
    .map(({ product }) => product)
}
