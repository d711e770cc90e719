import { type HistoryEntry } from "@storefront/server/assistant/turn/History"
import { decode, type DialogueState, type Group, type Item, merge, emptyState } from "../DialogueState.ts"
import { type ShopWords } from "../text/ShopWords.ts"
import { type Wish } from "../Wish.ts"

/** Discourse focus when a message arrives: the antecedents of "it", "the second one" and the like. Initially empty. */
export class Focus {
  /** Wishes of the last message that had any. */
  readonly wishes: ReadonlyArray<Wish> = []
  /** The last list given, or the products last changed in the cart together. */
  readonly listItems: ReadonlyArray<Item> = []
  /** Products of the last answer with a known price. */
  readonly pricedProducts: ReadonlyArray<Item> = []
  /** Full name of the product mentioned last. */
  readonly product: string | null = null
  /** The group of variants that `product` is, or is one of. */
  readonly group: Group | null = null
  /** The last four product names, the latest first. */
  readonly recentProducts: ReadonlyArray<string> = []
  /** Order of the last answer about one; null after an answer about several. */
  readonly orderId: string | null = null
  readonly code: string | null = null
  readonly asked: DialogueState["asked"] = null
  /** Set if the last answer gave the list. */
  readonly hasCurrentList: boolean = false
  /** Changes made by the last turn with a wish. */
  readonly done: ReadonlyArray<Wish> = []
  /** Offers of the last answer, in the order that "the second one" counts in. */
  readonly offers: ReadonlyArray<Wish> = []
  /** Set if the last proposal was confirmed. */
  readonly isConfirmed: boolean = false
  /** Set once an answer said that this is a demonstration. */
  readonly isExplained: boolean = false
}

/** The conversation that a clause is interpreted against. */
export interface Conversation {
  readonly focus: Focus
  readonly words: ShopWords
}

/** Returns the one product that a wish names. */
export const nameOf = ({ filters, items, product }: Wish) =>
  product?.name ?? filters.query ?? (items.length === 1 ? items[0]?.product.name : undefined)

const noItem: Omit<Item, "name"> = { orderId: null, price: null, rating: null }

const focusAfter = (focus: Focus, { modelStates = [], offers = [] }: HistoryEntry): Focus => {
  const { list, ...state } = decode(modelStates).reduce(merge, emptyState)
  const changed = state.done.flatMap(({ product }) => (product === null ? [] : [{ ...noItem, name: product.name }]))
  // A product removed from the cart is no antecedent any more.
  const kept = state.done.flatMap(({ intent, product }) => (intent === "remove_from_cart" ? [] : (product ?? [])))
  const names = [...state.products, ...kept].map(({ name }) => name)
  const product = names.at(-1) ?? (list.length > 1 ? null : focus.product)
  const group = state.group ?? focus.group
  const orders = new Set([...state.orders, ...list.flatMap(({ orderId }) => orderId ?? [])])
  const [order = null] = orders
  return {
    wishes: state.wishes.length > 0 ? state.wishes : focus.wishes,
    listItems: list.length > 0 ? list : changed.length > 1 ? changed : focus.listItems,
    pricedProducts: state.products.filter(({ price }) => price !== null),
    // "It" has no antecedent after a list of several.
    product,
    group: group !== null && product?.startsWith(group.name) === true ? group : null,
    recentProducts: [...new Set([...names.toReversed(), ...focus.recentProducts])].slice(0, 4),
    orderId: orders.size > 1 ? null : (order ?? focus.orderId),
    code: state.wishes.findLast(({ code }) => code !== null)?.code ?? state.code ?? focus.code,
    asked: state.asked,
    hasCurrentList: list.length > 0,
    done: state.wishes.length > 0 ? state.done : focus.done,
    offers: state.offers,
    isConfirmed: offers.length > 0 ? offers.some(({ became }) => became === "confirmed") : focus.isConfirmed,
    isExplained: focus.isExplained || state.isExplained
  }
}

/** Folds the states kept by a conversation's answers into its focus. */
export const focusOf = (history: ReadonlyArray<HistoryEntry>): Focus =>
  history.filter(({ role }) => role === "assistant").reduce(focusAfter, { ...new Focus() })
