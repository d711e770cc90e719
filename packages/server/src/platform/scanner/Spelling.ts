/** Ways to write a text that a person or a model reads as before. */

/** A sign within a word. */
const innerSign = /[^\s\p{P}][-_.*~/\\^·•+=]+[^\s\p{P}]/u

/** Whether a sign stands within a word. */
export const hasInnerSigns = (text: string): boolean => innerSign.test(text)

/** As many single letters in a row are a text that was spaced out. */
const leastLetters = 6

/** The stretches of a text that were spaced out: letters put together, and one space where the gap is wider. */
export const despaced = (text: string): string => {
  let result = ""
  let stretch = ""
  let letters = 0
  const endStretch = () => {
    if (letters >= leastLetters) {
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

/** White space of any kind as one space, and words put together that were divided at the end of a line. */
export const unwrapped = (text: string): string =>
  lineEnds.test(text.trim()) ? text.replaceAll(/[-\\\u00AD]\s{0,4}\n\s{0,4}/g, "").replaceAll(/\s+/g, " ") : ""

/** What opens and closes a stretch that a reader leaves out; the longer openings first. */
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

/** Without the comments, tags and brackets that stand within words. */
export const uncommented = (text: string): string => {
  let result = ""
  let from = 0
  /** Where each closing was last found: nothing is looked for twice. */
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
