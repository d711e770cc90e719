import { type ReviewSort } from "@storefront/domain/Reviews"
import { type TaggedToken } from "../text/Tags.ts"
import { lemmasOf, withoutMarks } from "../text/Tokens.ts"
import { type ReviewFilters } from "../Wish.ts"

const sorts: ReadonlyArray<readonly [pattern: RegExp, sort: ReviewSort]> = [
  [
    /\b(?:worst|bad|negative|critical|lowest|low|angry|unhappy|harsh|poor|terrible|disappointed|complain|complaint)\b/,
    "rating_low"
  ],
  [/\bhelpful\b|\buseful\b|\bmost (?:liked|upvoted|relevant)\b/, "helpful"],
  [/\b(?:newest|latest|late|last|recent|recently|fresh|new)\b/, "newest"],
  [/\b(?:best|positive|highest|top|glowing|good|happy|enthusiastic)\b/, "rating_high"]
]

const verified =
  /\bverif(?:y|ied)\b|\breal (?:buyer|customer|purchase)|\bactual(?:ly)? (?:buyer|customer|buy)|\bconfirmed (?:buyer|purchase)/
const numbers: ReadonlyMap<string, number> = new Map([
  ["one", 1],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5]
])
const rated = /\b(one|two|three|four|five|[1-5])(?: |-| - )?star\b/

const topics: ReadonlyArray<readonly [pattern: RegExp, topic: string]> = [
  [
    /\b(?:durability|durable|last|lasts|lasting|sturdy|sturdiness|hold up|holds up|break|fall apart|wear)\b/,
    "durability"
  ],
  [/\b(?:shipping|delivery|packaging|package|courier|arrival)\b/, "shipping"],
  [/\b(?:design|look|looks|style|colou?r|size|fit|appearance)\b/, "design"],
  [/\b(?:value|price|money|worth|expensive|cheap|cost)\b/, "value"],
  [/\b(?:quality|build|material|workmanship|made|built|finish|stitching|craftsmanship)\b/, "quality"]
]

/** The topic of reviews that is asked for: quality, value, shipping, design or durability; null for all of them. */
export const readTopic = (words: string): string | null => {
  const named = topics.filter(([pattern]) => pattern.test(words))
  return named.length === 1 ? (named[0]?.[1] ?? null) : null
}

/** Which reviews a clause asks for, whatever they are to mention. */
export const readReviewFilters = (tokens: ReadonlyArray<TaggedToken>): ReviewFilters => {
  const kept = withoutMarks(tokens)
  const text = lemmasOf(tokens)
  const stars = rated.exec(kept.map(({ lemma, word }) => (lemma === "star" ? "star" : word)).join(" "))?.[1]
  return {
    sort: sorts.find(([pattern]) => pattern.test(text))?.[1] ?? null,
    rating: stars === undefined ? null : (numbers.get(stars) ?? Number(stars)),
    verifiedOnly: verified.test(text),
    keyword: null
  }
}
