import { isIntent, isTold, silent } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { intentSet } from "../Intents.ts"
import { says } from "../slots/Rest.ts"
import { shortens } from "../text/Phrases.ts"
import { plainWish, type Wish } from "../Wish.ts"
import { type Aside, isServed } from "./State.ts"

/** Somebody who declines in so many words wants something else, "never mind, just delete it"; and so may a chatter. */
const isDoubted = ({ label, piece }: Aside): boolean =>
  (label === "decline" && piece.isBare && piece.tokens.some(says)) ||
  (label === "decline" &&
    (piece.tokens.length > longestRefusal || deeds.test(piece.text)) &&
    !forbids.test(piece.text)) ||
  piece.sureness < leastSure

/** Intents that are answered only where nothing else is said. */
export const light = intentSet("capabilities", "decline", "goodbye", "greeting", "identity", "smalltalk", "thanks")

const deeds = /(?:^| )(?:add|cancel|delete|put|remove)(?: |$)/

const forbids = /^(?:(?:no|please|and|but|so|well) )*(?:do )?not /

/** Tokens of a clause that only declines. */
const longestRefusal = 5

/** How sure it has to be that a clause asks for nothing. */
const leastSure = 0.7

/** Answers a message that asks for nothing by the first of the kinds that it says. */
export const silentIn = (asides: ReadonlyArray<Aside>): ReadonlyArray<Wish> =>
  silent
    .filter((label) => isTold(label) && asides.some((aside) => aside.label === label && !isDoubted(aside)))
    .slice(0, 1)
    .flatMap((label) => (isIntent(label) ? [plainWish(label, "")] : []))

/** Needs an answer that it has not got: neither a story nor what is said with anything. */
export const isUnread = (aside: Aside): boolean => (!isTold(aside.label) || isDoubted(aside)) && !aside.piece.isStory

/** Asks something, and is not understood though the rest of the message is. */
export const isLeftOpen = ({ piece }: Aside): boolean => piece.mood === "question" && piece.said.includes(" ")

/** Tells whether a clause was told on the way, and taken up by none of some wishes: "size L", "he likes to cook". */
const isIgnored = (piece: Piece, wishes: ReadonlyArray<Wish>, isBefore: boolean): boolean => {
  const { address, bounds, codes, main, order, region, tokens } = piece
  const numbers = [bounds.amount, bounds.maxPrice, bounds.quantity, bounds.days]
  // Numbers and places can be those of what is asked behind them.
  const mayBeTaken =
    isBefore && ([...numbers, address, order.reference, region].some((said) => said !== null) || codes.length > 0)
  const isTaken = main !== undefined && wishes.some((wish) => shortens(main, JSON.stringify(wish)))
  return (
    piece.label !== "confirm" && tokens.some((token) => says(token) || token.value !== null) && !mayBeTaken && !isTaken
  )
}

/** Returns the words of clauses that a message tells on the way, and that none of the wishes answered takes up. */
export const ignoredIn = (
  asides: ReadonlyArray<Aside>,
  pieces: ReadonlyArray<Piece>,
  served: ReadonlyArray<Wish>
): ReadonlyArray<string> => {
  const lastAsked = pieces.findLastIndex(({ said }) => served.some((wish) => wish.text.includes(said)))
  return served.some(isServed)
    ? asides
        .filter(({ piece }) => isIgnored(piece, served, pieces.indexOf(piece) < lastAsked))
        .map(({ piece }) => piece.said)
    : []
}
