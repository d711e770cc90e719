import { Array, RegExp as RegularExpression } from "effect"
import { removedMark } from "./Quotations.ts"
import { replace, normaliseLetters, rangesOf } from "./NormalisedText.ts"

/** Minimum letters and digits of a secret that is matched by them alone; shorter ones could match ordinary words. */
const minLoose = 16

/** Returns the base64 of a value at each alignment inside other bytes, without characters that depend on the others. */
const embeddedBase64 = (bytes: Buffer): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")
    return base64.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })

/** Returns a secret in plain text and in the encodings that every model knows. */
const encodingsOf = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const whole = [bytes.toString("base64"), bytes.toString("base64url")].map((base64) => base64.replace(/=+$/, ""))
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...whole, ...embeddedBase64(bytes)]
}

const longestFirst = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.dedupe(texts).toSorted((one, other) => other.length - one.length)

/** Pattern of these values; of none it matches nothing. */
const patternOf = (values: ReadonlyArray<string>): RegExp =>
  new RegExp(values.length === 0 ? "(?!)" : values.map(RegularExpression.escape).join("|"), "g")

/** Tree of values: the continuations of a beginning, by the next letter. Nothing continues a value that is complete. */
interface Continuations extends ReadonlyMap<string, Continuations> {}

const continuationsOf = (values: ReadonlyArray<string>): Continuations =>
  new Map(
    values.includes("")
      ? []
      : Object.entries(Array.groupBy(values, (value) => value.charAt(0))).map(([letter, group]) => [
          letter,
          continuationsOf(group.map((value) => value.slice(1)))
        ])
  )

/** Returns whether the letters from `start` on begin a value, or begin with one. */
const begins = (continuations: Continuations, letters: string, start: number): boolean => {
  let rest: Continuations | undefined = continuations
  for (let index = start; index < letters.length && rest !== undefined; index++) {
    rest = rest.get(letters.charAt(index))
    if (rest?.size === 0) {
      return true
    }
  }
  return rest !== undefined
}

/** Letters and digits of a text, as secrets are compared by them. */
export const lettersOf = (text: string): string => normaliseLetters(text).text

/** Secrets, as they are looked for in a text that is one stretch of an answer. */
export interface Secrets {
  /**
   * Removes secrets: exact matches, and long values by their letters and digits alone, so that neither case,
   * lookalikes, line breaks, separators nor character codes hide one. `before` has the letters and digits that stand
   * before the text; of a secret that begins in them, the rest is removed.
   */
  readonly remove: (text: string, before: string) => string
  /**
   * Returns whether a secret may have begun in `letters`, or at the end of `text`, and go on behind it. `next` has the
   * letters and digits that certainly follow, or nothing where that is uncertain.
   */
  readonly mayHaveBegun: (text: string, letters: string, next: string) => boolean
  /**
   * Returns whether at least two letters of a secret may stand at the end of `letters` or of `text`, be it in the middle
   * of a word. The last letter alone begins some encoding of some secret in every third sentence.
   */
  readonly mayBeCut: (text: string, letters: string) => boolean
  /** Returns the last ones of these letters, as many as `remove` needs. */
  readonly tailOf: (letters: string) => string
}

/** Builds the search for these values and their encodings. */
export const makeSecrets = (secrets: ReadonlyArray<string>): Secrets => {
  const exact = longestFirst(secrets.flatMap(encodingsOf))
  const loose = longestFirst(exact.map(lettersOf).filter(({ length }) => length >= minLoose))
  const exactPattern = patternOf(exact)
  const loosePattern = patternOf(loose)
  const maxLetters = Math.max(0, ...loose.map(({ length }) => length - 1))
  const continuations = continuationsOf(loose)
  // A value without white space, and without these ends of sentences, never goes on behind a sentence.
  const exactBeginnings = exact.flatMap((value) =>
    [...value.matchAll(/(?<!^)(?=\s)|(?<=[。！？])(?!$)/g)].map(({ index }) => value.slice(0, index))
  )
  /** Returns whether a secret may have begun with at least so many of the last letters, and go on with those behind. */
  const mayHaveBegunIn = (letters: string, minLetters: number, behind: string): boolean => {
    for (let start = Math.max(0, letters.length - maxLetters); start <= letters.length - minLetters; start++) {
      if (begins(continuations, letters, start) && begins(continuations, letters + behind, start)) {
        return true
      }
    }
    return false
  }
  return {
    remove: (text, before) => {
      const rest = text.replaceAll(exactPattern, removedMark)
      const normalised = normaliseLetters(rest)
      const ranges = rangesOf(`${before}${normalised.text}`.matchAll(loosePattern)).map(({ from, to }) => ({
        from: Math.max(0, from - before.length),
        to: to - before.length
      }))
      return replace(rest, normalised, ranges, removedMark)
    },
    mayHaveBegun: (text, letters, next) =>
      mayHaveBegunIn(letters, 1, lettersOf(next)) || exactBeginnings.some((beginning) => text.endsWith(beginning)),
    mayBeCut: (text, letters) =>
      mayHaveBegunIn(letters, 2, "") ||
      exact.some((value) => Array.range(2, value.length - 1).some((length) => text.endsWith(value.slice(0, length)))),
    tailOf: (letters) => (maxLetters === 0 ? "" : letters.slice(-maxLetters))
  }
}
