import { isIntent, isCourtesy, nonWishLabels } from "../classify/Labels.ts"
import { type ReadClause } from "../classify/Piece.ts"
import { intentSet } from "../Intents.ts"
import { isContentWord } from "../slots/Rest.ts"
import { shortens } from "../text/Phrases.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { type Aside, isServed } from "./State.ts"

/** Returns whether an aside may be more than it seems: "never mind, just delete it", or an unsure label. */
const isDoubted = ({ label, clause }: Aside): boolean =>
  (label === "decline" && clause.isBare && clause.tokens.some(isContentWord)) ||
  (label === "decline" &&
    (clause.tokens.length > maxDeclineTokens || changeVerbs.test(clause.lemmas)) &&
    !prohibition.test(clause.lemmas)) ||
  clause.confidence < minProbability

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

const changeVerbs = /(?:^| )(?:add|cancel|delete|put|remove)(?: |$)/

const prohibition = /^(?:(?:no|please|and|but|so|well) )*(?:do )?not /

/** Maximum length, in tokens, of a clause that only declines. */
const maxDeclineTokens = 5

/** Minimum probability that a clause asks for nothing. */
const minProbability = 0.7

/** Answers a message that asks for nothing, by the first of the `silent` labels that it has. */
export const courtesyWish = (asides: ReadonlyArray<Aside>): ReadonlyArray<Wish> =>
  nonWishLabels
    .filter((label) => isCourtesy(label) && asides.some((aside) => aside.label === label && !isDoubted(aside)))
    .slice(0, 1)
    .flatMap((label) => (isIntent(label) ? [wishOf(label, "")] : []))

/** Returns whether an aside still needs an answer: it is neither part of a story nor mere courtesy. */
export const isUnclear = (aside: Aside): boolean =>
  (!isCourtesy(aside.label) || isDoubted(aside)) && !aside.clause.isStory

/** Returns whether an aside is a question, which is left open even if the rest is understood. */
export const isOpenQuestion = ({ clause }: Aside): boolean => clause.mood === "question" && clause.raw.includes(" ")

/** Returns whether a clause was told in passing and no wish takes it up: "size L", "he likes to cook". */
const isIgnored = (clause: ReadClause, wishes: ReadonlyArray<Wish>, isBefore: boolean): boolean => {
  const { address, bounds, codes, main, order, region, tokens } = clause
  const numbers = [bounds.amount, bounds.maxPrice, bounds.quantity, bounds.days]
  // Numbers and places may belong to a question that follows.
  const mayBelongToQuestion =
    isBefore && ([...numbers, address, order.reference, region].some((value) => value !== null) || codes.length > 0)
  const isUsed = main !== undefined && wishes.some((wish) => shortens(main, JSON.stringify(wish)))
  return (
    clause.label !== "confirm" &&
    tokens.some((token) => isContentWord(token) || token.value !== null) &&
    !mayBelongToQuestion &&
    !isUsed
  )
}

/** Returns the words of clauses told in passing that no answered wish takes up. */
export const ignoredTexts = (
  asides: ReadonlyArray<Aside>,
  clauses: ReadonlyArray<ReadClause>,
  served: ReadonlyArray<Wish>
): ReadonlyArray<string> => {
  const lastAsked = clauses.findLastIndex(({ raw }) => served.some((wish) => wish.text.includes(raw)))
  return served.some(isServed)
    ? asides
        .filter(({ clause }) => isIgnored(clause, served, clauses.indexOf(clause) < lastAsked))
        .map(({ clause }) => clause.raw)
    : []
}
