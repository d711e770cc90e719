import { frequentWords, scripts } from "./WordLists.ts"

const frequentWordCount = (words: ReadonlyArray<string>, language: string): number =>
  words.filter((word) => frequentWords.get(language)?.has(word)).length

/** Share of non-Latin letters above which a message is foreign. */
const foreignShare = 0.4

/** Detects a foreign language, or "other"; null for English, and for messages too short to tell. */
export const foreignLanguage = (message: string): string | null => {
  const count = (letters: RegExp): number => message.match(letters)?.length ?? 0
  if (count(/[^\p{Script=Latin}\P{L}]/gu) > count(/\p{L}/gu) * foreignShare) {
    return scripts.find(([script]) => new RegExp(`\\p{Script=${script}}`, "u").test(message))?.[1] ?? "other"
  }
  const words = message.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)*/gu) ?? []
  const englishCount = frequentWordCount(words, "en")
  const [best] = [...frequentWords.keys()]
    .map((language) => ({ language, known: frequentWordCount(words, language) }))
    .toSorted((left, right) => right.known - left.known)
  return best !== undefined && best.known > englishCount && best.known >= 2 ? best.language : null
}
