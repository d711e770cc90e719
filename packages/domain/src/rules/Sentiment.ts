import { Array, Order } from "effect"
import { type SentimentLabel } from "../Reviews.ts"
import { UserText } from "../tools/UserText.ts"

/** Sentiment of reviews, by their stars and by an English lexicon. */

/** Words of praise. */
export const positiveWords: ReadonlySet<string> = new Set([
  "great",
  "excellent",
  "love",
  "perfect",
  "amazing",
  "best",
  "comfortable",
  "sturdy",
  "fast",
  "worth",
  "reliable",
  "easy",
  "quiet",
  "soft",
  "solid"
])

/** Words of criticism. */
export const negativeWords: ReadonlySet<string> = new Set([
  "poor",
  "bad",
  "terrible",
  "broken",
  "slow",
  "flimsy",
  "disappointed",
  "waste",
  "defective",
  "uncomfortable",
  "noisy",
  "useless",
  "worst",
  "leaks",
  "scratched"
])

const negators: ReadonlySet<string> = new Set(["not", "no", "never", "hardly", "barely", "without"])

/** Maximum distance, in tokens, of a negator before the word it negates. */
const negationWindow = 3

/** Maximum length of an example, in characters. */
const exampleLength = 160

/** Marks a cut in an example. Models see its NFKC form, which has three characters. */
const ellipsis = "…"

/** Maximum number of pros and of cons. */
const termCount = 5

/** Labels the mean of `sum` stars over `count` reviews, in integer arithmetic, so that it is not rounded first. */
export const label = (sum: number, count: number): SentimentLabel => {
  if (count === 0) {
    return "no_data"
  }
  const twice = 2 * sum
  return twice >= 9 * count
    ? "very_positive"
    : twice >= 7 * count
      ? "positive"
      : twice >= 5 * count
        ? "mixed"
        : twice >= 3 * count
          ? "negative"
          : "very_negative"
}

/** An occurrence of a lexicon word in a text. */
export interface Hit {
  /** The word, prefixed with `not ` if it is negated. */
  readonly term: string
  /** Polarity in context: negation reverses it. */
  readonly isPositive: boolean
  /** Offset of the word in the text. */
  readonly start: number
  readonly end: number
}

const isNegator = (token: string) => negators.has(token) || token.endsWith("n't")

/** Normalises a text for searching: compatibility characters, apostrophes and white space become uniform. */
export const normalise = (text: string) => text.normalize("NFKC").replace(/[’ʼ]/gu, "'").replace(/\s+/gu, " ").trim()

/** Words, and the punctuation marks that end a clause; "but" ends one, too. */
const tokens = /[\p{L}\p{N}]+(?:'\p{L}+)*|[.,;!?]/gu

/** Finds the lexicon words of a normalised text, in order. */
const hitsIn = (text: string): ReadonlyArray<Hit> => {
  const hits = Array.empty<Hit>()
  let clause = Array.empty<string>()
  for (const match of text.matchAll(tokens)) {
    const token = match[0].toLowerCase()
    if (token === "but" || /^[.,;!?]$/u.test(token)) {
      clause = Array.empty()
      continue
    }
    const praises = positiveWords.has(token)
    if (praises || negativeWords.has(token)) {
      const isNegated = clause.slice(-negationWindow).some(isNegator)
      hits.push({
        term: isNegated ? `not ${token}` : token,
        isPositive: praises !== isNegated,
        start: match.index,
        end: match.index + match[0].length
      })
    }
    clause.push(token)
  }
  return hits
}

/** Finds the words of praise and criticism in a text, in order, with negation applied. */
export const hits = (text: string): ReadonlyArray<Hit> => hitsIn(normalise(text))

/** Returns at most 160 characters of the text around a hit, cut between words. */
const excerpt = (text: string, hit: Hit): string => {
  const before = Array.fromIterable(text.slice(0, hit.start))
  const word = text.slice(hit.start, hit.end)
  const after = Array.fromIterable(text.slice(hit.end))
  const room = exampleLength - word.length - 2 * ellipsis.normalize("NFKC").length
  const wanted = Math.min(after.length, Math.max(Math.ceil(room / 2), room - before.length))
  const left = before.slice(Math.max(0, before.length - (room - wanted)))
  const head = left.length === before.length ? left.join("") : `${ellipsis}${left.join("").replace(/^\S*\s/u, "")}`
  const right = after.slice(0, wanted).join("")
  const tail = wanted === after.length ? right : `${right.replace(/\s\S*$/u, "")}${ellipsis}`
  return head + word + tail
}

/** The parts of a review that sentiment analysis needs. */
export interface ReviewText {
  readonly rating: number
  readonly title: string
  readonly body: string
  readonly helpfulCount: number
}

/** A term of praise or criticism found in reviews. */
export interface Aspect {
  readonly term: string
  /** Number of reviews with the term. */
  readonly mentions: number
  /** From the most helpful of these reviews. */
  readonly example: UserText
}

export interface Summary {
  /** Number of reviews with more praise than criticism, with more criticism than praise, and others. */
  readonly lexicon: { readonly positive: number; readonly negative: number; readonly neutral: number }
  readonly pros: ReadonlyArray<Aspect>
  readonly cons: ReadonlyArray<Aspect>
}

/** Joins title and body, with the title as a clause of its own. */
const wholeText = (title: string, body: string) =>
  normalise(title === "" || /[.,;!?]\s*$/u.test(title) ? `${title} ${body}` : `${title}. ${body}`)

/** The lexicon words of a review; each term occurs once, however often the review repeats it. */
export interface Reading {
  readonly rating: number
  readonly helpfulCount: number
  readonly text: string
  readonly praise: ReadonlyArray<Hit>
  readonly criticism: ReadonlyArray<Hit>
  /** Hits of praise less hits of criticism, repetitions included. */
  readonly balance: number
}

const distinct = Array.dedupeWith((a: Hit, b: Hit) => a.term === b.term)

/** Extracts the lexicon words of a review. */
export const findReviewHits = ({ body, helpfulCount, rating, title }: ReviewText): Reading => {
  const text = wholeText(title, body)
  const [criticism, praise] = Array.partition(hitsIn(text), (hit) => hit.isPositive)
  return {
    rating,
    helpfulCount,
    text,
    praise: distinct(praise),
    criticism: distinct(criticism),
    balance: praise.length - criticism.length
  }
}

/** A term in one of the reviews that contain it. */
interface Mention extends Pick<Reading, "text" | "helpfulCount"> {
  readonly hit: Hit
}

const byMentions = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ mentions }: Aspect) => mentions),
  Order.mapInput(Order.string, ({ term }: Aspect) => term)
)

const aspects = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Aspect> =>
  Object.entries(Array.groupBy(mentions, ({ hit }) => hit.term))
    .map(([term, said]) => {
      const best = said.reduce((best, mention) => (mention.helpfulCount > best.helpfulCount ? mention : best))
      return { term, mentions: said.length, example: UserText.make(excerpt(best.text, best.hit)) }
    })
    .toSorted(byMentions)
    .slice(0, termCount)

/** Summarises the sentiment of reviews, which must be ordered newest first. */
export const summarise = (readings: ReadonlyArray<Reading>): Summary => {
  const mentions = (reading: Reading, hits: ReadonlyArray<Hit>): ReadonlyArray<Mention> =>
    hits.map((hit) => ({ hit, ...reading }))
  const positive = readings.filter(({ balance }) => balance > 0).length
  const negative = readings.filter(({ balance }) => balance < 0).length
  return {
    lexicon: { positive, negative, neutral: readings.length - positive - negative },
    pros: aspects(readings.flatMap((reading) => (reading.rating >= 4 ? mentions(reading, reading.praise) : []))),
    cons: aspects(readings.flatMap((reading) => (reading.rating <= 2 ? mentions(reading, reading.criticism) : [])))
  }
}
