import { tokenize } from "./Tokens.ts"
import { frequentWords } from "./WordLists.ts"

/** Written in Latin letters: known by their frequent words. */
const latin = ["es", "de", "fr", "it", "pt", "nl", "pl", "sv", "tr"] as const

const scripts = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/[^\p{Script=Latin}\P{L}]/gu, "other"]
] as const

/** Languages that are told apart, to say in them that only English is understood. */
export type Language = (typeof latin)[number] | (typeof scripts)[number][1]

/** How many of some words a language has. */
const hits = (words: ReadonlyArray<string>, language: string): number =>
  words.filter((word) => frequentWords.get(language)?.has(word)).length

/** The share of letters outside the Latin script that makes a message foreign. */
const foreignShare = 0.4

/** Mistyped words are known by their correction: fewer unknown ones may be names. */
const fewestUnknown = 3

/** The language of a message that is not English; null for English, and for what is too short to tell. */
export const foreignLanguage = (message: string): Language | null => {
  const letters = message.match(/\p{L}/gu)?.length ?? 0
  const script = scripts.find(([pattern]) => (message.match(pattern)?.length ?? 0) > letters * foreignShare)
  if (letters > 0 && script !== undefined) {
    return script[1]
  }
  const words = message.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)*/gu) ?? []
  const native = hits(words, "en")
  const [best] = latin
    .map((language) => ({ language, known: hits(words, language) }))
    .toSorted((left, right) => right.known - left.known)
  const unknown = tokenize(message).filter(({ kind, raw }) => kind === "name" && /^\p{Ll}+$/u.test(raw)).length
  const isShort = words.length <= 4 && native === 0 && unknown >= words.length / 2
  if (best !== undefined && best.known > native && best.known >= (isShort ? 1 : 2)) {
    return best.language
  }
  return native === 0 && unknown >= fewestUnknown && unknown >= words.length * 0.75 ? "other" : null
}
