import { SqlClient } from "@effect/sql"
import { type User } from "@storefront/domain/Identity"
import { Effect } from "effect"

/** What the database says of a customer's orders, cart and returns after a turn. */
export interface State {
  readonly orders: ReadonlyMap<string, string>
  readonly returns: ReadonlyMap<string, string>
  /** Quantities by the full names of products. */
  readonly cart: ReadonlyMap<string, number>
}

/** The state of an account. */
export const readState = Effect.fnUntraced(function* ({ id }: User) {
  const sql = yield* SqlClient.SqlClient
  const orders = yield* sql<{ id: string; status: string }>`SELECT id, status FROM orders WHERE user_id = ${id}`
  const returns = yield* sql<{ order_id: string; status: string }>`
    SELECT order_id, status FROM returns WHERE user_id = ${id} AND status <> 'withdrawn' ORDER BY seq`
  const cart = yield* sql<{ name: string; quantity: number }>`
    SELECT p.name, i.quantity FROM cart_items i JOIN carts c ON c.id = i.cart_id JOIN products p ON p.id = i.product_id
    WHERE c.user_id = ${id}`
  const state: State = {
    orders: new Map(orders.map(({ id, status }) => [id, status])),
    returns: new Map(returns.map(({ order_id, status }) => [order_id, status])),
    cart: new Map(cart.map(({ name, quantity }) => [name, quantity]))
  }
  return state
})

const uuid = "([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})"

/** What an order is said to be, by the status that makes it true. */
const saidOfOrder = new RegExp(
  `\\border ${uuid}(?: with [^.\\n]{1,200}?)?(?: is| was|, [^,\\n]+, \\$[\\d,.]+,) (placed|confirmed|shipped|out for delivery|delivered|cancelled)\\b`,
  "giu"
)
const notShipped = new RegExp(`\\border ${uuid} (?:is not shipped yet|can still be cancelled)`, "giu")
const saidOfReturn = new RegExp(
  `\\breturn ${uuid} of order ${uuid} (is requested|is approved|is on its way|has arrived|is complete|was denied|is refunded)`,
  "giu"
)
const returnWords: Readonly<Record<string, string>> = {
  "is requested": "requested",
  "is approved": "approved",
  "is on its way": "shipped_back",
  "has arrived": "received",
  "is complete": "refunded",
  "is refunded": "refunded",
  "was denied": "denied"
}
const cartHolds = /^(?:That makes|Changed in your cart: now) (\d+) × (.+?)(?:\.|, \$.*)$/gmu
const takenOut = /^Taken out of your cart: (.+), now\b/gmu
const saysEmpty = /\b(?:your|the) cart is empty\b/iu
const saysUntouched = /\bI leave everything as it is\b|\bnothing (?:was|has been|is) (?:changed|done)\b(?! yet)/iu
const saysNothingOrdered = /\bnothing (?:was|is) ordered\b/iu

/** A cart line belongs to a name that contains it, the brand before it included. */
const inCart = ({ cart }: State, name: string): number =>
  [...cart].find(([known]) => name.endsWith(known) || known.endsWith(name))?.[1] ?? 0

/**
 * What an answer says of orders, cart and returns that the database contradicts. `wrote` are the tools that changed
 * something in this turn and the one before it: whoever has just done something cannot say that nothing is done.
 */
export const contradictions = (answer: string, state: State, wrote: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...[...answer.matchAll(saidOfOrder)].flatMap(([said, id = "", word = ""]) => {
    const known = state.orders.get(id)
    return known === undefined || known === word.toLowerCase().replaceAll(" ", "_") ? [] : [`${said}: ${known}`]
  }),
  ...[...answer.matchAll(notShipped)].flatMap(([said, id = ""]) => {
    const known = state.orders.get(id)
    return known === undefined || known === "placed" || known === "confirmed" ? [] : [`${said}: ${known}`]
  }),
  ...[...answer.matchAll(saidOfReturn)].flatMap(([said, , order = "", words = ""]) => {
    const known = state.returns.get(order)
    return known === returnWords[words.toLowerCase()] ? [] : [`${said}: ${known ?? "no return"}`]
  }),
  // What is said of a product last counts.
  ...[...new Map([...answer.matchAll(cartHolds)].map((match) => [match[2], match])).values()].flatMap(
    ([said, quantity = "", name = ""]) =>
      inCart(state, name) === Number(quantity) || wrote.includes("checkout") ? [] : [`${said}: ${inCart(state, name)}`]
  ),
  ...[...answer.matchAll(takenOut)].flatMap(([said, name = ""]) =>
    inCart(state, name) === 0 ? [] : [`${said}: ${inCart(state, name)}`]
  ),
  ...(saysEmpty.test(answer) && state.cart.size > 0 ? [`an empty cart: ${state.cart.size} lines`] : []),
  ...(saysUntouched.test(answer) && wrote.length > 0 ? [`nothing done: ${wrote.join(", ")}`] : []),
  ...(saysNothingOrdered.test(answer) && wrote.includes("checkout") ? ["nothing ordered: checkout"] : [])
]
