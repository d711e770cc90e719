import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import { lineBreak } from "./Confusables.ts"
import { type Skeleton } from "./Skeleton.ts"

/** Linear classifier over n-grams of a skeleton. After a change to either, run `npm run train:guard`. */

/** Path of the trained weights. */
export const weightsFile = createRequire(import.meta.url).resolve("@storefront/server/data/scannerWeights.br")

/** Number of hash buckets for character n-grams. */
export const buckets = 0x1_00_00

/** Lengths of the n-grams. */
const minGram = 3
const maxGram = 5

/**
 * Lengths of a block in letters. A block is made of whole sentences, or a part of an overlong one. A text is scored in
 * windows of one or two neighbouring blocks, so that padding cannot dilute an attack.
 */
const minBlock = 30
const maxBlock = 240

/** Calls `visit` with the hash bucket of every n-gram that starts in the range. */
const eachGram = (skeleton: Skeleton, from: number, to: number, visit: (bucket: number) => void) => {
  for (let start = from; start < to; start++) {
    let hash = 0x811c9dc5
    for (let length = 1; length <= maxGram && start + length <= skeleton.length; length++) {
      hash = Math.imul(hash ^ (skeleton[start + length - 1] ?? 0), 0x01000193)
      if (length >= minGram) {
        visit(((hash >>> 16) ^ (hash + length * 7919)) & (buckets - 1))
      }
    }
  }
}

/** Returns the ends of a text's blocks. */
const blockEnds = (skeleton: Skeleton): ReadonlyArray<number> => {
  const ends: Array<number> = []
  let from = 0
  for (let index = 0; index < skeleton.length; index++) {
    const length = index + 1 - from
    if (length >= maxBlock || (length >= minBlock && skeleton[index] === lineBreak)) {
      ends.push(index + 1)
      from = index + 1
    }
  }
  return from < skeleton.length || ends.length === 0 ? [...ends, skeleton.length] : ends
}

/** Returns the n-grams of each pair of neighbouring blocks, for training. */
export const gramsOf = (skeleton: Skeleton): ReadonlyArray<Uint16Array> =>
  blockEnds(skeleton).map((_, index, ends) => {
    const grams: Array<number> = []
    eachGram(skeleton, ends[index - 1] ?? 0, ends[index + 1] ?? skeleton.length, (bucket) => grams.push(bucket))
    return Uint16Array.from(grams)
  })

/** Trained weights in units of 1/`unit`, one per bucket; the last one is the bias. */
export type Weights = Int8Array

/** N-grams beyond which a window is scored by its mean weight: long ordinary texts must not look more suspicious. */
const maxSummedGrams = 600

/** Scores a window by its summed weights, which grow with the root of its length up to `maxSummedGrams`. */
const windowScore = (sum: number, count: number): number =>
  sum / Math.sqrt(Math.max(1, count)) / Math.max(1, Math.sqrt(count / maxSummedGrams))

/** Returns the log-odds of an attack in the most suspicious window of a text. */
export const linearScore = (weights: Weights, skeleton: Skeleton): number => {
  const ends = blockEnds(skeleton)
  let highest = -Infinity
  let before = { sum: 0, count: 0 }
  for (let index = 0; index < ends.length; index++) {
    let sum = 0
    let count = 0
    eachGram(skeleton, ends[index - 1] ?? 0, ends[index] ?? 0, (bucket) => {
      sum += weights[bucket] ?? 0
      count++
    })
    const pair = windowScore(sum + before.sum, count + before.count)
    highest = Math.max(highest, windowScore(sum, count), pair)
    before = { sum, count }
  }
  // Corrects for the number of windows: the maximum of many scores is higher by chance.
  return (highest + (weights[buckets] ?? 0)) / stepsPerLogOdd - windowPenalty * Math.log(ends.length)
}

/** Log-odds by which a score is lowered per unit of the natural logarithm of the number of windows. */
const windowPenalty = 0.6

/** Steps per unit of log-odds in stored weights. */
export const stepsPerLogOdd = 16

export const readWeights = (file: string): Weights => {
  const bytes = brotliDecompressSync(readFileSync(file))
  if (bytes.length !== buckets + 1) {
    throw new Error("the weights of the scanner were trained for another version; run npm run train:guard")
  }
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

export const writeWeights = (file: string, weights: Weights): void =>
  writeFileSync(file, brotliCompressSync(new Uint8Array(weights.buffer, weights.byteOffset, weights.length)))

let cachedWeights: Weights | undefined

/** Returns the program's own weights, read on first use. */
export const trainedWeights = (): Weights => (cachedWeights ??= readWeights(weightsFile))
