import { readCancelling, readDiscarding } from "./Cancellation.ts"
import { classify, type Reading } from "./Classifier.ts"
import { type Clause } from "../text/Clauses.ts"
import { asksForBetter, asksForTotal } from "../text/Comparing.ts"
import { saysYes } from "../dialogue/Pending.ts"
import { phrases } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"

/** A clause with what the classifier makes of it. */
export interface Part extends Clause {
  readonly reading: Reading
}

/** Below this a clause is not understood by itself; a single word has to be clearer. */
const sure = 0.45
const sureWord = 0.75

/** Tokens that a joined clause may have. */
const longest = 40

const nothing: ReadonlySet<number> = new Set()

const wordsOf = ({ tokens }: Clause): number => tokens.filter(({ kind }) => kind !== "mark").length

/** Has an object of its own, which makes it a wish even without a verb: a product, a code, a place, an order, a sum. */
const hasObject = ({ tokens }: Clause): boolean =>
  tokens.some(
    ({ tag }) =>
      tag === "code" ||
      tag === "address" ||
      tag === "place" ||
      tag === "order-id" ||
      tag === "money" ||
      tag === "number" ||
      tag === "department"
  ) || phrases(tokens, nothing).some(({ hasName, hasNoun }) => hasName || hasNoun)

const startsQuestion = /^(?:what|when|where|which|who|whose|why|how|be|do|did|have|can|could|will|would|should|any)$/

/** Begins like a question and says more than that. */
const isQuestion = (part: Part): boolean =>
  wordsOf(part) > 2 && startsQuestion.test(part.tokens.find(({ kind }) => kind !== "mark")?.lemma ?? "")

const isWeak = (part: Part): boolean =>
  part.reading.probability < (wordsOf(part) < 2 ? sureWord : sure) && !hasObject(part) && !isQuestion(part)

/** Two clauses of a sentence as one; what joined them is left out, or a comma where names must not run together. */
const together = (left: Part, right: Part, between: ReadonlyArray<TaggedToken> = []): Part => {
  const tokens = [...left.tokens, ...between, ...right.tokens]
  return { ...left, tokens, reading: classify(tokens) }
}

const comma = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<TaggedToken> =>
  tokens.slice(-1).map(({ end }) => ({
    start: end,
    end,
    raw: ",",
    word: ",",
    lemma: ",",
    kind: "mark",
    value: null,
    glued: false,
    tag: null
  }))

const articles = new Set("a an the of that this your my our pair one".split(" "))

/** "Suppose I went for two tents": names them as well. */
const supposed =
  /^(?:(?:and|so|now) )?(?:suppose|imagine|say|assume|assuming|if|let us say|what if) (?:i|we) (?:would |were to |want to )?(?:go for|take|buy|order|get|pick|choose|throw in|have|want)(?: |$)/

/** Nothing but the name of a product: "the Nordvind jacket". */
const isNaming = (clause: Clause): boolean => {
  const opening = supposed.exec(textOf(clause))?.[0].trim().split(" ").length ?? 0
  const tokens = clause.tokens.filter(({ kind }) => kind !== "mark").slice(opening)
  const found = phrases(tokens, nothing)
  return (
    found.some(({ hasName, hasNoun }) => hasName || hasNoun) &&
    tokens.every(
      ({ kind, raw, value, word }, place) =>
        kind === "mark" ||
        value !== null ||
        articles.has(word) ||
        /^\p{Lu}/u.test(raw) ||
        found.some(({ from, to }) => place >= from && place < to)
    )
  )
}

const textOf = ({ tokens }: Clause): string =>
  tokens
    .filter(({ kind }) => kind !== "mark")
    .map(({ lemma }) => lemma)
    .join(" ")

/** Asks something about several products at once, and does not say of which. */
const isOpenComparison = (part: Part): boolean => {
  const text = textOf(part)
  return (
    (asksForBetter(text) || asksForTotal(text)) &&
    !phrases(part.tokens, nothing).some(({ hasName, hasNoun }) => hasName || hasNoun)
  )
}

/** "which is better, the tent or the bag", "the tent or the bag, which is better": one question with what it is about. */
const compared = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> => {
  const at = parts.findIndex(isOpenComparison)
  const question = parts[at]
  if (question === undefined) {
    return parts
  }
  const isOfIt = (part: Part | undefined) =>
    part !== undefined && part.sentence === question.sentence && part.tokens.length < longest / 4 && isNaming(part)
  let [from, to] = [at, at + 1]
  while (isOfIt(parts[from - 1])) {
    from--
  }
  while (isOfIt(parts[to])) {
    to++
  }
  const [first, ...others] = parts.slice(from, to)
  return first === undefined || others.length < 2
    ? parts
    : [
        ...parts.slice(0, from),
        others.reduce((left, right) => together(left, right, comma(left.tokens)), first),
        ...parts.slice(to)
      ]
}

const rawOf = ({ tokens }: Clause): string => tokens.map(({ raw }) => raw).join(" ")

/** Only says that something is to be remembered. */
const introduction =
  /^(?:just )?(?:for (?:future|later|next) (?:reference|time)|for the record|for next time|fyi|from now on|in (?:the )?future|just so you know)$/

const mayJoin = (left: Part, right: Part): boolean => {
  if (
    left.tokens.length + right.tokens.length > longest ||
    left.sentence !== right.sentence ||
    right.joiner === "sentence" ||
    !(isWeak(left) || isWeak(right))
  ) {
    return false
  }
  if (saysYes(rawOf(left))) {
    return false
  }
  if (introduction.test(rawOf(left).toLowerCase())) {
    return left.sentence === right.sentence
  }
  if ([left, right].some(({ tokens }) => (readCancelling(tokens) ?? readDiscarding(tokens)) !== null)) {
    return false
  }
  const { reading } = together(left, right)
  const strong = isWeak(right) ? left.reading : right.reading
  return isWeak(left) && isWeak(right)
    ? reading.probability > Math.max(left.reading.probability, right.reading.probability)
    : reading.label === strong.label && reading.probability >= Math.min(0.6, strong.probability)
}

/** The clauses of a message, those that mean nothing by themselves joined to their neighbours. */
export const partsOf = (clauses: ReadonlyArray<Clause>): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  for (const clause of clauses) {
    const part = { ...clause, reading: classify(clause.tokens) }
    const last = parts.at(-1)
    if (last !== undefined && mayJoin(last, part)) {
      parts[parts.length - 1] = together(last, part)
    } else {
      parts.push(part)
    }
  }
  return compared(parts)
}
