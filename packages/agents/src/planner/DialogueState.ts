import { Option, Schema } from "effect"
import { flag, many, slot, Wish } from "./Wish.ts"

/** An entry of a list, or a product that was spoken of: the next message can point at it. */
export const Item = Schema.Struct({
  name: Schema.String,
  orderId: slot(Schema.String),
  /** Dollars. */
  price: slot(Schema.Number),
  rating: slot(Schema.Number)
})
export type Item = typeof Item.Type

/** The kinds of things that an answer asks the customer for. */
const Question = Schema.Literal("order", "address", "other")

/** A record of what an answer showed, asked and did. The plan that makes the answer keeps it, and later turns read it. */
export const DialogueState = Schema.Struct({
  /** The wishes of the message, in its order. */
  wishes: many(Wish),
  /** The entries of the list that the answer gives, in its order. */
  list: many(Item),
  /** The products that it is about, by their full names; the last one is what "it" means. */
  products: many(Item),
  /** The ids or numbers of the orders that it is about. */
  orders: many(Schema.String),
  /** The coupon code that it recommends. */
  code: slot(Schema.String),
  asked: slot(Question),
  /** The changes that were made at once, with the things that they were made to. */
  done: many(Wish),
  /** The wishes offered instead, when the answer says that the message was not understood. */
  offers: many(Wish),
  /** It says that this is a demonstration. */
  isExplained: flag
})
export type DialogueState = typeof DialogueState.Type

export const nothingKept = Schema.decodeSync(DialogueState)({})

/** Puts together what two parts of an answer keep. */
export const merge = (earlier: DialogueState, later: DialogueState): DialogueState => ({
  // Each of those that answer a message keeps all that it asks for.
  wishes: later.wishes.length > 0 ? later.wishes : earlier.wishes,
  list: later.list.length > 0 ? later.list : earlier.list,
  products: [...earlier.products, ...later.products],
  orders: [...earlier.orders, ...later.orders],
  code: later.code ?? earlier.code,
  asked: later.asked ?? earlier.asked,
  done: [...earlier.done, ...later.done],
  offers: [...earlier.offers, ...later.offers],
  isExplained: earlier.isExplained || later.isExplained
})

/** An order or a memory in a list is no product. */
const isProduct = ({ orderId, price, rating }: Item): boolean => orderId === null && (price ?? rating) !== null

/** Makes what a whole part of an answer keeps: it is about the only product of its list, unless it is about others. */
export const settled = (part: DialogueState): DialogueState =>
  part.products.length > 0 || part.list.length > 1 ? part : { ...part, products: part.list.filter(isProduct) }

/** A state as JSON, without what is left open. */
export const encode = (state: DialogueState): unknown =>
  JSON.parse(
    JSON.stringify(Schema.encodeSync(DialogueState)(state), (_, value: unknown) =>
      value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
    )
  )

const decodeState = Schema.decodeUnknownOption(DialogueState)

/** Reads what answers kept; what is no such state, such as that of another model, is left out. */
export const decode = (states: ReadonlyArray<unknown>): ReadonlyArray<DialogueState> =>
  states.flatMap((state) => Option.toArray(decodeState(state)))
