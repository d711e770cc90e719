/** Undoes spelling tricks that people and models read past, such as letters with spaces between them. */

/** A sign within a word. */
const innerSign = /[^\s\p{P}][-_.*~/\\^·•+=]+[^\s\p{P}]/u

/** Returns whether a sign stands within a word. */
export const hasInnerSigns = (text: string): boolean => innerSign.test(text)

/** Minimum number of single letters in a row for text to count as spaced out. */
const minLetters = 6

/** Returns the spaced-out parts of a text with their letters joined, and a space for each wider gap. */
export const joinSpacedLetters = (text: string): string => {
  let result = ""
  let stretch = ""
  let letters = 0
  const endStretch = () => {
    if (letters >= minLetters) {
      result += `${stretch}\n`
    }
    stretch = ""
    letters = 0
  }
  for (const piece of text.split(/\s/)) {
    if (piece === "") {
      stretch += " "
    } else if (piece.length === 1) {
      stretch += piece
      letters++
    } else {
      endStretch()
    }
  }
  endStretch()
  return result
}

const lineEnds = /[\n\r\v\f\u0085\u2028\u2029]/

/** Collapses white space and rejoins words hyphenated at line ends; returns "" for a text of one line. */
export const unwrapLines = (text: string): string =>
  lineEnds.test(text.trim()) ? text.replaceAll(/[-\\\u00AD]\s{0,4}\n\s{0,4}/g, "").replaceAll(/\s+/g, " ") : ""

/** Delimiters of text that a reader skips. Longer opening ones come first, in `openings` as well. */
const brackets: ReadonlyArray<readonly [open: string, close: string]> = [
  ["<!--", "-->"],
  ["/*", "*/"],
  ["{#", "#}"],
  ["<", ">"],
  ["{", "}"],
  ["[", "]"],
  ["(", ")"]
]
const openings = /(?<=[\p{L}\p{N}>\]})/])(?:<!--|\/\*|\{#|[<{[(])/gu
const isLetter = /[\p{L}\p{N}<{[(/]/u

/** Removes comments, tags and brackets within words; returns "" if there are none. */
export const removeComments = (text: string): string => {
  let result = ""
  let from = 0
  /** Last position found for each closing delimiter, to keep the search linear. */
  const found = new Map<string, number>()
  for (const { 0: opening, index } of text.matchAll(openings)) {
    const close = brackets.find(([open]) => open === opening)?.[1] ?? ""
    const start = index + opening.length
    const known = found.get(close) ?? 0
    const end = known < 0 || known >= start ? known : text.indexOf(close, start)
    found.set(close, end)
    if (index >= from && end >= 0 && isLetter.test(text.charAt(end + close.length))) {
      result += text.slice(from, index)
      from = end + close.length
    }
  }
  return from === 0 ? "" : result + text.slice(from)
}
