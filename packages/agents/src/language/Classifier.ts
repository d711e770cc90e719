import { classifierWeights } from "./classifierWeights.ts"
import { features } from "./Features.ts"
import { type TaggedToken } from "./Tags.ts"

/** What a clause can be: an intent, or a part of the conversation that is no wish of its own. */
export type Label = keyof typeof classifierWeights

const labels: ReadonlyArray<Label> = Object.keys(classifierWeights).filter(
  (name): name is Label => name in classifierWeights
)

/** By feature: label indexes and what the feature speaks for each of them. */
const weights: ReadonlyMap<string, ReadonlyArray<readonly [label: number, weight: number]>> = (() => {
  const byFeature = new Map<string, Array<readonly [number, number]>>()
  labels.forEach((label, index) => {
    for (const pair of classifierWeights[label].split("\t")) {
      const space = pair.lastIndexOf(" ")
      const feature = pair.slice(0, space)
      const row = byFeature.get(feature) ?? []
      row.push([index, Number(pair.slice(space + 1)) / 100])
      byFeature.set(feature, row)
    }
  })
  return byFeature
})()

const knows = (word: string): boolean => weights.has(word)

/** Probability of each label for a clause. */
export interface Reading {
  readonly label: Label
  readonly probability: number
  /** All labels, likeliest first. */
  readonly ranked: ReadonlyArray<readonly [label: Label, probability: number]>
}

/** Reads a clause by itself. */
export const classify = (tokens: ReadonlyArray<TaggedToken>): Reading => {
  const present = features(tokens, knows)
  const strength = 1 / Math.sqrt(present.length)
  const scores = labels.map(() => 0)
  for (const feature of present) {
    for (const [label, weight] of weights.get(feature) ?? []) {
      scores[label] = (scores[label] ?? 0) + weight * strength
    }
  }
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  const ranked = labels
    .map((label, index): [Label, number] => [label, (powers[index] ?? 0) / total])
    .toSorted(([, left], [, right]) => right - left)
  const [label, probability] = ranked[0] ?? ["smalltalk", 0]
  return { label, probability, ranked }
}
