/**
 * Trains the embedded planner and writes its weights: how clauses are read in their place, on `clauses.tsv`, and before
 * that on request what their words speak for by themselves, on the phrases of `training/`, a file per label.
 * Deterministic: the same phrases give the same weights, in whatever order they stand.
 *
 *   npm run train:phrases               trains what is built on the words
 *   npm run train:phrases -- --words    trains the words as well
 *   npm run train:phrases -- --cv       cross-validates instead
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { classify, moods, moodFeatures } from "@storefront/agents/planner/classify/Classifier"
import { type Subject, subjects } from "@storefront/agents/planner/Intents"
import { features, contextFeatures, vocabularyOf } from "@storefront/agents/planner/classify/Features"
import { type Label, labels } from "@storefront/agents/planner/classify/Labels"
import { bestOf, weightsPath, modelOf, type Weights } from "@storefront/agents/planner/classify/Weights"
import { tag, type TaggedToken, withAddresses } from "@storefront/agents/planner/text/Tags"
import { tokenize } from "@storefront/agents/planner/text/Tokens"
import { weightsOf, writeWeights } from "./WriteWeights.ts"

interface Phrase {
  readonly label: Label
  readonly phrase: string
  readonly tokens: ReadonlyArray<TaggedToken>
}

/** What is to be learned: of a clause with these features the class. */
interface Example {
  readonly said: string
  readonly features: ReadonlyArray<string>
  readonly target: string
  /** What is known already of every class. */
  readonly start?: Float64Array
}

const fillIns = {
  "<place>": ["california", "boston", "texas", "new york", "the west coast", "florida", "chicago", "oregon"],
  "<address>": [
    "12 Rose Street, Boston, MA 02118",
    "5 Oak Avenue, Portland, OR 97201",
    "77 sunset blvd los angeles ca 90028",
    "9 Hill Road",
    "Jane Doe, 44 Elm St, Austin, TX 78701"
  ],
  "<code>": ["HELLO10", "TRAIL10", "SAVE5"],
  "<money>": ["$200", "120 dollars", "$89.50", "300 bucks"],
  "<id>": ["0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90", "0199a3b4"]
}

const folder = new URL("training/", import.meta.url)

/** The phrase with something in its holes, always the same for the same phrase. */
const filled = (phrase: string): string => {
  const choice = createHash("sha256").update(phrase).digest().readUInt32BE()
  return Object.entries(fillIns).reduce(
    (text, [hole, words]) => text.replaceAll(hole, words[choice % words.length]!),
    phrase
  )
}

/** The phrases of every label, sorted: what is learned depends on their order. Ends here when files and labels differ. */
const read = (): ReadonlyArray<Phrase> => {
  const linesOf = (file: string) =>
    readFileSync(new URL(file, folder), "utf8")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
  const lines = new Map(readdirSync(folder).map((file) => [file, new Set(linesOf(file))]))
  const files = labels.map((label) => `${label}.txt`)
  const faults = [
    ...[...lines.keys()]
      .filter((file) => !files.includes(file))
      .map((file) => `training/${file}: no such label is declared`),
    ...files
      .filter((file) => (lines.get(file)?.size ?? 0) === 0)
      .map((file) => `training/${file}: a declared label without phrases`)
  ]
  if (faults.length > 0) {
    process.stderr.write(`${faults.join("\n")}\n`)
    process.exit(1)
  }
  return labels.flatMap((label) =>
    [...lines.get(`${label}.txt`)!].toSorted().map((line) => {
      const phrase = filled(line)
      return { label, phrase, tokens: withAddresses(phrase, tag(tokenize(phrase))) }
    })
  )
}

/** A word of the phrases counts when two of them have it. */
const leastUses = 2

const withFeatures = (phrases: ReadonlyArray<Phrase>): ReadonlyArray<Example> => {
  const uses = new Map<string, number>()
  for (const word of phrases.flatMap(({ tokens }) => [...new Set(vocabularyOf(tokens))])) {
    uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const knows = (word: string) => (uses.get(word) ?? 0) >= leastUses
  return phrases.map(({ label, phrase, tokens }) => ({
    said: phrase,
    features: features(tokens, knows),
    target: label
  }))
}

/** A generator of numbers in 0..1, the same ones every time. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

/** How a model is trained. */
interface Settings {
  readonly classes: ReadonlyArray<string>
  readonly epochs: number
  readonly learningRate: number
  /** Over how many of the last epochs the weights are averaged: the last steps alone would be chance. */
  readonly averaged: number
  /** What the first steps are held back by. */
  readonly caution: number
  /** How many times as much an example counts that is misread. */
  readonly emphasis: number
  /** How strongly weights that hardly matter are drawn to zero. */
  readonly sparsity: number
  /** Smaller weights are left out. */
  readonly leastWeight: number
  /** Features that are kept although they tell nothing apart. */
  readonly isKept: (feature: string) => boolean
}

const wordSettings: Settings = {
  classes: labels,
  epochs: 15,
  averaged: 5,
  learningRate: 1,
  caution: 1e-2,
  emphasis: 1,
  sparsity: 5e-5,
  leastWeight: 0.6,
  // The words themselves: others are all the same.
  isKept: (feature) => /^[^@=#?^_][^_]*$/.test(feature)
}

const placeSettings = (classes: ReadonlyArray<string>, leastWeight: number): Settings => ({
  classes,
  epochs: 10,
  averaged: 5,
  learningRate: 0.5,
  caution: 1e-1,
  emphasis: 2,
  sparsity: 5e-4,
  leastWeight,
  isKept: () => false
})

/** Multinomial logistic regression by AdaGrad. */
const train = (examples: ReadonlyArray<Example>, settings: Settings): Weights => {
  const { caution, classes, epochs, learningRate, leastWeight, sparsity } = settings
  const names = [...new Set(examples.flatMap((example) => example.features))].toSorted()
  const rowOf = new Map(names.map((feature, row) => [feature, row * classes.length]))
  const rows = examples.map((example) => example.features.map((feature) => rowOf.get(feature)!))
  const targets = examples.map(({ target }) => classes.indexOf(target))
  const weights = new Float64Array(names.length * classes.length)
  const squares = new Float64Array(weights.length).fill(caution)
  const random = numbers(42)
  const order = examples.map((_, index) => index)
  const errors = new Float64Array(classes.length)
  const averaged = new Float64Array(weights.length)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let index = order.length - 1; index > 0; index--) {
      const other = Math.floor(random() * (index + 1))
      ;[order[index], order[other]] = [order[other]!, order[index]!]
    }
    for (const index of order) {
      const present = rows[index]!
      const strength = 1 / Math.sqrt(present.length)
      errors.fill(0)
      errors.set(examples[index]!.start ?? [])
      for (const row of present) {
        for (let column = 0; column < classes.length; column++) {
          errors[column]! += weights[row + column]! * strength
        }
      }
      const highest = Math.max(...errors)
      const total = errors.reduce((sum, score) => sum + Math.exp(score - highest), 0)
      const target = targets[index]!
      // What is still misread counts more.
      const weight = errors[target]! < highest ? settings.emphasis : 1
      for (let column = 0; column < classes.length; column++) {
        const probability = Math.exp(errors[column]! - highest) / total
        errors[column] = (probability - (column === target ? 1 : 0)) * strength * weight
      }
      for (const row of present) {
        for (let column = 0; column < classes.length; column++) {
          const gradient = errors[column]!
          if (Math.abs(gradient) > 1e-5) {
            const at = row + column
            squares[at]! += gradient * gradient
            const rate = learningRate / Math.sqrt(squares[at]!)
            const moved = weights[at]! - rate * gradient
            weights[at] = Math.sign(moved) * Math.max(0, Math.abs(moved) - rate * sparsity)
          }
        }
      }
    }
    if (epoch >= epochs - settings.averaged) {
      weights.forEach((weight, at) => (averaged[at]! += weight / settings.averaged))
    }
  }
  const inTenths = (feature: string): ReadonlyArray<number> => {
    const row = rowOf.get(feature)!
    return Array.from(averaged.subarray(row, row + classes.length), (weight) =>
      Math.abs(weight) < leastWeight ? 0 : Math.round(weight * 10)
    )
  }
  const kept = names.filter((feature) => settings.isKept(feature) || inTenths(feature).some((weight) => weight !== 0))
  return weightsOf(
    classes,
    kept.map((feature) => [feature, inTenths(feature)])
  )
}

/** Features count only when several examples share them; `leastOf` says how many. */
const commonOnly = (examples: ReadonlyArray<Example>, leastOf: (feature: string) => number): ReadonlyArray<Example> => {
  const counts = new Map<string, number>()
  for (const feature of examples.flatMap((example) => example.features)) {
    counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  const isKept = (feature: string) => (counts.get(feature) ?? 0) >= leastOf(feature)
  return examples.map((example) => ({ ...example, features: example.features.filter(isKept) }))
}

const guessOf = (weights: Weights) => {
  const { score } = modelOf(weights)
  return ({ features: present, start }: Example): string => weights.classes[bestOf(score(present, start)).best]!
}

const crossValidate = (examples: ReadonlyArray<Example>, settings: Settings): void => {
  const folds = 5
  const wrong = Array.from({ length: folds }, (_, fold) => {
    const guess = guessOf(
      train(
        examples.filter((_, index) => index % folds !== fold),
        settings
      )
    )
    return examples.filter((example, index) => index % folds === fold && guess(example) !== example.target)
  }).flat()
  process.stdout.write(wrong.map(({ said, target }) => `not ${target}: ${said}\n`).join(""))
  const right = examples.length - wrong.length
  process.stdout.write(
    `cross-validation: ${right} of ${examples.length} (${((100 * right) / examples.length).toFixed(1)} %)\n`
  )
}

const isSubject = (name: string): name is Subject => subjects.some((subject) => subject === name)

/** Clauses in their place: what is spoken of, the label, the mood, the clause. */
const readClauses = () =>
  readFileSync(new URL("clauses.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [about = "", label = "", mood = "", said = ""] = line.split("\t")
      const tokens = withAddresses(said, tag(tokenize(said)))
      const reading = classify(tokens)
      return { said, label, mood, reading, features: contextFeatures(tokens, reading, isSubject(about) ? about : null) }
    })

const learn = (
  name: Parameters<typeof weightsPath>[0],
  all: ReadonlyArray<Example>,
  settings: Settings,
  leastOf: (feature: string) => number
): Weights => {
  const examples = commonOnly(all, leastOf)
  if (process.argv.includes("--cv")) {
    crossValidate(examples, settings)
  }
  const weights = train(examples, settings)
  writeWeights(weightsPath(name), weights)
  const guess = guessOf(weights)
  const right = examples.filter((example) => guess(example) === example.target).length
  process.stdout.write(`${name}: ${weights.features.length} features, ${right} of ${examples.length} examples right\n`)
  return weights
}

if (process.argv.includes("--words")) {
  learn("word", withFeatures(read()), wordSettings, (feature) =>
    feature.includes("__") ? 3 : feature.includes("_") ? 2 : 1
  )
}
const clauses = readClauses()
const shared = (feature: string) => (/^[kt]:/.test(feature) ? 3 : 2)
learn(
  "mood",
  clauses.map(({ features, mood, said }) => ({ said, features, target: mood })),
  placeSettings(moods, 0.5),
  shared
)
learn(
  "label",
  clauses.map(({ features, label, mood, reading, said }) => ({
    said,
    features: [...features, ...moodFeatures(mood, reading.label)],
    target: label,
    start: reading.scores
  })),
  placeSettings(labels, 0.5),
  shared
)
