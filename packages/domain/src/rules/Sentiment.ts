import { Array, Order } from "effect"
import { type SentimentLabel } from "../Reviews.ts"
import { UserText } from "../tools/UserText.ts"

/** Words that praise. */
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

/** Words that criticise. */
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

/** How far before a word its negator may stand, in tokens. */
const negationReach = 3

/** The longest example, in characters. */
const exampleLength = 160

/** Where an example was cut. A model gets to see its compatible form, three characters. */
const gap = "…"

/** How many terms are named as pros, and as cons. */
const termCount = 5

/** What `sum` stars over `count` reviews say. In whole numbers, so that no mean is rounded before it is judged. */
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

/** A word of the lexicon in a text. */
export interface Hit {
  /** The word, with `not ` before it when it is negated. */
  readonly term: string
  /** What it says in its place: a negated word says the opposite. */
  readonly isPositive: boolean
  /** Where it stands in the text. */
  readonly start: number
  readonly end: number
}

const isNegator = (token: string) => negators.has(token) || token.endsWith("n't")

/** The form in which texts are searched: compatibility characters, apostrophes and white space made alike. */
export const normalise = (text: string) => text.normalize("NFKC").replace(/[’ʼ]/gu, "'").replace(/\s+/gu, " ").trim()

/** A clause ends at a punctuation mark of this pattern, or at "but". */
const tokens = /[\p{L}\p{N}]+(?:'\p{L}+)*|[.,;!?]/gu

/** The lexicon words of a normalised text, in order. */
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
      const isNegated = clause.slice(-negationReach).some(isNegator)
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

/** The words of praise and criticism in a text, in order, negation applied. */
export const hits = (text: string): ReadonlyArray<Hit> => hitsIn(normalise(text))

/** At most 160 characters of the text around a hit, cut between words. */
const excerpt = (text: string, hit: Hit): string => {
  const before = Array.fromIterable(text.slice(0, hit.start))
  const word = text.slice(hit.start, hit.end)
  const after = Array.fromIterable(text.slice(hit.end))
  const room = exampleLength - word.length - 2 * gap.normalize("NFKC").length
  const wanted = Math.min(after.length, Math.max(Math.ceil(room / 2), room - before.length))
  const left = before.slice(Math.max(0, before.length - (room - wanted)))
  const head = left.length === before.length ? left.join("") : `${gap}${left.join("").replace(/^\S*\s/u, "")}`
  const right = after.slice(0, wanted).join("")
  const tail = wanted === after.length ? right : `${right.replace(/\s\S*$/u, "")}${gap}`
  return head + word + tail
}

/** What sentiment needs of a review. */
export interface ReviewText {
  readonly rating: number
  readonly title: string
  readonly body: string
  readonly helpfulCount: number
}

/** Something reviews praise or criticise. */
export interface Aspect {
  readonly term: string
  /** Reviews that say so. */
  readonly mentions: number
  /** From the most helpful of them. */
  readonly example: UserText
}

export interface Summary {
  /** Reviews whose praise outnumbers their criticism, the reverse, and the others. */
  readonly lexicon: { readonly positive: number; readonly negative: number; readonly neutral: number }
  readonly pros: ReadonlyArray<Aspect>
  readonly cons: ReadonlyArray<Aspect>
}

/** Title and body as one text; the title is a clause of its own. */
const wholeText = (title: string, body: string) =>
  normalise(title === "" || /[.,;!?]\s*$/u.test(title) ? `${title} ${body}` : `${title}. ${body}`)

/** What the words of a review say: each of its terms once, however often it repeats it. */
export interface Reading {
  readonly rating: number
  readonly helpfulCount: number
  readonly text: string
  readonly praise: ReadonlyArray<Hit>
  readonly criticism: ReadonlyArray<Hit>
  /** More praise than criticism is positive, less is negative; every word counts here. */
  readonly balance: number
}

const distinct = Array.dedupeWith((a: Hit, b: Hit) => a.term === b.term)

/** Reads one review. */
export const read = ({ body, helpfulCount, rating, title }: ReviewText): Reading => {
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

/** A term in one of the reviews that say it. */
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

/** What reviews say together, given newest first. */
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
