import { type Clause } from "../text/Clauses.ts"
import { asksForBetter, asksForTotal } from "./AboutSeveral.ts"
import { saysYes } from "./Consent.ts"
import { namesThing, phrases } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { lemmasOf, withoutMarks } from "../text/Tokens.ts"
import { classify, type Reading } from "./Classifier.ts"

/** A clause with what the classifier makes of it. */
export interface ClassifiedClause extends Clause {
  readonly reading: Reading
}

/** Below this a clause is not understood by itself; a single word has to be clearer. */
const sure = 0.45
const sureWord = 0.75

/** Tokens that a joined clause may have. */
const longest = 40

const nothing: ReadonlySet<number> = new Set()

const wordCount = ({ tokens }: Clause): number => withoutMarks(tokens).length

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
  ) || phrases(tokens, nothing).some(namesThing)

const startsQuestion = /^(?:what|when|where|which|who|whose|why|how|be|do|did|have|can|could|will|would|should|any)$/

/** Begins like a question and says more than that. */
const isQuestion = (clause: ClassifiedClause): boolean =>
  wordCount(clause) > 2 && startsQuestion.test(withoutMarks(clause.tokens)[0]?.lemma ?? "")

const isWeak = (clause: ClassifiedClause): boolean =>
  clause.reading.probability < (wordCount(clause) < 2 ? sureWord : sure) && !hasObject(clause) && !isQuestion(clause)

/** Two clauses of a sentence as one; what joined them is left out, or a comma where names must not run together. */
const together = (
  left: ClassifiedClause,
  right: ClassifiedClause,
  between: ReadonlyArray<TaggedToken> = []
): ClassifiedClause => {
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
  const opening = supposed.exec(lemmasOf(clause.tokens))?.[0].trim().split(" ").length ?? 0
  const tokens = withoutMarks(clause.tokens).slice(opening)
  const found = phrases(tokens, nothing)
  return (
    found.some(namesThing) &&
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

/** Asks something about several products at once, and does not say of which. */
const isOpenComparison = (clause: ClassifiedClause): boolean => {
  const text = lemmasOf(clause.tokens)
  return (asksForBetter(text) || asksForTotal(text)) && !phrases(clause.tokens, nothing).some(namesThing)
}

/** "which is better, the tent or the bag", "the tent or the bag, which is better": one question with what it is about. */
const compared = (clauses: ReadonlyArray<ClassifiedClause>): ReadonlyArray<ClassifiedClause> => {
  const at = clauses.findIndex(isOpenComparison)
  const question = clauses[at]
  if (question === undefined) {
    return clauses
  }
  const isOfIt = (clause: ClassifiedClause | undefined) =>
    clause !== undefined &&
    clause.sentence === question.sentence &&
    clause.tokens.length < longest / 4 &&
    isNaming(clause)
  let [from, to] = [at, at + 1]
  while (isOfIt(clauses[from - 1])) {
    from--
  }
  while (isOfIt(clauses[to])) {
    to++
  }
  const [first, ...others] = clauses.slice(from, to)
  return first === undefined || others.length < 2
    ? clauses
    : [
        ...clauses.slice(0, from),
        others.reduce((left, right) => together(left, right, comma(left.tokens)), first),
        ...clauses.slice(to)
      ]
}

const rawOf = ({ tokens }: Clause): string => tokens.map(({ raw }) => raw).join(" ")

const mayJoin = (left: ClassifiedClause, right: ClassifiedClause): boolean => {
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
  if ([left, right].some(({ reading }) => reading.label === "cancel_order" || reading.label === "cancel_question")) {
    return false
  }
  const { reading } = together(left, right)
  const strong = isWeak(right) ? left.reading : right.reading
  return reading.label === strong.label && reading.probability >= Math.min(0.6, strong.probability)
}

/** The clauses of a message with their readings, those that mean nothing by themselves joined to their neighbours. */
export const classified = (clauses: ReadonlyArray<Clause>): ReadonlyArray<ClassifiedClause> => {
  const joined: Array<ClassifiedClause> = []
  for (const clause of clauses) {
    const next = { ...clause, reading: classify(clause.tokens) }
    const last = joined.at(-1)
    if (last !== undefined && mayJoin(last, next)) {
      joined[joined.length - 1] = together(last, next)
    } else {
      joined.push(next)
    }
  }
  return compared(joined)
}
