import { type Label } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { intentOwner } from "../Intents.ts"
import { certaintyOf, isCertain } from "./Certainty.ts"
import { type Background } from "../slots/Focus.ts"
import { type Mentions, mentionsAfter, noMentions } from "../slots/Mentions.ts"
import { type Wish } from "../Wish.ts"

/** A piece that is no wish, and what it was taken for. */
export interface Aside {
  readonly label: Label
  readonly piece: Piece
}

/** What is known while the pieces of a message are read one by one. */
export interface State {
  readonly wishes: ReadonlyArray<Wish>
  /** What was spoken of so far. */
  readonly mentions: Mentions
  readonly asides: ReadonlyArray<Aside>
  /** The piece before, when it was a wish. */
  readonly last: Piece | null
  /** The wishes that the first unclear piece could stand for. */
  readonly offers: ReadonlyArray<Wish>
}

export const start: State = { wishes: [], mentions: noMentions, asides: [], last: null, offers: [] }

/** A message while it is read. */
export interface Message extends Background {
  readonly pieces: ReadonlyArray<Piece>
  readonly message: string
}

/** A piece in its place. */
export interface Here extends Message {
  readonly piece: Piece
  /** What the piece is taken for. */
  readonly label: Label
  /** What was spoken of, the piece included. */
  readonly noted: Mentions
  /** The piece right before it. */
  readonly left: Piece | undefined
  /** The wish right before it, in the same message. */
  readonly previous: Wish | undefined
  /** What the message before asked for last. */
  readonly before: Wish | undefined
}

/** Reads one kind of piece; `undefined` passes it on to the next rule. */
export type Rule = (state: State, here: Here) => State | undefined

/** The message has asked for nothing so far. */
export const isFirst = (state: State): boolean => state.wishes.length === 0

/** A specialist does something about it. */
export const isServed = ({ intent }: Wish): boolean => intentOwner[intent] !== null

/** Adds a wish. */
export const add = (state: State, here: Here, wish: Wish, certainty = certaintyOf(wish, here)): State => {
  const added: Wish = { ...wish, text: here.piece.said, certainty }
  const { order, quantity } = here.noted
  return {
    ...state,
    wishes: [...state.wishes, added],
    // "It" never means something that the customer may not have meant.
    mentions: isCertain(added, 0) ? mentionsAfter(added, { ...state.mentions, order, quantity }) : state.mentions,
    last: here.piece
  }
}

/** The wishes with another last one. */
export const withLast = (wishes: ReadonlyArray<Wish>, wish: Wish): ReadonlyArray<Wish> => [...wishes.slice(0, -1), wish]

/** Says more about the wish before. */
export const replaceLast = (state: State, { piece }: Here, wish: Wish): State => ({
  ...state,
  wishes: withLast(state.wishes, { ...wish, text: `${wish.text}, ${piece.said}` }),
  mentions: mentionsAfter(wish, state.mentions),
  last: piece
})

/** Notes what is not a wish. */
export const pass = (state: State, { label, noted, piece }: Here): State => ({
  ...state,
  mentions: noted,
  asides: [...state.asides, { label, piece }],
  last: null
})

/** The wish right before the piece, in the same message. */
export const previousOf = (state: State): Wish | undefined => {
  const previous = state.wishes.at(-1)
  return previous !== undefined && state.last !== null && isServed(previous) ? previous : undefined
}

/** Says the same, in the same order. */
export const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right)
