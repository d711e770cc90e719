import { type Label } from "../classify/Labels.ts"
import { type ReadClause } from "../classify/Piece.ts"
import { intentOwner } from "../Intents.ts"
import { certaintyOf, isCertain } from "./Certainty.ts"
import { type Conversation } from "../slots/Focus.ts"
import { type Mentions, afterWish, noMentions } from "../slots/Mentions.ts"
import { type Wish } from "../Wish.ts"

/** State of reading a message, and the changes that dialogue rules make to it. */

/** A piece that is not a wish, with its label. */
export interface Aside {
  readonly label: Label
  readonly clause: ReadClause
}

/** State while the pieces of a message are read one by one. */
export interface State {
  readonly wishes: ReadonlyArray<Wish>
  /** Things mentioned so far. */
  readonly mentions: Mentions
  readonly asides: ReadonlyArray<Aside>
  /** The preceding piece, if it was a wish. */
  readonly wishClause: ReadClause | null
  /** Wishes that the first unclear piece could stand for. */
  readonly offers: ReadonlyArray<Wish>
}

export const start: State = { wishes: [], mentions: noMentions, asides: [], wishClause: null, offers: [] }

/** A message being read. */
export interface MessageContext extends Conversation {
  readonly clauses: ReadonlyArray<ReadClause>
  readonly message: string
}

/** A piece in its context. */
export interface ClauseContext extends MessageContext {
  readonly clause: ReadClause
  /** Label of the piece, corrected by the rest of the message. */
  readonly label: Label
  /** Things mentioned so far, the piece included. */
  readonly newMentions: Mentions
  /** The piece right before it. */
  readonly prevClause: ReadClause | undefined
  /** The wish right before it, in the same message. */
  readonly prevWish: Wish | undefined
  /** The last wish of the previous message. */
  readonly lastWish: Wish | undefined
}

/** Reads one kind of piece; returns `undefined` to pass it on to the next rule. */
export type Rule = (state: State, context: ClauseContext) => State | undefined

/** Returns whether the message has asked for nothing so far. */
export const isEmpty = (state: State): boolean => state.wishes.length === 0

/** Returns whether a specialist serves the wish. */
export const isServed = ({ intent }: Wish): boolean => intentOwner[intent] !== null

/** Adds a wish, with the words of the piece. */
export const add = (
  state: State,
  context: ClauseContext,
  wish: Wish,
  certainty = certaintyOf(wish, context)
): State => {
  const added: Wish = { ...wish, text: context.clause.raw, certainty }
  const { order, quantity } = context.newMentions
  return {
    ...state,
    wishes: [...state.wishes, added],
    // "It" never refers to something that the customer may not have meant.
    mentions: isCertain(added, 0) ? afterWish(added, { ...state.mentions, order, quantity }) : state.mentions,
    wishClause: context.clause
  }
}

/** Replaces the last wish. */
export const withLast = (wishes: ReadonlyArray<Wish>, wish: Wish): ReadonlyArray<Wish> => [...wishes.slice(0, -1), wish]

/** Amends the last wish, and appends the words of the piece. */
export const amendLast = (state: State, { clause }: ClauseContext, wish: Wish): State => ({
  ...state,
  wishes: withLast(state.wishes, { ...wish, text: `${wish.text}, ${clause.raw}` }),
  mentions: afterWish(wish, state.mentions),
  wishClause: clause
})

/** Notes a piece that is not a wish. */
export const addAside = (state: State, { label, newMentions, clause }: ClauseContext): State => ({
  ...state,
  mentions: newMentions,
  asides: [...state.asides, { label, clause }],
  wishClause: null
})

/** Returns the wish right before the piece, in the same message, if a specialist serves it. */
export const prevWishOf = (state: State): Wish | undefined => {
  const prevWish = state.wishes.at(-1)
  return prevWish !== undefined && state.wishClause !== null && isServed(prevWish) ? prevWish : undefined
}

/** Returns whether two values are equal as JSON, with keys in the same order. */
export const equal = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)
