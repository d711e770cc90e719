import { EmbeddingModel } from "@effect/ai"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { Effect, Layer } from "effect"
import { sensesOf } from "./Thesaurus.ts"

/** Deterministic embeddings from character n-grams and a thesaurus, without a provider. */

/** Stored with every vector. Must change with the algorithm and the thesaurus, so that old vectors become stale. */
export const modelName = "embedded-ngrams-1"

/**
 * Weights of a word's features in the squared norm: the word itself (`knownWord` if in the thesaurus), each of its
 * senses, and all its trigrams together, which tolerate typing errors.
 */
const weights = { knownWord: 1, word: 0.5, sense: 2, trigrams: 0.3 }

/** Weights of the first lines, the first being the title; later lines weigh 1. */
const lineWeights = [4, 1, 2]

/** Hashes UTF-16 units with FNV-1a, and mixes the bits so that the low ones are usable. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

/** Strips plurals, -ing and -ed: enough for customers' queries. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s|e)$/, "") : word.replace(/s$/, "")

/** Returns the features of a text with their summed weights. */
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

/** Positions that each feature is spread over, so that two features rarely collide completely. */
const spread = 3

/**
 * Computes the unit vector of a text in `dimensions` dimensions; all zeros without words. Texts that share words, word
 * senses or fragments of words point in similar directions. Pure and deterministic.
 */
export const embed = (text: string, dimensions: number): Array<number> => {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [feature, weight] of features(text)) {
    for (let copy = 0; copy < spread; copy++) {
      const code = hash(`${copy} ${feature}`)
      const position = (code >>> 1) % dimensions
      // Square roots dampen repetition; signs keep collisions from adding up.
      vector[position] = (vector[position] ?? 0) + (code % 2 === 0 ? 1 : -1) * Math.sqrt(weight)
    }
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** Provides embeddings without provider, download or network. */
export const layer = (dimensions: number): Layer.Layer<EmbeddingModel.EmbeddingModel> =>
  Layer.effect(
    EmbeddingModel.EmbeddingModel,
    EmbeddingModel.make({
      embedMany: (texts) => Effect.succeed(texts.map((text, index) => ({ index, embeddings: embed(text, dimensions) })))
    })
  )
