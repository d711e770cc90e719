import { Array, type Option } from "effect"
import { contentWords, unspaced } from "./SearchWords.ts"

/** Compares texts with the customer's own messages, word by word. */

/** A run of such a script, or a word in any other. */
const wordOrRun = new RegExp(
  String.raw`(?<run>${unspaced}[${unspaced.slice(1, -1)}\p{M}]*)|(?:(?!${unspaced})[\p{L}\p{M}\p{N}])+`,
  "gu"
)

/** Minimum length of a word to be compared. */
const minWordLength = 4

/** Splits a text into its words of four or more letters; runs without spaces are split into pairs of characters. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  [...text.normalize("NFKC").toLowerCase().matchAll(wordOrRun)].flatMap(({ 0: found, groups }) => {
    const characters = [...found]
    return groups?.["run"] !== undefined
      ? characters.slice(1).map((character, index) => `${characters[index]}${character}`)
      : characters.length < minWordLength
        ? []
        : [found]
  })

/** Finds the first word of a text that the customer never said, in any order. `said` has one text per message. */
export const firstForeignWord = (text: string, said: ReadonlyArray<string>): Option.Option<string> => {
  const customerWords = new Set(said.flatMap(wordsOf))
  return Array.findFirst(wordsOf(text), (word) => !customerWords.has(word))
}

/** Words that negate a sentence, in the server's languages. */
const negation = new RegExp(
  [
    String.raw`(?<!\p{L})(?:no|not|never|none|without|avoid\p{L}*|hat(?:e|es|ed|ing)|dislik\p{L}*|allergic|cannot|\p{L}+n['’]t`,
    String.raw`kein\p{L}*|nicht|nie(?:mals)?|ohne|hass\p{L}*|meid\p{L}*`,
    String.raw`nunca|jam[aá]s|sin|odi\p{L}+|evit\p{L}*|ne|n|pas|jamais|sans|d[ée]test\p{L}*`,
    String.raw`non|mai|senza|niet|nooit|geen|zonder|haat|n[aã]o|sem|لا|ليس|بدون|أكره)(?!\p{L})`,
    String.raw`ない|ません|嫌い|苦手|不|没|沒|别|別|讨厌|討厭`
  ].join("|"),
  "iu"
)

/**
 * Returns whether a message refers to a text in the same sense: it has at least half of the text's content words, and
 * both or neither of them are negated, for example by "never".
 */
export const agreesWith = (message: string, text: string): boolean => {
  const customerWords = new Set(wordsOf(message))
  const words = wordsOf(text).filter((word) => contentWords(word).length > 0)
  const named = words.filter((word) => customerWords.has(word))
  return named.length > 0 && named.length * 2 >= words.length && negation.test(message) === negation.test(text)
}
