import { type DialogueState, type Item, emptyState, withListedProduct } from "../../../src/planner/DialogueState.ts"
import { type Intent } from "../../../src/planner/Intents.ts"
import { changeRecord } from "../../../src/planner/plan/Flows.ts"
import { wishOf, type Wish } from "../../../src/planner/Wish.ts"

/** Builders for what an answer keeps. */

type Kept = Partial<DialogueState>

const nothingKnown = { orderId: null, price: null, rating: null }

/** Makes a product with its price in dollars. */
export const priced = (name: string, price: number): Item => ({ ...nothingKnown, name, price })

/** Makes a product with its rating. */
export const rated = (name: string, rating: number): Item => ({ ...nothingKnown, name, rating })

/** Makes an order, with what it costs in dollars. */
export const order = (orderId: string, price: number | null = null): Item => ({
  ...nothingKnown,
  name: "",
  orderId,
  price
})

const itemsOf = (entries: ReadonlyArray<Item | string>): ReadonlyArray<Item> =>
  entries.map((entry) => (typeof entry === "string" ? { ...nothingKnown, name: entry } : entry))

/** Keeps a list, of names alone unless more is known of its entries. */
export const listOf = (...entries: ReadonlyArray<Item | string>): Kept => {
  const { list, products } = withListedProduct({ ...emptyState, list: itemsOf(entries) })
  return { list, products }
}

/** Keeps the products that are spoken of. */
export const about = (...products: ReadonlyArray<Item | string>): Kept => ({ products: itemsOf(products) })

/** Makes a change that was made, to a product unless it is told by its slots. */
export const did = (intent: Intent, name?: string, slots: Partial<Wish> = {}): Wish =>
  changeRecord({ ...wishOf(intent, intent), ...slots }, name)

/** Keeps that products were looked up and put into the cart. */
export const put = (...names: ReadonlyArray<string>): Kept => ({
  ...about(...names),
  done: names.map((name) => did("add_to_cart", name))
})

/** Keeps that products, one of each, were taken out of the cart. */
export const tookOut = (...names: ReadonlyArray<string>): Kept => ({
  done: names.map((name) => did("remove_from_cart", name, { quantity: 1 }))
})
