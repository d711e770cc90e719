import { type Label } from "../classify/Labels.ts"
import { type ReadClause } from "../classify/Piece.ts"
import { intentOwner } from "../Intents.ts"
import { certaintyOf, isCertain } from "./Certainty.ts"
import { type Background } from "../slots/Focus.ts"
import { type Mentions, mentionsAfter, noMentions } from "../slots/Mentions.ts"
import { type Wish } from "../Wish.ts"

/** State of reading a message, and the changes that dialogue rules make to it. */

/** A piece that is not a wish, with its label. */
export interface Aside {
  readonly label: Label
  readonly piece: ReadClause
}

/** State while the pieces of a message are read one by one. */
export interface State {
  readonly wishes: ReadonlyArray<Wish>
  /** Things mentioned so far. */
  readonly mentions: Mentions
  readonly asides: ReadonlyArray<Aside>
  /** The preceding piece, if it was a wish. */
  readonly last: ReadClause | null
  /** Wishes that the first unclear piece could stand for. */
  readonly offers: ReadonlyArray<Wish>
}

export const start: State = { wishes: [], mentions: noMentions, asides: [], last: null, offers: [] }

/** A message being read. */
export interface MessageContext extends Background {
  readonly pieces: ReadonlyArray<ReadClause>
  readonly message: string
}

/** A piece in its context. */
export interface ClauseContext extends MessageContext {
  readonly piece: ReadClause
  /** Label of the piece, corrected by the rest of the message. */
  readonly label: Label
  /** Things mentioned so far, the piece included. */
  readonly noted: Mentions
  /** The piece right before it. */
  readonly left: ReadClause | undefined
  /** The wish right before it, in the same message. */
  readonly previous: Wish | undefined
  /** The last wish of the previous message. */
  readonly before: Wish | undefined
}

/** Reads one kind of piece; returns `undefined` to pass it on to the next rule. */
export type Rule = (state: State, here: ClauseContext) => State | undefined

/** Returns whether the message has asked for nothing so far. */
export const isFirst = (state: State): boolean => state.wishes.length === 0

/** Returns whether a specialist serves the wish. */
export const isServed = ({ intent }: Wish): boolean => intentOwner[intent] !== null

/** Adds a wish, with the words of the piece. */
export const add = (state: State, here: ClauseContext, wish: Wish, certainty = certaintyOf(wish, here)): State => {
  const added: Wish = { ...wish, text: here.piece.said, certainty }
  const { order, quantity } = here.noted
  return {
    ...state,
    wishes: [...state.wishes, added],
    // "It" never refers to something that the customer may not have meant.
    mentions: isCertain(added, 0) ? mentionsAfter(added, { ...state.mentions, order, quantity }) : state.mentions,
    last: here.piece
  }
}

/** Replaces the last wish. */
export const withLast = (wishes: ReadonlyArray<Wish>, wish: Wish): ReadonlyArray<Wish> => [...wishes.slice(0, -1), wish]

/** Amends the last wish, and appends the words of the piece. */
export const replaceLast = (state: State, { piece }: ClauseContext, wish: Wish): State => ({
  ...state,
  wishes: withLast(state.wishes, { ...wish, text: `${wish.text}, ${piece.said}` }),
  mentions: mentionsAfter(wish, state.mentions),
  last: piece
})

/** Notes a piece that is not a wish. */
export const pass = (state: State, { label, noted, piece }: ClauseContext): State => ({
  ...state,
  mentions: noted,
  asides: [...state.asides, { label, piece }],
  last: null
})

/** Returns the wish right before the piece, in the same message, if a specialist serves it. */
export const previousOf = (state: State): Wish | undefined => {
  const previous = state.wishes.at(-1)
  return previous !== undefined && state.last !== null && isServed(previous) ? previous : undefined
}

/** Returns whether two values are equal as JSON, with keys in the same order. */
export const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)
