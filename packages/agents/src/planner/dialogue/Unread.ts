import { isIntent, isTold, silent } from "../classify/Labels.ts"
import { type ReadClause } from "../classify/Piece.ts"
import { intentSet } from "../Intents.ts"
import { isContentWord } from "../slots/Rest.ts"
import { shortens } from "../text/Phrases.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { type Aside, isServed } from "./State.ts"

/** Returns whether an aside may be more than it seems: "never mind, just delete it", or an unsure label. */
const isDoubted = ({ label, piece }: Aside): boolean =>
  (label === "decline" && piece.isBare && piece.tokens.some(isContentWord)) ||
  (label === "decline" &&
    (piece.tokens.length > longestRefusal || deeds.test(piece.text)) &&
    !forbids.test(piece.text)) ||
  piece.sureness < leastSure

/** Intents that are answered only if nothing else is said. */
export const courtesyIntents = intentSet(
  "capabilities",
  "decline",
  "goodbye",
  "greeting",
  "identity",
  "smalltalk",
  "thanks"
)

const deeds = /(?:^| )(?:add|cancel|delete|put|remove)(?: |$)/

const forbids = /^(?:(?:no|please|and|but|so|well) )*(?:do )?not /

/** Maximum length, in tokens, of a clause that only declines. */
const longestRefusal = 5

/** Minimum probability that a clause asks for nothing. */
const leastSure = 0.7

/** Answers a message that asks for nothing, by the first of the `silent` labels that it has. */
export const silentIn = (asides: ReadonlyArray<Aside>): ReadonlyArray<Wish> =>
  silent
    .filter((label) => isTold(label) && asides.some((aside) => aside.label === label && !isDoubted(aside)))
    .slice(0, 1)
    .flatMap((label) => (isIntent(label) ? [wishOf(label, "")] : []))

/** Returns whether an aside still needs an answer: it is neither part of a story nor mere courtesy. */
export const isUnread = (aside: Aside): boolean => (!isTold(aside.label) || isDoubted(aside)) && !aside.piece.isStory

/** Returns whether an aside is a question, which is left open even if the rest is understood. */
export const isUnansweredQuestion = ({ piece }: Aside): boolean => piece.mood === "question" && piece.said.includes(" ")

/** Returns whether a clause was told in passing and no wish takes it up: "size L", "he likes to cook". */
const isIgnored = (piece: ReadClause, wishes: ReadonlyArray<Wish>, isBefore: boolean): boolean => {
  const { address, bounds, codes, main, order, region, tokens } = piece
  const numbers = [bounds.amount, bounds.maxPrice, bounds.quantity, bounds.days]
  // Numbers and places may belong to a question that follows.
  const mayBeTaken =
    isBefore && ([...numbers, address, order.reference, region].some((said) => said !== null) || codes.length > 0)
  const isTaken = main !== undefined && wishes.some((wish) => shortens(main, JSON.stringify(wish)))
  return (
    piece.label !== "confirm" &&
    tokens.some((token) => isContentWord(token) || token.value !== null) &&
    !mayBeTaken &&
    !isTaken
  )
}

/** Returns the words of clauses told in passing that no answered wish takes up. */
export const ignoredIn = (
  asides: ReadonlyArray<Aside>,
  pieces: ReadonlyArray<ReadClause>,
  served: ReadonlyArray<Wish>
): ReadonlyArray<string> => {
  const lastAsked = pieces.findLastIndex(({ said }) => served.some((wish) => wish.text.includes(said)))
  return served.some(isServed)
    ? asides
        .filter(({ piece }) => isIgnored(piece, served, pieces.indexOf(piece) < lastAsked))
        .map(({ piece }) => piece.said)
    : []
}
