import { Array, Order } from "effect"

/** The trigrams of a text. */
export type Trigrams = ReadonlySet<string>

/** The trigrams of a text as pg_trgm makes them: of each word, in lower case, with two blanks before and one behind. */
export const trigrams = (text: string): Trigrams => {
  const found = new Set<string>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let [first, second] = [" ", " "]
    for (const third of `${word} `) {
      found.add(first + second + third)
      first = second
      second = third
    }
  }
  return found
}

/**
 * How many trigrams of the smaller of two sets may be missing in the larger one: with more, the share of common ones
 * among all of both is below 0.8.
 */
const missesAllowed = (smaller: number, larger: number) => smaller - Math.ceil((4 * (smaller + larger)) / 9)

/** Whether the trigram similarity of two texts, as pg_trgm computes it, is at least 0.8. Exact. */
export const areSimilar = (a: Trigrams, b: Trigrams): boolean => {
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a]
  let left = missesAllowed(smaller.size, larger.size)
  if (smaller.size === 0 || left < 0) {
    return false
  }
  for (const trigram of smaller) {
    if (!larger.has(trigram) && --left < 0) {
      return false
    }
  }
  return true
}

/** Words of 32 bits in a signature: the trigrams of texts in one language have a bit each. */
const signatureLength = 256

/** A text and its signature, in which every trigram sets a bit. */
interface SignedText {
  readonly position: number
  readonly trigrams: Trigrams
  readonly signature: Uint32Array
}

/** The texts with their signatures, those with few trigrams first. The rarer a trigram, the earlier is its bit. */
const sign = (texts: ReadonlyArray<Trigrams>): ReadonlyArray<SignedText> => {
  const frequencies = new Map<string, number>()
  for (const text of texts) {
    for (const trigram of text) {
      frequencies.set(trigram, (frequencies.get(trigram) ?? 0) + 1)
    }
  }
  const byFrequency = Array.sort(
    frequencies,
    Order.mapInput(Order.number, ([, frequency]: readonly [string, number]) => frequency)
  )
  const ranks = new Map(byFrequency.map(([trigram], rank) => [trigram, rank]))
  const signed = texts.map((trigrams, position) => {
    const signature = new Uint32Array(signatureLength)
    for (const trigram of trigrams) {
      const bit = (ranks.get(trigram) ?? 0) % (32 * signatureLength)
      const word = bit >>> 5
      signature[word] = (signature[word] ?? 0) | (1 << (bit & 31))
    }
    return { position, trigrams, signature }
  })
  return Array.sort(
    signed,
    Order.mapInput(Order.number, ({ trigrams }: SignedText) => trigrams.size)
  )
}

/** How many bits of a word are set. */
const bitsIn = (word: number) => {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/** Whether more bits of `a` are missing in `b` than allowed: each of them is at least one missing trigram. */
const missesMore = (a: Uint32Array, b: Uint32Array, allowed: number): boolean => {
  let misses = 0
  for (let word = 0; word < signatureLength; word++) {
    misses += bitsIn((a[word] ?? 0) & ~(b[word] ?? 0))
    if (misses > allowed) {
      return true
    }
  }
  return false
}

/**
 * The positions of the texts that are similar to another one. Exact: signatures only rule out, quickly, what cannot be
 * similar.
 */
export const withSimilar = (texts: ReadonlyArray<Trigrams>): ReadonlySet<number> => {
  const signed = sign(texts)
  const found = new Set<number>()
  for (const [index, smaller] of signed.entries()) {
    for (let next = index + 1; next < signed.length; next++) {
      const larger = signed[next]
      const allowed = larger === undefined ? -1 : missesAllowed(smaller.trigrams.size, larger.trigrams.size)
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
  }
  return found
}
