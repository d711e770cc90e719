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
  String.raw`(${structure})|${openNotation}(?=\s)|([.!?…:;؟](?=\s)|\S(?=[^\S\n]*\n))|([。！？])|(${betweenWords})`,
  "giu"
)

/** Length from which a sentence ends between any two words. */
const maxLength = 240

/** Letter of a script without blanks. */
const unspacedLetter = String.raw`[\u3041-\u3096\u30A1-\u30FA\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3]`

/** Characters behind `。！？`. A Latin letter there could make it the dot of a host. */
const behindUnspaced = new RegExp(String.raw`[「」『』]|${unspacedLetter}`)

/** Maximum length of an address, the characters that end one, and its signs, also encoded ones. */
const maxAddress = 4_100
const endOfAddress = /[\s<>()[\]"'`|]/
const addressSign = /[.:/@&\\%]|[·۔・ꓸ。‧∙⋅•٠۰܁܂](?=[a-z0-9])|[\u2044\u2215\u29F8\u2571\u2236\uA789\u02D0]/i

/** Returns whether an address may stand right before a place in the text. */
const isInAddress = (text: string, end: number): boolean => {
  let start = end
  while (start > 0 && start > end - maxAddress && !endOfAddress.test(text.charAt(start - 1))) {
    start--
  }
  return addressSign.test(text.slice(start, end).normalize("NFKC"))
}

/**
 * Plain punctuation, and the word behind it, which stays where it is whatever the checks remove. Of a script without
 * blanks it is one letter.
 */
const nextWord = new RegExp(
  String.raw`(?:(?![[({<&\\%!])[\s\p{P}$€£+=|~^])*(?:(?!${scheme})(${unspacedLetter}|(?:(?!${unspacedLetter})[\p{L}\p{N}])+))?`,
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
  ends.lastIndex = from
  let searched = from
  for (let match = ends.exec(text); match !== null; match = ends.exec(text)) {
    const [found, isStructure, isEnd, isUnspaced, isWord] = match
    const end = match.index + found.length
    if (end >= (isStructure === undefined ? known : text.length)) {
      return { from: match.index }
    }
    const behind = text.charAt(end)
    const isFound =
      isUnspaced === undefined
        ? isEnd !== undefined || (isStructure === undefined && isWord !== undefined && end >= maxLength)
        : /\s/.test(behind) || (behindUnspaced.test(behind) && !isInAddress(text, end - 1))
    if (isFound) {
      nextWord.lastIndex = end
      const next = nextWord.exec(text)?.[1] ?? ""
      return nextWord.lastIndex === text.length && next === "" ? { from: match.index } : { end, next }
    }
    searched = end
  }
  return { from: Math.max(searched, known - 1) }
}

const structureAtEnd = new RegExp(structure, "giu")
const notationAtEnd = new RegExp(`${openNotation}$`)

/** Returns whether a structure or a notation may go on behind the text. */
export const mayGoOn = (text: string): boolean =>
  notationAtEnd.test(text) ||
  [...text.matchAll(structureAtEnd)].some(({ 0: found, index }) => index + found.length === text.length)
