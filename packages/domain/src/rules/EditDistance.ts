import { Option } from "effect"

/**
 * Counts the edits that turn one word into the other: insertions, deletions, substitutions, and transpositions of
 * neighbours, with no letter edited twice. A result above `limit` only means "too far".
 */
export const editDistance = (left: string, right: string, limit: number): number => {
  if (Math.abs(left.length - right.length) > limit) {
    return limit + 1
  }
  let beforeLast: Array<number> = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const edits = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? limit) + 1 : limit + 1
      )
      current.push(edits)
      smallest = Math.min(smallest, edits)
    }
    if (smallest > limit) {
      return limit + 1
    }
    beforeLast = last
    last = current
  }
  return last[right.length] ?? limit + 1
}

/** Returns how many edits still count as a typo in a word of this length. */
export const maxTypos = (length: number): number => (length <= 3 ? 0 : length <= 5 ? 1 : length <= 11 ? 2 : 3)

/** Finds the word that was most likely meant, if the difference can be a typo. */
export const nearest = (word: string, words: ReadonlyArray<string>): Option.Option<string> => {
  const edits = (known: string) => editDistance(word, known, Math.max(word.length, known.length))
  const [first] = words
    .filter((known) => equalUpToTypos(word, known))
    .toSorted((one, other) => edits(one) - edits(other))
  return Option.fromNullable(first)
}

/** Returns whether two words are equal but for typos. */
export const equalUpToTypos = (left: string, right: string): boolean => {
  const limit = maxTypos(Math.min(left.length, right.length))
  return left === right || (limit > 0 && editDistance(left, right, limit) <= limit)
}
