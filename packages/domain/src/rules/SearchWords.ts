/** English words of a query or description that say nothing about a product. */
const fillers = new Set(
  (
    "a about all also always am an and another any anybody anything are around article articles as at be been better best birthday buy by can could do does " +
    "each else even every for friend from gear get getting gift give go going good got great had happy has have he help her here him his home how i if in into " +
    "is it item items its just keep know later less like look looking looks lot love loves make makes many me might mine more most much my need needs never " +
    "new nice no not now of off offer offers on one only or other our out own people perfect person please present product products really recommend right " +
    "same sell sells set she should show so some somebody someone something still stuff such suggest than that the their them then there these they thing " +
    "things this those three through time to today too two up us use used want wants was we well what when where which while who whole whose will with " +
    "without would you your"
  ).split(" ")
)

/**
 * Returns the text in lower case without accents, composed, so that Hangul and the vowel signs of Hindi stay intact.
 * The product search folds stored text in the same way.
 */
export const unaccented = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036F]/gu, "")
    .normalize("NFC")

/** Pattern of the scripts that do not separate words by spaces. */
export const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u30FC]`

const unspacedCharacter = new RegExp(unspaced, "u")

/** Returns whether some words of a text may not be separated by spaces. */
export const isUnspaced = (text: string): boolean => unspacedCharacter.test(text)

/** Returns the words of a text in any language, in lower case without accents; `t-shirt` stays one word. */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  unaccented(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu) ?? []

/** Returns the meaningful words of an English text, in the form of `wordsOf`. */
export const contentWords = (text: string): ReadonlyArray<string> => wordsOf(text).filter((word) => !fillers.has(word))

/** Returns a word and its possible singulars, for forms like "shelves", "batteries" and "glasses". */
export const singulars = (word: string): ReadonlyArray<string> => [
  word,
  ...(word.endsWith("s") ? [word.slice(0, -1)] : []),
  ...(word.endsWith("es") ? [word.slice(0, -2)] : []),
  ...(word.endsWith("ies") ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith("ves") ? [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`] : [])
]
