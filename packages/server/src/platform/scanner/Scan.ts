import { lexicon } from "./Lexicon.ts"
import { linearScore, trainedWeights, type Weights } from "./Linear.ts"
import { literals } from "./Literals.ts"
import { matchingRules } from "./Matching.ts"
import { normalised } from "./Skeleton.ts"
import { type View, viewsOf } from "./Views.ts"

/** A rule that matched, and the reading of the text in which it did. */
export interface Finding {
  readonly rule: string
  readonly view: string
}

/** What was found in a text. */
export interface Scan {
  readonly verdict: "clean" | "flagged" | "blocked"
  readonly score: number
  readonly findings: ReadonlyArray<Finding>
}

/** The names of what was found, each once; behind an `@` the reading of the text, where that is not the plain one. */
export const namesOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => [
  ...new Set(findings.map(({ rule, view }) => (view === "plain" ? rule : `${rule}@${view}`)))
]

/** The threshold: from here on a message is blocked. */
export const blockedFrom = 1
/** From here on a message is let through with a note. */
export const flaggedFrom = 0.9

/** Log-odds from which the linear part counts, and those that block a message without any rule. */
const linearFrom = -1
const linearBlocks = 2.4
/** The linear part counts for at most so much. */
const linearMost = 1.2

/** What it adds when an attack was found in what only a machine can read. */
const hiddenWeight = 0.4
/** A finding counts as hidden from this weight on. */
const hiddenFrom = 0.5

/** Readings that ordinary texts have too. */
const open: ReadonlySet<string> = new Set(["plain", "joined", "unwrapped"])

const matchingLiterals = (text: string) => {
  const plain = `\n${normalised(text).toLowerCase()}`.replaceAll(/[^\S\n]+/g, " ").replaceAll("\n ", "\n")
  return literals.filter(({ texts }) => texts.some((literal) => plain.includes(literal)))
}

interface Weighed {
  readonly id: string
  readonly weight: number
}

/** What one view shows, without the linear part. */
const findingsOf = ({ isGuess, skeleton, source }: View): ReadonlyArray<Weighed> => {
  const words = lexicon()
  const matching = matchingRules(words.find(isGuess === true ? skeleton : words.correct(skeleton)))
  // In gibberish a single word says nothing.
  return isGuess === true
    ? matching.filter(({ all }) => all.length > 1)
    : [...matching, ...(source === undefined ? [] : matchingLiterals(source))]
}

const linearPart = (weights: Weights, { isGuess, skeleton }: View): number =>
  isGuess === true
    ? 0
    : Math.max(0, Math.min(linearMost, (linearScore(weights, skeleton) - linearFrom) / (linearBlocks - linearFrom)))

/** Judges a text. Takes time in proportion to its length. */
export const scanWith = (weights: Weights | undefined, text: string): Scan => {
  let score = 0
  const findings: Array<Finding> = []
  for (const view of viewsOf(text)) {
    const found = findingsOf(view)
    const ruled = found.reduce((sum, { weight }) => sum + weight, 0)
    const linear = weights === undefined ? 0 : linearPart(weights, view)
    const isHidden = !open.has(view.name) && ruled >= hiddenFrom
    score = Math.max(score, ruled + linear + (isHidden ? hiddenWeight : 0))
    if (view.isGuess !== true || isHidden) {
      findings.push(...found.map(({ id }) => ({ rule: id, view: view.name })))
      if (linear >= 0.5) {
        findings.push({ rule: "linear", view: view.name })
      }
    }
  }
  return { verdict: score >= blockedFrom ? "blocked" : score >= flaggedFrom ? "flagged" : "clean", score, findings }
}

/** Judges a text with the weights that belong to the program. */
export const scan = (text: string): Scan => scanWith(trainedWeights(), text)
