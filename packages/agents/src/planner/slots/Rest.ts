import { intentSet } from "../Intents.ts"
import { type Piece } from "../classify/Piece.ts"
import { shortens } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { stopWords, wordsAs } from "../text/WordLists.ts"
import { type Wish } from "../Wish.ts"

/** Intents that speak of a product, so that more can be said of it than its data know. */
const described = intentSet(
  "add_to_cart",
  "compare_products",
  "find_products",
  "price_history",
  "product_details",
  "similar_products",
  "stock"
)

const fillers = wordsAs("filler")

const describing: ReadonlySet<TaggedToken["tag"]> = new Set([null, "name", "noun", "nouns"])

const says = ({ kind, lemma, tag, word }: TaggedToken): boolean =>
  (kind === "word" || kind === "name") &&
  describing.has(tag) &&
  ![lemma, word].some((form) => stopWords.has(form) || fillers.has(form))

/**
 * Finds what a clause says of a product besides naming it and asking the usual things: "bright enough for running", as
 * written. Null when that is nothing.
 */
export const restOf = ({ bounds, brand, phrases, said, tokens }: Piece, wish: Wish): string | null => {
  const named = [wish.product, ...wish.otherProducts].flatMap((product) => product?.name ?? [])
  const known = [...named, wish.filters.query ?? ""].join(" ")
  // What may be no product but a part of one is not known to be its name.
  const isNamed = wish.product?.instead === undefined
  const used = [
    ...phrases.filter((phrase) => isNamed && shortens(phrase, known)),
    ...(brand === undefined ? [] : [brand])
  ]
  const isUsed = (place: number) => bounds.used.has(place) || used.some(({ from, to }) => place >= from && place < to)
  const places = described.has(wish.intent)
    ? tokens.flatMap((token, place) => (says(token) && !isUsed(place) ? [place] : []))
    : []
  const [first] = places
  const last = places.findLast(
    (_, index) => !used.some(({ from }) => from > (first ?? 0) && from < (places[index] ?? 0))
  )
  const [from, to, after] = [tokens[first ?? -1], tokens[last ?? -1], tokens[(last ?? -1) + 1]]
  const start = tokens[0]?.start ?? 0
  const end = after?.value === null || after === undefined ? to?.end : after.end
  return from === undefined || end === undefined ? null : said.slice(from.start - start, end - start)
}
