import { isUnspaced, space } from "./Confusables.ts"
import { type Skeleton } from "./Skeleton.ts"

/** Longest dictionary word, in letters. */
const maxWordLength = 24
/** Length from which a word may be several words written together. */
const minSplitLength = 9
/**
 * Length from which a word is certainly several, so that any split is better than none. Shorter ones are split only
 * into English words of at least `minEnglishWord` letters without remainder, as other languages have long words.
 */
const minCertainLength = 30
const minEnglishWord = 3

/** Costs of an unknown letter and of a known word. Favours long words; a word of two letters costs almost as much. */
const letterCost = 1
const wordCost = (length: number) => 1 + 1.9 / length

/** A trie in flat arrays; maps would take most of the time of splitting. */
class Trie {
  private readonly keys: Int32Array
  private readonly children: Int32Array
  private readonly ends: Uint8Array
  private nodes = 1

  constructor(words: ReadonlyArray<Skeleton>) {
    const letters = words.reduce((sum, word) => sum + word.length, 1)
    const slots = 2 ** Math.ceil(Math.log2(letters * 2))
    this.keys = new Int32Array(slots * 2)
    this.children = new Int32Array(slots)
    this.ends = new Uint8Array(letters + 1)
    for (const word of words) {
      let at = 0
      for (const code of word) {
        const slot = this.slotOf(at, code)
        if (this.children[slot] === 0) {
          this.keys[slot * 2] = at
          this.keys[slot * 2 + 1] = code
          this.children[slot] = this.nodes++
        }
        at = this.children[slot] ?? 0
      }
      this.ends[at] = 1
    }
  }

  private slotOf(at: number, code: number): number {
    const mask = this.children.length - 1
    let slot = (Math.imul(at, 0x9e3779b1) ^ Math.imul(code, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    while (this.children[slot] !== 0 && !(this.keys[slot * 2] === at && this.keys[slot * 2 + 1] === code)) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  /** Returns the child node, or 0. */
  child(at: number, code: number): number {
    return this.children[this.slotOf(at, code)] ?? 0
  }

  isWord(at: number): boolean {
    return this.ends[at] === 1
  }
}

/** Splits words that were written together, by the cheapest segmentation into known words. */
export interface Splitter {
  /** Returns the positions in the skeleton that need a space before them; none if the word is a single one. */
  readonly split: (skeleton: Skeleton, start: number, end: number) => ReadonlyArray<number>
}

export const splitterOf = (all: ReadonlyArray<Skeleton>, english: ReadonlyArray<Skeleton>): Splitter => {
  const trieOf = (words: ReadonlyArray<Skeleton>, least: number) =>
    new Trie(words.filter(({ length }) => length >= least && length <= maxWordLength))
  const forLong = trieOf(all, 2)
  const forShort = trieOf(english, minEnglishWord)
  return {
    split: (skeleton, start, end) => {
      const length = end - start
      if (length < minSplitLength) {
        return []
      }
      const tree = length < minCertainLength ? forShort : forLong
      const costs = new Float64Array(length + 1).fill(Infinity)
      /** Length of the word that ends here; 0 for an unknown letter. */
      const words = new Uint8Array(length + 1)
      costs[0] = 0
      for (let from = 0; from < length; from++) {
        const cost = costs[from] ?? 0
        if (isUnspaced(skeleton[start + from] ?? 0) || (skeleton[start + from] ?? 0) <= space) {
          return []
        }
        if (cost + letterCost < (costs[from + 1] ?? 0)) {
          costs[from + 1] = cost + letterCost
          words[from + 1] = 0
        }
        let at = 0
        const last = Math.min(maxWordLength, length - from)
        for (let count = 1; count <= last; count++) {
          at = tree.child(at, skeleton[start + from + count - 1] ?? 0)
          if (at === 0) {
            break
          }
          if (tree.isWord(at) && cost + wordCost(count) < (costs[from + count] ?? 0)) {
            costs[from + count] = cost + wordCost(count)
            words[from + count] = count
          }
        }
      }
      const spaces: Array<number> = []
      let known = 0
      for (let at = length; at > 0; at -= Math.max(1, words[at] ?? 0)) {
        const count = words[at] ?? 0
        known += count
        const before = at - Math.max(1, count)
        if (before > 0 && (count > 0 || (words[before] ?? 0) > 0)) {
          spaces.push(start + before)
        }
      }
      return length >= minCertainLength || known === length ? spaces.toReversed() : []
    }
  }
}
