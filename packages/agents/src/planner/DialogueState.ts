import { Option, Schema } from "effect"
import { flag, many, OptionChoices, slot, Wish } from "./Wish.ts"

/** A list entry or mentioned product that the next message can refer to. */
export const Item = Schema.Struct({
  name: Schema.String,
  orderId: slot(Schema.String),
  /** In units of the shop's currency. */
  price: slot(Schema.Number),
  rating: slot(Schema.Number)
})
export type Item = typeof Item.Type

/** A product that is sold in variants, as the answer tells of it. */
export const Group = Schema.Struct({
  name: Schema.String,
  options: many(OptionChoices),
  /** Values of the variants that the answer is about. */
  chosen: many(Schema.String)
})
export type Group = typeof Group.Type

/** Kinds of input that an answer can ask for. */
const Question = Schema.Literal("order", "address", "option", "other")

/**
 * Record of the contents, questions and changes of an answer, for later turns. Stored as JSON with the message: fields
 * may be added, but renaming one loses it in stored conversations.
 */
export const DialogueState = Schema.Struct({
  wishes: many(Wish),
  /** Entries of the list in the answer, in order. */
  list: many(Item),
  /** Products that the answer is about, by full name; "it" means the last one. */
  products: many(Item),
  /** Ids or numbers of the orders that the answer is about. */
  orders: many(Schema.String),
  /** Coupon code that the answer recommends. */
  code: slot(Schema.String),
  group: slot(Group),
  asked: slot(Question),
  /** Changes made at once, with their targets. */
  done: many(Wish),
  /** Wishes offered as alternatives when the message was not understood. */
  offers: many(Wish),
  /** Set when the answer says that this is a demonstration. */
  isExplained: flag
})
export type DialogueState = typeof DialogueState.Type

export const emptyState = Schema.decodeSync(DialogueState)({})

/** Merges the states of two parts of one answer; the later list that is not empty remains. */
export const merge = (earlier: DialogueState, later: DialogueState): DialogueState => ({
  // Every part has all wishes of the message, so they are not concatenated.
  wishes: later.wishes.length > 0 ? later.wishes : earlier.wishes,
  list: later.list.length > 0 ? later.list : earlier.list,
  products: [...earlier.products, ...later.products],
  orders: [...earlier.orders, ...later.orders],
  code: later.code ?? earlier.code,
  group: later.group ?? earlier.group,
  asked: later.asked ?? earlier.asked,
  done: [...earlier.done, ...later.done],
  offers: [...earlier.offers, ...later.offers],
  isExplained: earlier.isExplained || later.isExplained
})

/** Returns whether an entry is a product, rather than an order or a memory. */
const isProduct = ({ orderId, price, rating }: Item): boolean => orderId === null && (price ?? rating) !== null

/** Adds the only product of a list to the products of a part that names none. */
export const withListedProduct = (part: DialogueState): DialogueState =>
  part.products.length > 0 || part.list.length > 1 ? part : { ...part, products: part.list.filter(isProduct) }

export const encode = (state: DialogueState): unknown =>
  JSON.parse(
    JSON.stringify(Schema.encodeSync(DialogueState)(state), (_, value: unknown) =>
      value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
    )
  )

const decodeState = Schema.decodeUnknownOption(DialogueState)

/** Decodes the states of earlier answers; skips those of other models. */
export const decode = (states: ReadonlyArray<unknown>): ReadonlyArray<DialogueState> =>
  states.flatMap((state) => Option.toArray(decodeState(state)))
