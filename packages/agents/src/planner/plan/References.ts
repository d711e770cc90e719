import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { alike } from "@storefront/domain/rules/EditDistance"
import { getOrderDetails, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Calls } from "../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime, Option } from "effect"
import { type OrderReference } from "../Wish.ts"

/** What a reference turned out to mean. `Several` fit equally well: ask which one. `None` fits: say so. */
export type Resolution<A> =
  | { readonly _tag: "Found"; readonly value: A }
  | { readonly _tag: "Several"; readonly candidates: ReadonlyArray<A> }
  | { readonly _tag: "None" }
  | { readonly _tag: "Failed"; readonly failure: ToolFailure }

const found = <A>(value: A): Resolution<A> => ({ _tag: "Found", value })

/** None, one or several. */
export const settle = <A>(candidates: ReadonlyArray<A>): Resolution<A> => {
  const [first, ...others] = candidates
  return first === undefined ? { _tag: "None" } : others.length === 0 ? found(first) : { _tag: "Several", candidates }
}

const lowerWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Words that say nothing about which product is meant. */
const empty = new Set("a an the this that my your our new one some any of for with and to in".split(" "))

/** Singular and plural count as the same word. */
const stem = (word: string): string => word.replace(/(?<=..)(?:ies|es|s)$/u, "")

/** How much a word counts that is one typing error away; hardly anybody mistypes the first letter. */
const slip = 0.9

/** How well an asked word matches one of the known words: 1 for any form of the word, less for a misspelt one. */
const met = (asked: string, known: ReadonlyArray<string>): number =>
  known.some((word) => asked === word || stem(asked) === stem(word))
    ? 1
    : known.some((word) => asked[0] === word[0] && (alike(asked, word) || alike(stem(asked), stem(word))))
      ? slip
      : 0

/** The known words, with those that were asked for as two words: "cook book" for "cookbook". */
const withHalves = (known: ReadonlyArray<string>, asked: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...known,
  ...asked.flatMap((word, index) => {
    const next = asked[index + 1]
    return next !== undefined && known.includes(word + next) ? [word, next] : []
  })
]

/** A candidate that matches a smaller share of the asked words is something else. */
const leastShare = 0.4

/**
 * Which of the candidates, best first, a customer means by `name`: those in whose name or brand most of the words
 * occur, typing errors included. An exact match wins.
 */
export const pickProduct = <A extends { readonly name: string; readonly brand: string }>(
  name: string,
  candidates: ReadonlyArray<A>
): Resolution<A> => {
  const exact = candidates.find((candidate) => candidate.name.toLowerCase() === name.trim().toLowerCase())
  if (exact !== undefined) {
    return found(exact)
  }
  const asked = lowerWords(name).filter((word) => !empty.has(word))
  const rated = candidates.map((candidate) => {
    const known = withHalves(lowerWords(`${candidate.name} ${candidate.brand}`), asked)
    return { candidate, share: asked.reduce((sum, word) => sum + met(word, known), 0) / Math.max(1, asked.length) }
  })
  const best = Math.max(0, ...rated.map(({ share }) => share))
  return best < leastShare
    ? { _tag: "None" }
    : settle(rated.filter(({ share }) => share === best).map(({ candidate }) => candidate))
}

/** What is known of an order once it is resolved; null where only its id was given. */
export interface FoundOrder {
  readonly order_id: string
  readonly status: OrderStatus | null
  readonly total: Money | null
  /** `YYYY-MM-DD`. */
  readonly date: string | null
}

/** How many of the newest orders are opened to look for a product in them. */
const openedOrders = 4

const failed = (failure: ToolFailure): Resolution<never> => ({ _tag: "Failed", failure })

/** A page of the customer's orders, newest first; `status` null is every status. */
export const orderPage = (limit: number, status: OrderStatus | null) =>
  call(getUserOrders, status === null ? { limit } : { limit, status })

/** An order of a page, with its day. */
export const withDate = <Order extends { readonly created_at: DateTime.Utc }>(order: Order) => ({
  ...order,
  date: DateTime.formatIso(order.created_at).slice(0, 10)
})

function* listOrders(limit: number, status: OrderStatus | null): Calls<ReadonlyArray<FoundOrder> | ToolFailure> {
  const page = yield* orderPage(limit, status)
  return page instanceof ToolFailure ? page : page.orders.map(withDate)
}

/** The newest orders, from the context when it holds enough of them. */
function* newestOrders(turn: TurnView, enough: (known: ReadonlyArray<FoundOrder>) => boolean, limit: number) {
  const known: ReadonlyArray<FoundOrder> = turn.context.recent_orders
  return enough(known) ? known : yield* listOrders(limit, null)
}

function* orderWith(product: string, orders: ReadonlyArray<FoundOrder>): Calls<Resolution<FoundOrder>> {
  for (const order of orders.slice(0, openedOrders)) {
    const details = yield* call(getOrderDetails, { order_id: order.order_id })
    if (details instanceof ToolFailure) {
      return failed(details)
    }
    if (pickProduct(product, details.items)._tag !== "None") {
      return found(order)
    }
  }
  return { _tag: "None" }
}

const daysBefore = (today: string, date: string | null): Option.Option<number> =>
  Option.map(Option.all([DateTime.make(`${today}T00:00:00Z`), DateTime.make(`${date}T00:00:00Z`)]), ([end, start]) =>
    Math.round(DateTime.distance(start, end) / 86_400_000)
  )

/** The id of the order that is meant, as far as it can be told without a tool. */
export const knownOrder = (
  { context: { recent_orders: recent } }: TurnView,
  order: OrderReference | null
): string | undefined => {
  switch (order?.kind) {
    case "id":
      return order.id
    case "idPrefix":
      return recent.find(({ order_id }) => order_id.startsWith(order.prefix))?.order_id
    case "position":
      return recent[order.index]?.order_id
    case "status":
      return recent.filter(({ status }) => status === order.status)[order.index ?? 0]?.order_id
    default:
      return undefined
  }
}

/**
 * The order a customer means. Without a reference the newest orders are the candidates, newest first: take the first
 * one to look something up, ask which one before changing anything. Reads the orders of the context when they suffice, else calls
 * `get_user_orders` once (and opens up to 4 orders when a product in it is all that is known).
 */
export function* resolveOrder(turn: TurnView, reference: OrderReference | null): Calls<Resolution<FoundOrder>> {
  if (reference === null) {
    const orders = yield* newestOrders(turn, (known) => known.length > 0, 5)
    return orders instanceof ToolFailure ? failed(orders) : settle(orders)
  }
  switch (reference.kind) {
    case "id": {
      const known = turn.context.recent_orders.find(({ order_id }) => order_id === reference.id)
      return found(known ?? { order_id: reference.id, status: null, total: null, date: null })
    }
    case "idPrefix": {
      const isMeant = ({ order_id }: FoundOrder) => order_id.startsWith(reference.prefix)
      const orders = yield* newestOrders(turn, (known) => known.some(isMeant), mostRows)
      return orders instanceof ToolFailure ? failed(orders) : settle(orders.filter(isMeant))
    }
    case "position": {
      const orders = yield* newestOrders(turn, (known) => known.length > reference.index, reference.index + 1)
      return orders instanceof ToolFailure ? failed(orders) : settle(orders.slice(reference.index, reference.index + 1))
    }
    case "status": {
      const orders = yield* listOrders(10, reference.status)
      const { index } = reference
      return orders instanceof ToolFailure
        ? failed(orders)
        : settle(index === undefined ? orders : orders.slice(index, index + 1))
    }
    case "age": {
      const isMeant = ({ date }: FoundOrder) =>
        Option.exists(
          daysBefore(turn.context.today, date),
          (days) => days >= reference.minDays && days <= reference.maxDays
        )
      const orders = yield* newestOrders(turn, (known) => known.some(isMeant), mostRows)
      return orders instanceof ToolFailure ? failed(orders) : settle(orders.filter(isMeant))
    }
    case "product": {
      const orders = yield* newestOrders(turn, (known) => known.length > 0, openedOrders)
      return orders instanceof ToolFailure ? failed(orders) : yield* orderWith(reference.name, orders)
    }
  }
}
