import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { decode, type DialogueState, type Item, merge, nothingKept } from "../DialogueState.ts"
import { type Wish } from "../Wish.ts"

/** The subject of the conversation when a message arrives; empty at its start. */
export class Focus {
  /** What was asked for last. */
  readonly wishes: ReadonlyArray<Wish> = []
  /** The list that was given last, or the products that were put into the cart together; empty without one. */
  readonly items: ReadonlyArray<Item> = []
  /** The products that the last answer was about, if it told their prices. */
  readonly priced: ReadonlyArray<Item> = []
  /** The product spoken of last, by its full name. */
  readonly product: string | null = null
  /** Products by name, the one spoken of last first. */
  readonly recent: ReadonlyArray<string> = []
  /** The one order the last answer was about. */
  readonly orderId: string | null = null
  /** The coupon code spoken of last. */
  readonly code: string | null = null
  /** The kind of thing that the last answer asked for. */
  readonly asked: DialogueState["asked"] = null
  /** The last answer gave the list. */
  readonly isListed: boolean = false
  /** The changes that the last turn made. */
  readonly done: ReadonlyArray<Wish> = []
  /** The offers of the last answer, which was not sure what was meant. */
  readonly offers: ReadonlyArray<Wish> = []
  /** True when the last proposal was confirmed. */
  readonly isConfirmed: boolean = false
  /** The customer was told that this is a demonstration. */
  readonly isExplained: boolean = false
}

/** What a clause is read with. */
export interface Background {
  readonly focus: Focus
  /** Numbers of the newest orders, newest first. */
  readonly recent: ReadonlyArray<string>
}

/** The one product that a wish names. */
export const nameOf = ({ filters, items, product }: Wish) =>
  product?.name ?? filters.query ?? (items.length === 1 ? items[0]?.product.name : undefined)

const noItem: Omit<Item, "name"> = { orderId: null, price: null, rating: null }

/** Returns the focus after an answer. */
const after = (focus: Focus, { modelStates = [], offers = [] }: HistoryEntry): Focus => {
  const { list, ...state } = decode(modelStates).reduce(merge, nothingKept)
  const touched = state.done.flatMap(({ product }) => (product === null ? [] : [{ ...noItem, name: product.name }]))
  // A product that was taken out of the cart is no longer the subject.
  const kept = state.done.flatMap(({ intent, product }) => (intent === "remove_from_cart" ? [] : (product ?? [])))
  const names = [...state.products, ...kept].map(({ name }) => name)
  const orders = new Set([...state.orders, ...list.flatMap(({ orderId }) => orderId ?? [])])
  const [order = null] = orders
  return {
    wishes: state.wishes.length > 0 ? state.wishes : focus.wishes,
    items: list.length > 0 ? list : touched.length > 1 ? touched : focus.items,
    priced: state.products.filter(({ price }) => price !== null),
    // Of several that were listed none is "it".
    product: names.at(-1) ?? (list.length > 1 ? null : focus.product),
    recent: [...new Set([...names.toReversed(), ...focus.recent])].slice(0, 4),
    orderId: orders.size > 1 ? null : (order ?? focus.orderId),
    code: state.wishes.findLast(({ code }) => code !== null)?.code ?? state.code ?? focus.code,
    asked: state.asked,
    isListed: list.length > 0,
    done: state.wishes.length > 0 ? state.done : focus.done,
    offers: state.offers,
    isConfirmed: offers.length > 0 ? offers.some(({ became }) => became === "confirmed") : focus.isConfirmed,
    isExplained: focus.isExplained || state.isExplained
  }
}

/** Folds the states that the answers of a conversation kept. */
export const focusOf = (history: ReadonlyArray<HistoryEntry>): Focus =>
  history.filter(({ role }) => role === "assistant").reduce(after, { ...new Focus() })
