import { isIntent, isCourtesy, nonWishLabels } from "../classify/Labels.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { intentSet } from "../Intents.ts"
import { isContentWord } from "../slots/UnusedWords.ts"
import { shortens } from "../text/Phrases.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { type Aside, isServed } from "./State.ts"

/** Asides: which of them need an answer, and which words the answer reports as ignored. */

/** Returns whether an aside may be a wish after all: "never mind, just delete it", or an uncertain label. */
const isDoubted = ({ label, clause }: Aside): boolean =>
  (label === "decline" && clause.isBare && clause.tokens.some(isContentWord)) ||
  (label === "decline" &&
    (clause.tokens.length > maxDeclineTokens || changeVerbs.test(clause.lemmas)) &&
    !prohibition.test(clause.lemmas)) ||
  clause.confidence < minConfidence

/** Intents that are answered only if the message has no others. */
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

/** Tokens of the longest clause that only declines. */
const maxDeclineTokens = 5

/** Confidence below which an aside is doubted. */
const minConfidence = 0.7

/** Returns the courtesy to answer a message without a request with: the first in the order of `nonWishLabels`. */
export const courtesyWish = (asides: ReadonlyArray<Aside>): ReadonlyArray<Wish> =>
  nonWishLabels
    .filter((label) => isCourtesy(label) && asides.some((aside) => aside.label === label && !isDoubted(aside)))
    .slice(0, 1)
    .flatMap((label) => (isIntent(label) ? [wishOf(label, "")] : []))

/** Returns whether an aside was not understood: it is neither a certain courtesy nor part of a story. */
export const isUnclear = (aside: Aside): boolean =>
  (!isCourtesy(aside.label) || isDoubted(aside)) && !aside.clause.isStory

/** Returns whether an aside is a question, which is reported even if the rest is understood. */
export const isOpenQuestion = ({ clause }: Aside): boolean => clause.mood === "question" && clause.raw.includes(" ")

/** Returns whether a clause has content that no wish uses: "size L", "he likes to cook". */
const isIgnored = (clause: ReadClause, wishes: ReadonlyArray<Wish>, isBefore: boolean): boolean => {
  const { address, bounds, codes, main, order, region, tokens } = clause
  const numbers = [bounds.amount, bounds.maxPrice, bounds.quantity, bounds.days]
  // Numbers and places may be slots of a later question.
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

/** Returns the words of asides that no answered wish uses. */
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
