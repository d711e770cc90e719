import { contentWords } from "@storefront/domain/rules/SearchWords"
import { stem } from "./ProductResolution.ts"

/** Splits "USB-C" into two words. */
const wordsOf = (text: string): ReadonlyArray<string> => contentWords(text.replaceAll("-", " "))

/** Returns the words of a question, such as "size 43", that the data lacks; null if there are none. */
export const missingWords = (question: string | null, data: string): string | null => {
  const knownStems = new Set(wordsOf(data).map(stem))
  const words = wordsOf(question ?? "")
  const missing = words.filter((word) => !knownStems.has(stem(word)))
  return missing.length === 0 ? null : missing.length === words.length ? question : missing.join(" ")
}

/** Reports the words of a question that the data lacks; null if there are none. */
export const unmentioned = (question: string | null, data: string, source = "product data"): string | null => {
  const missing = missingWords(question, data)
  return missing === null ? null : `The ${source} does not mention “${missing}”.`
}
