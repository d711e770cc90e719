import { unaccented } from "@storefront/domain/rules/SearchWords"
import { Array } from "effect"

/** Also segments scripts without blanks, in any language; the locale makes no difference. */
const segmenter = new Intl.Segmenter("en", { granularity: "word" })

const singleLatinLetter = /^[a-z]$/

/**
 * Returns the words of a text in any language, in order: case-folded, without accents and without single Latin letters.
 * An apostrophe separates words (`d'achat`); words of more than 60 characters are dropped.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  Array.fromIterable(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike === true)
    .flatMap(({ segment }) => unaccented(segment).split(/[^\p{L}\p{N}\p{M}]+/u))
    .filter((word) => word !== "" && word.length <= 60 && !singleLatinLetter.test(word))
