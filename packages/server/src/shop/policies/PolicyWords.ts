import { unaccented } from "@storefront/domain/rules/SearchWords"
import { Array } from "effect"

/** Knows the words of scripts without blanks as well. Its locale does not matter to that. */
const segmenter = new Intl.Segmenter("en", { granularity: "word" })

const ascii = /^[a-z]$/

/**
 * Returns the words of a text in any language, in their order: folded, without accents, a Latin letter alone left out. An apostrophe parts
 * words (`d'achat`), and no word is longer than a word can be.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  Array.fromIterable(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike === true)
    .flatMap(({ segment }) => unaccented(segment).split(/[^\p{L}\p{N}\p{M}]+/u))
    .filter((word) => word !== "" && word.length <= 60 && !ascii.test(word))
