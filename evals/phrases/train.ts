/**
 * Trains the clause classifier of the embedded planner on the phrases of `training/`, a file per label, and writes its
 * weights. Deterministic: the same phrases give the same weights, in whatever order they stand.
 *
 *   npm run train:phrases            writes the weights
 *   npm run train:phrases -- --cv    also cross-validates and lists what was confused
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { features, vocabularyOf } from "@storefront/agents/planner/classify/Features"
import { type Label, labels } from "@storefront/agents/planner/classify/Labels"
import { type Weights, weightsFile, writeWeights } from "@storefront/agents/planner/classify/Classifier"
import { tag, type TaggedToken, withAddresses } from "@storefront/agents/planner/text/Tags"
import { tokenize } from "@storefront/agents/planner/text/Tokens"

interface Phrase {
  readonly label: Label
  readonly phrase: string
  readonly tokens: ReadonlyArray<TaggedToken>
}

interface Example extends Phrase {
  readonly features: ReadonlyArray<string>
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
  return phrases.map((phrase) => ({ ...phrase, features: features(phrase.tokens, knows) }))
}

/** A generator of numbers in 0..1, the same ones every time. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

type Model = ReadonlyMap<string, Float64Array>

/** Feature values of one example: all equal, so that long clauses do not shout. */
const strength = (count: number): number => 1 / Math.sqrt(count)

const scores = (model: Model, present: ReadonlyArray<string>): Float64Array => {
  const sum = new Float64Array(labels.length)
  for (const feature of present) {
    const weights = model.get(feature)
    if (weights !== undefined) {
      for (let label = 0; label < labels.length; label++) {
        sum[label]! += weights[label]! * strength(present.length)
      }
    }
  }
  return sum
}

const softmax = (values: Float64Array): Float64Array => {
  const highest = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - highest))
  const total = powers.reduce((sum, value) => sum + value, 0)
  return powers.map((value) => value / total)
}

const epochs = 15
const learningRate = 1
/** How strongly weights that hardly matter are drawn to zero. */
const sparsity = 5e-5

/** Multinomial logistic regression by AdaGrad. */
const train = (examples: ReadonlyArray<Example>): Model => {
  const model = new Map<string, Float64Array>()
  const gradients = new Map<string, Float64Array>()
  const random = numbers(42)
  const order = examples.map((_, index) => index)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let index = order.length - 1; index > 0; index--) {
      const other = Math.floor(random() * (index + 1))
      ;[order[index], order[other]] = [order[other]!, order[index]!]
    }
    for (const index of order) {
      const example = examples[index]!
      const target = labels.indexOf(example.label)
      const probabilities = softmax(scores(model, example.features))
      for (const feature of example.features) {
        const weights = model.get(feature) ?? new Float64Array(labels.length)
        const squares = gradients.get(feature) ?? new Float64Array(labels.length).fill(1e-2)
        model.set(feature, weights)
        gradients.set(feature, squares)
        for (let label = 0; label < labels.length; label++) {
          const gradient = (probabilities[label]! - (label === target ? 1 : 0)) * strength(example.features.length)
          squares[label]! += gradient * gradient
          const rate = learningRate / Math.sqrt(squares[label]!)
          const moved = weights[label]! - rate * gradient
          weights[label] = Math.sign(moved) * Math.max(0, Math.abs(moved) - rate * sparsity)
        }
      }
    }
  }
  return model
}

const predict = (model: Model, example: Example) => {
  const probabilities = softmax(scores(model, example.features))
  const best = probabilities.indexOf(Math.max(...probabilities))
  return { label: labels[best]!, probability: probabilities[best]! }
}

const crossValidate = (examples: ReadonlyArray<Example>): void => {
  const folds = 5
  let right = 0
  for (let fold = 0; fold < folds; fold++) {
    const model = train(examples.filter((_, index) => index % folds !== fold))
    for (const example of examples.filter((_, index) => index % folds === fold)) {
      const guess = predict(model, example)
      if (guess.label === example.label) {
        right++
      } else {
        process.stdout.write(`${example.label} -> ${guess.label} ${guess.probability.toFixed(2)}: ${example.phrase}\n`)
      }
    }
  }
  process.stdout.write(
    `cross-validation: ${right} of ${examples.length} (${((100 * right) / examples.length).toFixed(1)} %)\n`
  )
}

/** Smaller weights, in hundredths, are left out. */
const leastWeight = 60

const weightsOf = (model: Model): Weights => {
  const rows = new Map(
    [...model].map(([feature, weights]) => [
      feature,
      Array.from(weights, (weight) => Math.round(weight * 100)).map((weight) =>
        Math.abs(weight) < leastWeight ? 0 : weight
      )
    ])
  )
  const isWord = (feature: string) => /^[^@=#?^_][^_]*$/.test(feature)
  const learned = [...rows.keys()].toSorted()
  const words = learned.filter(isWord)
  const others = learned.filter((feature) => !isWord(feature) && rows.get(feature)!.some((weight) => weight !== 0))
  return { words, others, matrix: Int16Array.from([...words, ...others].flatMap((feature) => rows.get(feature)!)) }
}

/** Features of pairs and of forms count only when several phrases share them. */
const commonOnly = (examples: ReadonlyArray<Example>): ReadonlyArray<Example> => {
  const counts = new Map<string, number>()
  for (const feature of examples.flatMap((example) => example.features)) {
    counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  const isKept = (feature: string) =>
    (counts.get(feature) ?? 0) >= (feature.includes("__") ? 3 : feature.includes("_") ? 2 : 1)
  return examples.map((example) => ({ ...example, features: example.features.filter(isKept) }))
}

const examples = commonOnly(withFeatures(read()))
if (process.argv.includes("--cv")) {
  crossValidate(examples)
}
writeWeights(weightsFile, weightsOf(train(examples)))
process.stdout.write(`${examples.length} phrases, ${labels.length} labels\n`)
