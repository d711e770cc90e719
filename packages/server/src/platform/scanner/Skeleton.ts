import { dropped, folds, isLatin, leetFolds, lineBreak, space } from "./Confusables.ts"

/**
 * A text as the scanner compares it: code units of folded letters and digits, one space between words, one line break
 * between sentences. The lexicon is folded by the same function.
 */
export type Skeleton = Uint16Array

/** Marks that precede a link, an e-mail address or an identifier such as `delete_user` in a skeleton. */
export const marks = { link: "\uE000", mailbox: "\uE001", identifier: "\uE002" } as const
const linkMark = marks.link.charCodeAt(0)
const mailboxMark = marks.mailbox.charCodeAt(0)
const identifierMark = marks.identifier.charCodeAt(0)

const beyondAscii = /[\u0080-\uFFFF]/
/** Combining marks that are dropped; of the others, at most four in a row are kept, which suffices for any script. */
const strayMarks = /(?![\u3099\u309A])\p{Script=Inherited}/gu
const manyMarks = /(\p{M}{4})\p{M}+/gu
/** Ligatures that stand for whole phrases. */
const phraseLigatures = /[\uFDF0-\uFDFC]/g
/** Enclosed letters that NFKC leaves alone: 🅐, 🅰, 🇦. */
const enclosedLetters = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}]/gu

const letterOf = (symbol: string): string => {
  const point = symbol.codePointAt(0) ?? 0
  const first = point >= 0x1f1e6 ? 0x1f1e6 : point >= 0x1f170 ? 0x1f170 : 0x1f150
  return String.fromCharCode(97 + point - first)
}

/** Applies NFKC, but first cuts runs of marks, which take quadratic time, and ligatures that expand to phrases. */
export const normalised = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .replaceAll(strayMarks, "")
        .replaceAll(manyMarks, "$1")
        .replaceAll(phraseLigatures, " ")
        .normalize("NFKC")
        .replaceAll(enclosedLetters, letterOf)
    : text

/** 1 for each code unit that is white space. */
const whites = Uint8Array.from({ length: 0x1_00_00 }, (_, unit) =>
  /\s|\u0085/.test(String.fromCharCode(unit)) ? 1 : 0
)
const isWhite = (unit: number) => whites[unit] === 1

/** Returns the mark of a word, or 0, and whether its digits and signs are read as letters. */
const classifyWord = (text: string, start: number, end: number) => {
  let letters = 0
  let at = -1
  let dot = -1
  let isLink = false
  let isIdentifier = false
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index)
    if (isLatin(folds[unit] ?? 0)) {
      letters++
    } else if (unit === 64) {
      at = index
    } else if (unit === 46) {
      dot = index
    } else if (unit === 58 && text.charCodeAt(index + 1) === 47 && text.charCodeAt(index + 2) === 47) {
      isLink = true
    } else if (unit === 95 && index > start && isLatin(folds[text.charCodeAt(index - 1)] ?? 0) && index + 1 < end) {
      isIdentifier = isLatin(folds[text.charCodeAt(index + 1)] ?? 0) || isIdentifier
    }
  }
  const isMailbox = at > start && dot > at + 1
  return {
    mark: isLink ? linkMark : isMailbox ? mailboxMark : isIdentifier ? identifierMark : 0,
    isLeet: letters > 0 && !isMailbox && !isLink
  }
}

/** Builds the skeleton of a text. With `isJoined`, joins words that are cut by signs (`ig-no.re`). */
export const skeletonOf = (text: string, isJoined = false): Skeleton => {
  const source = normalised(text)
  const skeleton = new Uint16Array(source.length * 2 + 3)
  let length = 0
  /** Writes one separator at most; a line break replaces a space. */
  const writeSeparator = (separator: number) => {
    const last = skeleton[length - 1]
    if (last !== space && last !== lineBreak) {
      skeleton[length++] = separator
    } else if (separator === lineBreak) {
      skeleton[length - 1] = lineBreak
    }
  }
  writeSeparator(lineBreak)
  let start = 0
  while (start < source.length) {
    if (isWhite(source.charCodeAt(start))) {
      writeSeparator(folds[source.charCodeAt(start)] === lineBreak ? lineBreak : space)
      start++
      continue
    }
    let end = start + 1
    while (end < source.length && !isWhite(source.charCodeAt(end))) {
      end++
    }
    const { isLeet, mark } = classifyWord(source, start, end)
    if (mark !== 0) {
      skeleton[length++] = mark
      writeSeparator(space)
    }
    for (let index = start; index < end; index++) {
      const unit = source.charCodeAt(index)
      const fold = folds[unit] ?? dropped
      const next = index + 1 < end ? (folds[source.charCodeAt(index + 1)] ?? dropped) : dropped
      const sign = isLeet && unit < 128 ? (leetFolds[unit] ?? 0) : 0
      if (sign !== 0 && (fold > space || next > space || isFollowedBySign(source, index, end))) {
        skeleton[length++] = sign
      } else if (fold > space) {
        skeleton[length++] = fold
      } else if (fold !== dropped && !(isJoined && index > start && next > space)) {
        // A full stop inside a word (3.5, i.g.n.o.r.e) ends no sentence.
        writeSeparator(fold === lineBreak && (next <= space || unit >= 0x3000) ? lineBreak : space)
      }
    }
    start = end
  }
  writeSeparator(lineBreak)
  return skeleton.subarray(0, length)
}

/** Returns whether another sign that stands for a letter follows, as in `$$` but not in a sentence's final `!`. */
const isFollowedBySign = (source: string, index: number, end: number): boolean => {
  const unit = source.charCodeAt(index)
  const next = index + 1 < end ? source.charCodeAt(index + 1) : 0
  return unit !== 33 && unit !== 124 && next < 128 && next !== 33 && (leetFolds[next] ?? 0) !== 0
}

/** Converts a skeleton to text, for debugging and tests. */
export const readable = (skeleton: Skeleton): string => Buffer.from(skeleton.slice().buffer).toString("utf16le").trim()
