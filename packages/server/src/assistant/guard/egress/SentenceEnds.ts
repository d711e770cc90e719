/**
 * Ends of sentences, at which an answer may be cut so that each stretch is checked by itself. No pattern of the checks
 * matches across such an end:
 *
 * - Links, images and definitions are matched as a whole, with the longest text and target that the patterns allow.
 * - So are tags, as long as the server's sentences may be with a tag in them.
 * - Addresses end at white space. The notations that span a blank (`evil (.) example`) neither begin nor end at an end of
 *   a sentence, and between words of one line there is an end only if both sides are plain text.
 * - `。！？` need no white space behind them: an address may go on there, and does where it has a dot or a colon.
 *
 * Secrets, quotations and the server's sentences do go on behind an end. Their own checks say whether one may.
 */

/** Text from the start of a structure to its end, or to the end of the text if it is not complete. */
const structure = [
  String.raw`\[[^[\]]{0,1000}`,
  String.raw`\]\(\s{0,10}(?:<[^<>\n]{0,4000})?[^()\n]{0,5000}`,
  String.raw`\]:\s{0,10}(?:<[^<>\n]{0,4000}|[^\s<>]{0,4000})`,
  String.raw`<\s?\/?[a-z][^<>]{0,400}`
].join("|")

/** Bracket of a notation for a dot or a colon, and its sign: `evil (.) example`. */
const openNotation = String.raw`[({] ?[.:]`

/** Place between two plain words, of which the second is no scheme that would be removed: `evil data:(dot) example`. */
const scheme = String.raw`(?:data|javascript|vbscript)\b`
const betweenWords = String.raw`[\p{L}\p{N},](?=\s+(?!${scheme})[\p{L}\p{N}])`

/** Structures, stops before white space and ends of lines, `。！？`, and places between words. */
const ends = new RegExp(
  String.raw`(${structure})|${openNotation}(?=\s)|(\S(?=[^\S\n]*\n))|([.!?…:;؟](?=\s))|([。！？])|(${betweenWords})`,
  "giu"
)

/** Length from which a sentence ends between any two words. */
const maxLength = 240

/** Letter of a script without blanks. */
const unspacedLetter = String.raw`[\u3041-\u3096\u30A1-\u30FA\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3]`

/** Characters behind the end of a sentence without a blank. A Latin letter there could make `。` the dot of a host. */
const behindUnspaced = new RegExp(String.raw`[「」『』]|${unspacedLetter}`)

/** Maximum length of an address, the characters that end one, and its signs, also encoded ones. */
const maxAddress = 4_100
const endOfAddress = /[\s<>()[\]"'`|]/
const addressSign = /[.:/@&\\%]|[·۔・ꓸ。‧∙⋅•٠۰܁܂](?=[a-z0-9])|[\u2044\u2215\u29F8\u2571\u2236\uA789\u02D0]/i

/** Returns whether `。！？` from `start` to `end` ends a sentence: not if an address may go on behind it. */
const isUnspacedEnd = (text: string, start: number, end: number): boolean => {
  const behind = text.charAt(end)
  if (!behindUnspaced.test(behind)) {
    return /\s/.test(behind)
  }
  let from = start
  while (from > 0 && from > start - maxAddress && !endOfAddress.test(text.charAt(from - 1))) {
    from--
  }
  return !addressSign.test(text.slice(from, start).normalize("NFKC"))
}

/**
 * Plain punctuation, and the word behind it, which stays where it is whatever the checks remove. Of a script without
 * blanks it is one letter.
 */
const nextWord = new RegExp(
  String.raw`(?:(?![[({<&\\%!])[\s\p{P}$€£+=|~^\u{1F300}-\u{1FAFF}\uFE0F\u200D]){0,40}(?:(?!${scheme})(${unspacedLetter}|(?:(?!${unspacedLetter})[\p{L}\p{N}])+))?`,
  "iuy"
)

/** End of a sentence. */
export interface SentenceEnd {
  readonly end: number
  /** Word that certainly follows; empty if none does. */
  readonly next: string
}

/** Result of a search: the next end, or the place from which to go on when there is more text. */
export type FoundEnd = SentenceEnd | { readonly from: number }

/**
 * Finds the first end of a sentence behind `from`, which is 0 or the result of an earlier search. No text that follows
 * changes the result. The text must end with a word that is complete.
 */
export const findSentenceEnd = (text: string, from: number): FoundEnd => {
  const known = text.trimEnd().length
  let searched = from
  ends.lastIndex = from
  for (let match = ends.exec(text); match !== null; match = ends.exec(text)) {
    const [found, isStructure, isLineEnd, isStop, isUnspacedStop, isBetweenWords] = match
    const end = match.index + found.length
    if (end >= (isStructure === undefined ? known : text.length)) {
      return { from: match.index }
    }
    const isEnd =
      isLineEnd !== undefined ||
      isStop !== undefined ||
      (isBetweenWords !== undefined && end >= maxLength) ||
      (isUnspacedStop !== undefined && isUnspacedEnd(text, match.index, end))
    if (isEnd) {
      nextWord.lastIndex = end
      const next = nextWord.exec(text)?.[1] ?? ""
      if (next === "" && nextWord.lastIndex === text.length) {
        return { from: match.index }
      }
      if (next !== "" || isLineEnd !== undefined) {
        return { end, next }
      }
    }
    searched = end
  }
  return { from: Math.max(searched, known - 1) }
}

const structureAtEnd = new RegExp(structure, "giu")
const notationAtEnd = /[[({] ?(?:\.|dot|@|at|:|\/|:\/\/)(?: ?[\])}])?$/i

/** Returns whether a structure or a notation may go on behind the text. */
export const mayGoOn = (text: string): boolean =>
  notationAtEnd.test(text) ||
  [...text.matchAll(structureAtEnd)].some(({ 0: found, index }) => index + found.length === text.length)
