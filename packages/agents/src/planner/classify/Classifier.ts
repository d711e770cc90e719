import { classifierWeights, classifierWords } from "./classifierWeights.ts"
import { features } from "./Features.ts"
import { type TaggedToken } from "../text/Tags.ts"

/** What a clause can be: an intent, or a part of the conversation that is no wish of its own. */
export type Label = keyof typeof classifierWeights

const labels: ReadonlyArray<Label> = Object.keys(classifierWeights).filter(
  (name): name is Label => name in classifierWeights
)

/** What one feature speaks for: labels by index, and how much in each. */
interface Row {
  readonly labels: ReadonlyArray<number>
  readonly weights: ReadonlyArray<number>
}

const rows: ReadonlyMap<string, Row> = (() => {
  const byFeature = new Map<string, { readonly labels: Array<number>; readonly weights: Array<number> }>()
  labels.forEach((label, index) => {
    for (const pair of classifierWeights[label].split("\t")) {
      const space = pair.lastIndexOf(" ")
      const feature = pair.slice(0, space)
      const row = byFeature.get(feature) ?? { labels: [], weights: [] }
      row.labels.push(index)
      row.weights.push(Number(pair.slice(space + 1)) / 100)
      byFeature.set(feature, row)
    }
  })
  return byFeature
})()

const words: ReadonlySet<string> = new Set(classifierWords.split(" "))

const knows = (word: string): boolean => words.has(word)

/** Probability of each label for a clause. */
export interface Reading {
  readonly label: Label
  readonly probability: number
  /** How likely a label is. */
  readonly of: (label: Label) => number
}

/** Reads a clause by itself. */
export const classify = (tokens: ReadonlyArray<TaggedToken>): Reading => {
  const present = features(tokens, knows)
  const strength = 1 / Math.sqrt(present.length)
  const scores = new Float64Array(labels.length)
  for (const feature of present) {
    const row = rows.get(feature)
    if (row !== undefined) {
      for (let index = 0; index < row.labels.length; index++) {
        const label = row.labels[index] ?? 0
        scores[label] = (scores[label] ?? 0) + (row.weights[index] ?? 0) * strength
      }
    }
  }
  let best = 0
  for (let label = 1; label < scores.length; label++) {
    best = (scores[label] ?? 0) > (scores[best] ?? 0) ? label : best
  }
  const highest = scores[best] ?? 0
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return {
    label: labels[best] ?? "smalltalk",
    probability: 1 / total,
    of: (label) => (powers[labels.indexOf(label)] ?? 0) / total
  }
}

/** The likeliest of some labels. */
export const likeliestOf = (reading: Reading, candidates: (label: Label) => boolean): Label | undefined =>
  labels.filter(candidates).toSorted((left, right) => reading.of(right) - reading.of(left))[0]
