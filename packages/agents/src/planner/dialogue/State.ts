import { type Label } from "../classify/Labels.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { intentOwner, intentSet, writing } from "../Intents.ts"
import { certaintyOf, isCertain } from "./Certainty.ts"
import { type Group } from "../DialogueState.ts"
import { type Conversation } from "../slots/Focus.ts"
import { type Mentions, afterWish, noMentions } from "../slots/Mentions.ts"
import { hasProduct } from "../text/ClauseWords.ts"
import { type Wish } from "../Wish.ts"

/** Dialogue state while one message is read, and the operations by which rules change it. Pure values throughout. */

/** A clause that is not a wish, with its label. */
export interface Aside {
  readonly label: Label
  readonly clause: ReadClause
}

export interface State {
  readonly wishes: ReadonlyArray<Wish>
  /** Things mentioned so far. */
  readonly mentions: Mentions
  readonly asides: ReadonlyArray<Aside>
  /** The preceding clause, if it became a wish or part of one. */
  readonly wishClause: ReadClause | null
  /** Likely readings of the first clause that was not understood. */
  readonly offers: ReadonlyArray<Wish>
}

export const start: State = { wishes: [], mentions: noMentions, asides: [], wishClause: null, offers: [] }

/** A message being read. */
export interface MessageContext extends Conversation {
  readonly clauses: ReadonlyArray<ReadClause>
  readonly message: string
}

/** A clause in its context. */
export interface ClauseContext extends MessageContext {
  readonly clause: ReadClause
  /** Label of the clause, corrected by the rest of the message. */
  readonly label: Label
  /** Things mentioned so far, including by this clause. */
  readonly newMentions: Mentions
  /** The preceding clause of the message. */
  readonly prevClause: ReadClause | undefined
  /** The last wish of this message, if the preceding clause belongs to it. */
  readonly prevWish: Wish | undefined
  /** The last wish of the previous message. */
  readonly lastWish: Wish | undefined
}

/** Handles one kind of clause; returns `undefined` to pass it on to the next rule. */
export type Rule = (state: State, context: ClauseContext) => State | undefined

export const isEmpty = (state: State): boolean => state.wishes.length === 0

/** Returns whether a specialist serves the wish. */
export const isServed = ({ intent }: Wish): boolean => intentOwner[intent] !== null

/** Replaces earlier values by stated ones of the same option. */
export const replaceValues = (
  { options }: Group,
  earlier: ReadonlyArray<string>,
  stated: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const replaced = options.filter(({ values }) => stated.some((value) => values.includes(value)))
  return [...earlier.filter((value) => !replaced.some(({ values }) => values.includes(value))), ...stated]
}

/** Intents that take something new, so that "it" in black is the one in 42 that the last answer was about. */
const takingIntents = intentSet("add_to_cart", "backorder")

/** Adds the values of options that the clause states; a change of "it" has those that the last answer was about. */
const withValues = (wish: Wish, { clause, focus: { group } }: ClauseContext): Wish => {
  const { product } = wish
  if (group === null || product?.name.startsWith(group.name) !== true) {
    return { ...wish, values: [...wish.values, ...clause.values] }
  }
  const isOfLastAnswer = product.source === "history" && !hasProduct(clause) && writing.has(wish.intent)
  const isKnown = clause.values.every((value) => group.options.some(({ values }) => values.includes(value)))
  const earlier = isOfLastAnswer && takingIntents.has(wish.intent) && isKnown ? group.chosen : wish.values
  const values =
    clause.values.length > 0 ? replaceValues(group, earlier, clause.values) : isOfLastAnswer ? group.chosen : []
  return { ...wish, product: values.length > 0 ? { ...product, name: group.name } : product, values }
}

/** Adds a wish with the words of the clause. */
export const add = (
  state: State,
  context: ClauseContext,
  wish: Wish,
  certainty = certaintyOf(wish, context)
): State => {
  const added: Wish = { ...withValues(wish, context), text: context.clause.raw, certainty }
  const { order, quantity } = context.newMentions
  return {
    ...state,
    wishes: [...state.wishes, added],
    // An uncertain wish must not become the antecedent of "it".
    mentions: isCertain(added, 0) ? afterWish(added, { ...state.mentions, order, quantity }) : state.mentions,
    wishClause: context.clause
  }
}

export const withLast = (wishes: ReadonlyArray<Wish>, wish: Wish): ReadonlyArray<Wish> => [...wishes.slice(0, -1), wish]

/** Replaces the last wish by its amendment, and appends the words of the clause. */
export const amendLast = (state: State, context: ClauseContext, wish: Wish): State => ({
  ...state,
  // Values of two clauses may mean two variants, so none replaces another.
  wishes: withLast(state.wishes, {
    ...wish,
    values: [...wish.values, ...context.clause.values],
    text: `${wish.text}, ${context.clause.raw}`
  }),
  mentions: afterWish(wish, state.mentions),
  wishClause: context.clause
})

export const addAside = (state: State, { label, newMentions, clause }: ClauseContext): State => ({
  ...state,
  mentions: newMentions,
  asides: [...state.asides, { label, clause }],
  wishClause: null
})

/** Returns the last wish if the preceding clause belongs to it and a specialist serves it. */
export const prevWishOf = (state: State): Wish | undefined => {
  const prevWish = state.wishes.at(-1)
  return prevWish !== undefined && state.wishClause !== null && isServed(prevWish) ? prevWish : undefined
}

/** Compares as JSON, so keys must be in the same order. */
export const equal = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)
