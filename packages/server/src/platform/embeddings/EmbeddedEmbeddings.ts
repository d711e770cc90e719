import { EmbeddingModel } from "@effect/ai"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { Effect, Layer } from "effect"
import { sensesOf } from "./Thesaurus.ts"

/** Stored with every vector; a change of what follows is a new name, so that old vectors count as stale. */
export const modelName = "embedded-ngrams-1"

/**
 * How much a feature of a word counts in a squared sum: the word itself when the thesaurus knows it and when not, each
 * of its senses, and its trigrams together, which carry typing errors.
 */
const weights = { knownWord: 1, word: 0.5, sense: 2, trigrams: 0.3 }

/** What the first line of a text, its title, counts more than the fourth and later ones. */
const lineWeights = [4, 1, 2]

/** FNV-1a over UTF-16 units, with a final mix so that the low bits are as good as the high ones. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

/** Good enough for word forms that a shop's customers use: plurals, -ing, -ed. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s|e)$/, "") : word.replace(/s$/, "")

/** Every feature of a text with its weight: repeated features add up. */
const features = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const add = (feature: string, weight: number) => found.set(feature, (found.get(feature) ?? 0) + weight)
  for (const [number, line] of text.split("\n").entries()) {
    const emphasis = lineWeights[number] ?? 1
    for (const word of contentWords(line)) {
      const root = stem(word)
      const senses = sensesOf(word)
      add(`w ${root}`, emphasis * (senses.length > 0 ? weights.knownWord : weights.word))
      for (const sense of senses) {
        add(`s ${sense}`, emphasis * weights.sense)
      }
      const padded = `^${root}$`
      const share = (emphasis * weights.trigrams) / (padded.length - 2)
      for (let start = 0; start + 3 <= padded.length; start++) {
        add(`t ${padded.slice(start, start + 3)}`, share)
      }
    }
  }
  return found
}

/** Every feature is spread over this many positions, so that two features hardly ever fall together altogether. */
const spread = 3

/**
 * The direction of a text in `dimensions` dimensions, of length 1 (all zeros for a text without words). Texts that
 * share words, word senses or fragments of words point the same way. Pure and deterministic.
 */
export const embed = (text: string, dimensions: number): Array<number> => {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [feature, weight] of features(text)) {
    for (let copy = 0; copy < spread; copy++) {
      const code = hash(`${copy} ${feature}`)
      const position = (code >>> 1) % dimensions
      // Repetition helps less and less; the sign keeps collisions from adding up.
      vector[position] = (vector[position] ?? 0) + (code % 2 === 0 ? 1 : -1) * Math.sqrt(weight)
    }
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** Embeddings without a provider, a download or a network. */
export const layer = (dimensions: number): Layer.Layer<EmbeddingModel.EmbeddingModel> =>
  Layer.effect(
    EmbeddingModel.EmbeddingModel,
    EmbeddingModel.make({
      embedMany: (texts) => Effect.succeed(texts.map((text, index) => ({ index, embeddings: embed(text, dimensions) })))
    })
  )
