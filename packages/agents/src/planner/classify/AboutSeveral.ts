import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"

/** Asks which of several is better, without saying of what: "which is cheaper", "who has better ratings". */
const superior =
  /^(?:(?:and|so|but|then|ok|or|hm|tell i|now) )*(?:which|what|who|whose)(?: \S+){0,7}? (?:better|best|worse|worst|cheaper|cheapest|more|most|fewer|less|high|higher|highest|lower|lowest|bigger|smaller|lighter|heavier|warmer|quieter|faster|stronger|good|nicer|safer|smarter|prefer|preferred|rather|recommend|differ|difference|different)(?: |$)|(?:^| )(?:going by|judging by|judging from)(?: |$)/
/** Asks which of what is named elsewhere is better. */
export const asksForBetter = (text: string): boolean => superior.test(text)

const adding =
  /(?:^| )(?:altogether|all together|together|in total|in all|total|come to|end up (?:pay|cost)|add up to|sum)(?: |$)/
const own = /(?:^| )(?:cart|basket|trolley|order|orders|bill|purchase)(?: |$)/

/** Asks what several things cost at once: "what do the tent and the lamp come to?" */
export const asksForTotal = (text: string): boolean => adding.test(text) && !own.test(text)

const several =
  /(?:^| )(?:(?:the|those|these|all|of the|of those|of them) (?:two|three|both)|both(?: of (?:them|those|these))?|the pair|the two of (?:them|these|those)|all three)(?: |$)/

/** Stands for the products that were spoken of last: "those two", "both of them". */
export const meansSeveral = (text: string): boolean => several.test(text)

const otherOne =
  /(?:^| )the other(?: (?:one|product|item|thing))?(?: |$)(?!one|ones|two|three|day|week|way|hand|side|direction|shop)/

/** "the other one": the one of two that was not spoken of last. */
export const meansOther = (tokens: ReadonlyArray<TaggedToken>): boolean => otherOne.test(wordsOf(tokens))
