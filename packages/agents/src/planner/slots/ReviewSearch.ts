import { ReviewSort } from "@storefront/domain/Reviews"
import { type ReviewFilters } from "../Wish.ts"
import { type Piece } from "../classify/Piece.ts"
import { Schema } from "effect"
import { quantities } from "../text/Bounds.ts"
import { namesThing } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { lemmasOf } from "../text/Tokens.ts"
import { meaningsOf, saidIn } from "../text/WordLists.ts"

const sorts = meaningsOf("review-sort", ReviewSort)

const buyers = meaningsOf("buyer", Schema.String)

/** Which reviews a clause asks for, whatever they are to mention. */
export const readReviewFilters = (tokens: ReadonlyArray<TaggedToken>): ReviewFilters => {
  const text = lemmasOf(tokens)
  return {
    sort: saidIn(text, sorts),
    rating: quantities(tokens).find(({ unit, value }) => unit === "stars" && value >= 1 && value <= 5)?.value ?? null,
    verifiedOnly: saidIn(text, buyers) !== null,
    keyword: null
  }
}

/** What a review should mention, in order of how clearly it is said. */
const patterns: ReadonlyArray<RegExp> = [
  /["“']([^"”']{2,60})["”']/,
  /\b(?:keyword|the words?|the term|the phrase|word)s?:? (.{2,60})$/,
  /\b(?:mention|mentions|mentioned|mentioning|contain|contains|containing|discuss|discussing|bring up|brings up|bringing up|bring|raise)s?(?: (?:of|that it|that))? (.{2,60})$/,
  /\b(?:talk|talks|talking|write|writes|wrote|written|say|says|said|saying|complain|complains|complaining|complained|moan|moaning|rant|anything|something|comment|comments|commenting|praise|rave) (?:anything |something )?(?:about|of|regarding|on) (.{2,60})$/,
  /\b(?:say|says|saying|said|claim|claims)(?: that)?(?: it| they)?(?:'s|'re| is| are| was| has)? (.{2,60})$/,
  /\b(?:search|look|find|check|scan|go|serch|looking|searching)\b.*\bfor (.{2,60})$/,
  /\breviews?(?: \S+){0,8}? (?:about|regarding|concerning|on|with|re) (.{2,60})$/,
  /^(?:any(?:thing)? |some(?:thing)? )?(?:about |on )?(.{2,40}?) in (?:the |its |their )?reviews\b/
]

const edges =
  /^(?:(?:the|its|their|his|a|an|any|some|that|how|is|about|word|words|term)\b\s*)+|(?:\s*\b(?:in|the|its|their|my|of|for|on|from|at|please|pls|thanks|review|reviews|in it|them|it|there|anywhere|anybody|ever|too|also|and|or)\b)+$/g

/** Stands for the product or for nothing. */
const empty = /^(?:it|this|that|them|those|these|they|product|item|one|something|anything|reviews?|customers?|people|)$/

/** What reviews are to be searched for, from a clause without the product: "do any mention the battery" is "battery". */
export const readKeyword = (words: string): string | null => {
  const text = words
    .toLowerCase()
    .replace(/[?!.,;:]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]?.replaceAll(edges, "").trim().replaceAll(edges, "").trim()
    if (found !== undefined && !empty.test(found) && found.split(" ").length <= 3) {
      return found
    }
  }
  return null
}

/** The words of a clause without the name of its product and what joins it. */
export const withoutProduct = ({ main, tokens }: Piece): string => {
  const isName = main !== undefined && namesThing(main)
  return tokens
    .filter((_, place) => !isName || place < main.from || place >= main.to)
    .map(({ kind, raw, word }) => (kind === "word" ? word : raw))
    .join(" ")
    .replace(
      /\b(?:of|for|on|from|about) (?:the |this |that |my )?(?=(?:mention|contain|that|which|about|say|for|with|talk|with|$))/gi,
      ""
    )
}
