import { EmbeddingModel } from "@effect/ai"
import { Effect, Layer } from "effect"
import { sensesOf } from "./Thesaurus.ts"

/** Stored with every vector; a change of what follows is a new name, so that old vectors count as stale. */
export const modelName = "embedded-ngrams-1"

/** Words that say nothing about a product. */
const fillers = new Set(
  (
    "a an and any anything are as at be by can could do does for from get give good great has have i in into is it its like look looking make me " +
    "my need nice of off on one or our out please show so some someone something that the their them they thing things this to use very want we " +
    "what when where which who will with would you your"
  ).split(" ")
)

/** How much a feature of a word counts: the word itself, its senses, its pairs with the next word, its trigrams. */
const weights = { word: 1, sense: 0.6, pair: 0.4, trigrams: 0.6 }

/** The first line of a text, its title, counts four times as much as the fourth and later ones. */
const lineWeights = [4, 3, 2]

/** FNV-1a over UTF-16 units, with a final mix so that the low bits are as good as the high ones. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}

/** Lower case without accents; `t-shirt` stays one word. */
const wordsOf = (line: string): ReadonlyArray<string> =>
  (
    line
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []
  ).filter((word) => !fillers.has(word))

/** Good enough for word forms that a shop's customers use: plurals, -ing, -ed. */
const stem = (word: string): string =>
  word.length > 4 ? word.replace(/ies$/, "y").replace(/(?:ing|ed|es|s|e)$/, "") : word.replace(/s$/, "")

/** Every feature of a text with its weight: repeated features add up. */
const features = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const add = (feature: string, weight: number) => found.set(feature, (found.get(feature) ?? 0) + weight)
  for (const [number, line] of text.split("\n").entries()) {
    const emphasis = lineWeights[number] ?? 1
    const words = wordsOf(line)
    for (const [index, word] of words.entries()) {
      const root = stem(word)
      add(`w ${root}`, weights.word * emphasis)
      for (const sense of sensesOf(word)) {
        add(`s ${sense}`, weights.sense * emphasis)
      }
      const next = words[index + 1]
      if (next !== undefined) {
        add(`p ${root} ${stem(next)}`, weights.pair * emphasis)
      }
      const padded = `^${root}$`
      for (let start = 0; start + 3 <= padded.length; start++) {
        add(`t ${padded.slice(start, start + 3)}`, (weights.trigrams * emphasis) / (padded.length - 2))
      }
    }
  }
  return found
}

/**
 * The direction of a text in `dimensions` dimensions, of length 1 (all zeros for a text without words). Texts that
 * share words, word senses or fragments of words point the same way. Pure and deterministic.
 */
export const embed = (text: string, dimensions: number): Array<number> => {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const [feature, weight] of features(text)) {
    const code = hash(feature)
    const position = (code >>> 1) % dimensions
    // Repetition helps less and less; the sign keeps collisions from adding up.
    vector[position] = (vector[position] ?? 0) + (code % 2 === 0 ? 1 : -1) * Math.sqrt(weight)
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
