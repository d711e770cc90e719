import { Array, Order } from "effect"
import { type ProductId } from "../Ids.ts"
import { type Money } from "../Money.ts"

/** Properties by which products are compared. */
export interface Comparable {
  readonly product_id: ProductId
  readonly price: Money
  readonly price_now?: Money | undefined
  readonly rating: number
  readonly review_count: number
}

/** Returns today's price: that of a running promotion, else the regular one. */
export const todaysPrice = ({ price, price_now }: Pick<Comparable, "price" | "price_now">): Money => price_now ?? price

const byId = Order.mapInput(Order.string, ({ product_id }: Comparable) => product_id)

const cheapestFirst = Order.combine(Order.mapInput(Order.number, todaysPrice), byId)

const bestFirst = Order.combineAll([
  Order.reverse(Order.mapInput(Order.number, ({ rating }: Comparable) => rating)),
  Order.reverse(Order.mapInput(Order.number, ({ review_count }: Comparable) => review_count)),
  byId
])

/** Finds the product with the lowest price today; ties go to the first by id. */
export const cheapest = <P extends Comparable>(products: Array.NonEmptyReadonlyArray<P>): P =>
  Array.min(products, cheapestFirst)

/** Finds the best-rated product; ties go to more reviews, then to the first by id. Null if none was reviewed. */
export const bestRated = <P extends Comparable>(products: ReadonlyArray<P>): P | null => {
  const reviewed = products.filter(({ review_count }) => review_count > 0)
  return Array.isNonEmptyReadonlyArray(reviewed) ? Array.min(reviewed, bestFirst) : null
}
