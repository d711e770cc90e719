import { ReviewSort } from "@storefront/domain/Reviews"
import { type ReviewFilters } from "../Wish.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { Schema } from "effect"
import { quantities } from "../text/Bounds.ts"
import { isProduct } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { lemmasOf, wordsOf } from "../text/Tokens.ts"
import { meaningsOf, firstMeaningIn } from "../text/WordLists.ts"

const sorts = meaningsOf("review-sort", ReviewSort)

const verifiedWords = meaningsOf("buyer", Schema.String)

/** Reads the filters of a review search; the keyword is left to `readKeyword`. */
export const readReviewFilters = (tokens: ReadonlyArray<TaggedToken>): ReviewFilters => {
  const text = lemmasOf(tokens)
  return {
    sort: firstMeaningIn(text, sorts),
    rating: quantities(tokens).find(({ unit, value }) => unit === "stars" && value >= 1 && value <= 5)?.value ?? null,
    verifiedOnly: firstMeaningIn(text, verifiedWords) !== null,
    keyword: null
  }
}

const keywordIntroduction =
  /.*\b(?:mention\w*|contain\w*|say about|about|for|with) (?:the |an? |any |its )?(?:word )?(\S{3,}(?: \S+)?)$/

/** Reads the keyword of a review search: "do any mention the battery" gives "battery". */
export const readKeyword = ({ main, tokens }: Pick<ReadClause, "main" | "tokens">): string | null => {
  const isName = main !== undefined && isProduct(main)
  const rest = isName ? [...tokens.slice(0, main.from), ...tokens.slice(main.to)] : tokens
  return keywordIntroduction.exec(wordsOf(rest).replace(/ (?:in )?(?:the |its )?reviews?$/, ""))?.[1] ?? null
}
