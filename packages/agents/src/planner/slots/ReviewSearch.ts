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

const quoted = /["“']([^"”']{2,60})["”']/
/** What stands before something that a review should mention. */
const introduced =
  /.*\b(?:mention\w*|contain\w*|discuss\w*|bring\w* up|raise|about|regarding|on|of|for|with|words?|term|say|says|saying|said) (.{2,60})$/

const small =
  "(?:the|it|its|it's|they|their|his|my|our|a|an|any|some|that|how|is|are|was|about|of|for|on|from|in|at|please|thanks|reviews?|them|there|ever|too|also|and|or)"
const [start, end] = [new RegExp(`^(?:${small}\\b\\s*)+`), new RegExp(`(?:\\s*\\b${small})+$`)]
const keyword = /^(?!product|item|one|something|customer|people)\S{2,}(?: \S+){0,2}$/

/** What reviews are to be searched for, from a clause without the product: "do any mention the battery" is "battery". */
export const readKeyword = (words: string): string | null => {
  const text = words.toLowerCase().replace(/[?!.,;:\s]+/g, " ")
  const found = quoted.exec(text)?.[1] ?? introduced.exec(text.trim().replace(end, ""))?.[1]
  const said = found?.replace(start, "") ?? ""
  return keyword.test(said) ? said : null
}

/** The words of a clause without the name of its product. */
export const withoutProduct = ({ main, tokens }: Piece): string => {
  const isName = main !== undefined && namesThing(main)
  return tokens
    .filter((_, place) => !isName || place < main.from || place >= main.to)
    .map(({ kind, raw, word }) => (kind === "word" ? word : raw))
    .join(" ")
}
