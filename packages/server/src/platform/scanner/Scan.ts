import { lexicon } from "./Lexicon.ts"
import { linearScore, trainedWeights, type Weights } from "./Linear.ts"
import { literals } from "./Literals.ts"
import { matchingRules } from "./Matching.ts"
import { normalised } from "./Skeleton.ts"
import { type View, viewsOf } from "./Views.ts"

/** Scores a text for prompt injection. Thresholds are tuned (`docs/guard.md`): measure with `npm run bench:guard`. */

/** A rule that matched, and the view of the text in which it did. */
export interface Finding {
  readonly rule: string
  readonly view: string
}

/** Result of scanning a text. */
export interface Scan {
  readonly verdict: "clean" | "flagged" | "blocked"
  readonly score: number
  readonly findings: ReadonlyArray<Finding>
}

/** Returns the distinct names of the matched rules, with `@` and the view's name unless it is the plain one. */
export const namesOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => [
  ...new Set(findings.map(({ rule, view }) => (view === "plain" ? rule : `${rule}@${view}`)))
]

/** Score from which a message is blocked. */
export const blockingScore = 1
/** Score from which a message passes but is flagged. */
export const flaggingScore = 0.9

/** Log-odds at which the linear classifier begins to count, and at which it blocks a message alone. */
const linearMin = -1
const linearBlocking = 2.4
/** Most that the linear classifier can add to the score. */
const linearMax = 1.2

/** Added to the score if an attack was found in a view that people do not read, such as base64. */
const hiddenWeight = 0.4
/** Minimum score by rules at which such a view counts as a hidden attack. */
const minHiddenScore = 0.5

/** Views in which people read the text themselves: nothing is hidden there. */
const innocentViews: ReadonlySet<string> = new Set(["plain", "joined", "unwrapped"])

const matchingLiterals = (text: string) => {
  const plain = `\n${normalised(text).toLowerCase()}`.replaceAll(/[^\S\n]+/g, " ").replaceAll("\n ", "\n")
  return literals.filter(({ texts }) => texts.some((literal) => plain.includes(literal)))
}

interface WeightedRule {
  readonly id: string
  readonly weight: number
}

/** Returns the findings of one view, without the linear classifier. */
const findingsOf = ({ isGuess, skeleton, source }: View): ReadonlyArray<WeightedRule> => {
  const words = lexicon()
  const matching = matchingRules(words.find(isGuess === true ? skeleton : words.correct(skeleton)))
  // A single word in gibberish proves nothing.
  return isGuess === true
    ? matching.filter(({ all }) => all.length > 1)
    : [...matching, ...(source === undefined ? [] : matchingLiterals(source))]
}

const linearPart = (weights: Weights, { isGuess, skeleton }: View): number =>
  isGuess === true
    ? 0
    : Math.max(0, Math.min(linearMax, (linearScore(weights, skeleton) - linearMin) / (linearBlocking - linearMin)))

/** Scans a text with the given weights, in time linear in its length. */
export const scanWith = (weights: Weights | undefined, text: string): Scan => {
  let score = 0
  const findings: Array<Finding> = []
  for (const view of viewsOf(text)) {
    const found = findingsOf(view)
    const ruled = found.reduce((sum, { weight }) => sum + weight, 0)
    const linear = weights === undefined ? 0 : linearPart(weights, view)
    const isHidden = !innocentViews.has(view.name) && ruled >= minHiddenScore
    score = Math.max(score, ruled + linear + (isHidden ? hiddenWeight : 0))
    if (view.isGuess !== true || isHidden) {
      findings.push(...found.map(({ id }) => ({ rule: id, view: view.name })))
      if (linear >= 0.5) {
        findings.push({ rule: "linear", view: view.name })
      }
    }
  }
  return { verdict: score >= blockingScore ? "blocked" : score >= flaggingScore ? "flagged" : "clean", score, findings }
}

/** Scans a text with the program's own weights. */
export const scan = (text: string): Scan => scanWith(trainedWeights(), text)
