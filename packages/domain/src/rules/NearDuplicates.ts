import { Array, Effect, Order } from "effect"
import * as CooperativeMap from "../CooperativeMap.ts"

/** The trigrams of a text as 31-bit numbers, in ascending order. */
export type Trigrams = Uint32Array

const blank = 32

/**
 * Packs three UTF-16 code units into a number: unique for Latin and Greek letters, otherwise a hash of 30 bits, where
 * pg_trgm's has 24.
 */
export const packTrigram = (first: number, second: number, third: number): number =>
  (first | second | third) < 0x400
    ? (first << 20) | (second << 10) | third
    : 0x4000_0000 | ((Math.imul(Math.imul(first, 0x9e37_79b1) + second, 0x85eb_ca6b) + third) >>> 2)

/** Returns the trigrams of a text as pg_trgm does: per lower-case word, padded with two blanks before and one after. */
export const trigrams = (text: string): Trigrams => {
  const found = new Set<number>()
  for (const word of new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))) {
    let [first, second] = [blank, blank]
    for (let at = 0; at <= word.length; at++) {
      const third = at < word.length ? word.charCodeAt(at) : blank
      found.add(packTrigram(first, second, third))
      first = second
      second = third
    }
  }
  return Uint32Array.from(found).toSorted()
}

/**
 * Returns how many trigrams of the smaller of two sets may be missing from the larger one. With more misses, the common
 * trigrams are less than 0.8 of all.
 */
const missesAllowed = (smaller: number, larger: number) => smaller - Math.ceil((4 * (smaller + larger)) / 9)

/** Returns whether two texts' trigram similarity, as pg_trgm computes it, is at least 0.8. Exact. */
export const areSimilar = (a: Trigrams, b: Trigrams): boolean => {
  const [smaller, larger] = a.length <= b.length ? [a, b] : [b, a]
  let left = missesAllowed(smaller.length, larger.length)
  if (smaller.length === 0 || left < 0) {
    return false
  }
  let next = 0
  for (const trigram of smaller) {
    while ((larger[next] ?? Infinity) < trigram) {
      next++
    }
    if (larger[next] !== trigram && --left < 0) {
      return false
    }
  }
  return true
}

/** Maximum bits of a signature; texts in one language have fewer distinct trigrams. */
const bits = 0x1_0000

const bucketOf = (trigram: number) => Math.imul(trigram, 0x9e37_79b1) >>> 16

/** Assigns a bit to each bucket of trigrams that occurs; rarer buckets come first, so that misses show early. */
const bitsByRarity = Effect.fnUntraced(function* (texts: ReadonlyArray<Trigrams>) {
  const frequencies = new Float64Array(bits)
  yield* CooperativeMap.map(texts, (text) => {
    for (const trigram of text) {
      const bucket = bucketOf(trigram)
      frequencies[bucket] = (frequencies[bucket] ?? 0) + 1
    }
  })
  const needed = frequencies
    .map((frequency, bucket) => frequency * bits + bucket)
    .filter((key) => key >= bits)
    .toSorted()
  const bitOf = new Uint16Array(bits)
  for (const [bit, key] of needed.entries()) {
    bitOf[key % bits] = bit
  }
  return { bitOf, words: Math.ceil(needed.length / 32) }
})

/** Counts the bits set in a word. */
const bitsIn = (word: number) => {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Returns whether `b` lacks more than `allowed` bits of `a`; each stands for at least one missing trigram. */
const missesMore = (a: Uint32Array, b: Uint32Array, allowed: number): boolean => {
  let misses = 0
  for (let word = 0; word < a.length; word++) {
    misses += bitsIn((a[word] ?? 0) & ~(b[word] ?? 0))
    if (misses > allowed) {
      return true
    }
  }
  return false
}

/** A text with its signature, in which each trigram sets a bit. */
interface SignedText {
  readonly position: number
  readonly trigrams: Trigrams
  readonly signature: Uint32Array
}

/** Adds signatures to the texts and sorts them by their number of trigrams. */
const sign = Effect.fnUntraced(function* (texts: ReadonlyArray<Trigrams>) {
  const { bitOf, words } = yield* bitsByRarity(texts)
  const signed = yield* CooperativeMap.map(texts, (trigrams, position): SignedText => {
    const signature = new Uint32Array(words)
    for (const trigram of trigrams) {
      const bit = bitOf[bucketOf(trigram)] ?? 0
      const word = bit >>> 5
      signature[word] = (signature[word] ?? 0) | (1 << (bit & 31))
    }
    return { position, trigrams, signature }
  })
  return Array.sort(
    signed,
    Order.mapInput(Order.number, ({ trigrams }: SignedText) => trigrams.length)
  )
})

/**
 * Finds the positions of texts that are similar to another one. Exact: signatures only rule out dissimilar pairs
 * quickly. Yields to the event loop in between.
 */
export const findSimilar = Effect.fnUntraced(function* (texts: ReadonlyArray<Trigrams>) {
  const signed = yield* sign(texts)
  const found = new Set<number>()
  yield* CooperativeMap.map(signed, (smaller, index) => {
    for (let next = index + 1; next < signed.length; next++) {
      const larger = signed[next]
      const allowed = larger === undefined ? -1 : missesAllowed(smaller.trigrams.length, larger.trigrams.length)
      if (larger === undefined || allowed < 0) {
        break
      }
      if (
        !(found.has(smaller.position) && found.has(larger.position)) &&
        !missesMore(smaller.signature, larger.signature, allowed) &&
        areSimilar(smaller.trigrams, larger.trigrams)
      ) {
        found.add(smaller.position).add(larger.position)
      }
    }
  })
  return found
})
