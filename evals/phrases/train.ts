/**
 * Trains the clause classifier of the embedded planner on the phrases of `training/` and writes its weights to
 * `packages/agents/src/planner/classify/classifierWeights.ts`. Deterministic: the same phrases give the same file.
 *
 *   npm run train:phrases            writes the weights
 *   npm run train:phrases -- --cv    also cross-validates and lists what was confused
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { features, vocabularyOf } from "@storefront/agents/planner/classify/Features"
import { tag, type TaggedToken, withAddresses } from "@storefront/agents/planner/text/Tags"
import { tokenize } from "@storefront/agents/planner/text/Tokens"

interface Phrase {
  readonly label: string
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

const read = (): ReadonlyArray<Phrase> => {
  const examples: Array<Phrase> = []
  let count = 0
  for (const file of readdirSync(folder).toSorted()) {
    let label = ""
    for (const line of readFileSync(new URL(file, folder), "utf8").split("\n")) {
      if (line.startsWith("# ")) {
        label = line.slice(2).trim()
      } else if (line.trim() !== "") {
        count++
        const phrase = Object.entries(fillIns).reduce(
          (text, [hole, words]) => text.replaceAll(hole, words[count % words.length] ?? ""),
          line.trim()
        )
        examples.push({ label, phrase, tokens: withAddresses(phrase, tag(tokenize(phrase))) })
      }
    }
  }
  return examples
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

const scores = (model: Model, present: ReadonlyArray<string>, labels: number): Float64Array => {
  const sum = new Float64Array(labels)
  for (const feature of present) {
    const weights = model.get(feature)
    if (weights !== undefined) {
      for (let label = 0; label < labels; label++) {
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
const train = (examples: ReadonlyArray<Example>, labels: ReadonlyArray<string>): Model => {
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
      const probabilities = softmax(scores(model, example.features, labels.length))
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

const predict = (model: Model, example: Example, labels: ReadonlyArray<string>) => {
  const probabilities = softmax(scores(model, example.features, labels.length))
  const best = probabilities.indexOf(Math.max(...probabilities))
  return { label: labels[best]!, probability: probabilities[best]! }
}

const crossValidate = (examples: ReadonlyArray<Example>, labels: ReadonlyArray<string>): void => {
  const folds = 5
  let right = 0
  for (let fold = 0; fold < folds; fold++) {
    const model = train(
      examples.filter((_, index) => index % folds !== fold),
      labels
    )
    for (const example of examples.filter((_, index) => index % folds === fold)) {
      const guess = predict(model, example, labels)
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

/** The learned words, and one line per label: feature and weight in hundredths, those that matter. */
const write = (model: Model, labels: ReadonlyArray<string>): void => {
  const known = [...model.keys()].filter((feature) => /^[^@=#?^_][^_]*$/.test(feature)).toSorted()
  const rows = labels.map((label, index) => {
    const pairs = [...model]
      .map(([feature, weights]): [string, number] => [feature, Math.round(weights[index]! * 100)])
      .filter(([, weight]) => Math.abs(weight) >= 60)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
    return `  ${JSON.stringify(label)}: ${JSON.stringify(pairs.map((pair) => pair.join(" ")).join("\t"))}`
  })
  writeFileSync(
    new URL("@storefront/agents/planner/classify/classifierWeights", import.meta.url),
    `/** Written by evals/phrases/train.ts. By label: features of a clause and what they speak for it, in hundredths. */
export const classifierWeights = {
${rows.join(",\n")}
} as const

/** Words the classifier has learned, in one line. */
export const classifierWords =
  ${JSON.stringify(known.join(" "))}
`
  )
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
const labels = [...new Set(examples.map(({ label }) => label))].toSorted()
if (process.argv.includes("--cv")) {
  crossValidate(examples, labels)
}
write(train(examples, labels), labels)
process.stdout.write(`${examples.length} phrases, ${labels.length} labels\n`)
