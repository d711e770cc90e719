import { space } from "./Confusables.ts"
import { type Skeleton } from "./Skeleton.ts"
import { type Splitter } from "./Splitting.ts"
import { isLatinWord } from "./Words.ts"

/** Lengths of words that are corrected; shorter ones are too similar to each other. */
const minLength = 5
const maxLength = 20

const hashStart = 0x811c9dc5
const hashStep = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)

/** Hashes a word without its letter at `omitted`. */
const hashOf = (skeleton: Skeleton, start: number, end: number, omitted: number) => {
  let hash = hashStart
  for (let index = start; index < end; index++) {
    if (index !== omitted) {
      hash = hashStep(hash, skeleton[index] ?? 0)
    }
  }
  return hash
}

/** Returns a checksum that anagrams share. */
const sumOf = (skeleton: Skeleton, start: number, end: number) => {
  let sum = end - start
  for (let index = start; index < end; index++) {
    const code = skeleton[index] ?? 0
    sum = (sum + Math.imul(code * code, 0x9e3779b1)) | 0
  }
  return sum
}

/** Returns whether two words are anagrams with equal first and last letters. */
const isScrambled = (word: Skeleton, other: Skeleton): boolean =>
  word.length === other.length &&
  word[0] === other[0] &&
  word.at(-1) === other.at(-1) &&
  String(word.toSorted()) === String(other.toSorted())

/**
 * Corrects single typing errors (a letter added, missing, wrong or swapped) towards a vocabulary: a word matches if it
 * equals an entry after deleting one letter from each, or if only its inner letters are reordered. The first letter
 * must be right. Splits words that were written together.
 */
export interface Typos {
  readonly correct: (skeleton: Skeleton) => Skeleton
}

export const typosOf = (
  vocabulary: ReadonlyArray<Skeleton>,
  common: ReadonlyArray<Skeleton>,
  splitter: Splitter
): Typos => {
  const known = new Set<number>()
  const byDeletion = new Map<number, Skeleton>()
  const byLetters = new Map<number, Skeleton>()
  for (const word of [...vocabulary, ...common]) {
    known.add(hashOf(word, 0, word.length, -1))
  }
  for (const word of vocabulary) {
    if (word.length >= minLength && word.length <= maxLength && isLatinWord(word, 0, word.length)) {
      for (let omitted = 1; omitted <= word.length; omitted++) {
        byDeletion.set(hashOf(word, 0, word.length, omitted), word)
      }
      byLetters.set(sumOf(word, 0, word.length), word)
    }
  }

  const corrected = (skeleton: Skeleton, start: number, end: number): Skeleton | undefined => {
    const length = end - start
    if (length < minLength || length > maxLength + 1 || !isLatinWord(skeleton, start, end)) {
      return undefined
    }
    if (known.has(hashOf(skeleton, start, end, -1))) {
      return undefined
    }
    for (let omitted = end; omitted > start; omitted--) {
      const word = byDeletion.get(hashOf(skeleton, start, end, omitted))
      if (word !== undefined && word[0] === skeleton[start] && Math.abs(word.length - length) <= 1) {
        return word
      }
    }
    const word = byLetters.get(sumOf(skeleton, start, end))
    return word !== undefined && isScrambled(word, skeleton.subarray(start, end)) ? word : undefined
  }

  return {
    correct: (skeleton) => {
      const result = new Uint16Array(skeleton.length * 2)
      let length = 0
      let start = 0
      while (start < skeleton.length) {
        let end = start
        while (end < skeleton.length && (skeleton[end] ?? 0) > space) {
          end++
        }
        const word = end - start < minLength ? undefined : corrected(skeleton, start, end)
        if (word === undefined) {
          const spaces = splitter.split(skeleton, start, end)
          let next = 0
          for (let index = start; index < end; index++) {
            if (index === spaces[next]) {
              result[length++] = space
              next++
            }
            result[length++] = skeleton[index] ?? space
          }
        } else {
          result.set(word, length)
          length += word.length
        }
        if (end < skeleton.length) {
          result[length++] = skeleton[end] ?? space
        }
        start = end + 1
      }
      return result.subarray(0, length)
    }
  }
}
