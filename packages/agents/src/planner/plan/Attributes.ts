import { contentWords } from "@storefront/domain/rules/SearchWords"
import { stem } from "./Picking.ts"

/** The words of a text, those of "USB-C" one by one. */
const wordsOf = (text: string): ReadonlyArray<string> => contentWords(text.replaceAll("-", " "))

/** Says of what was asked of a product, such as "size 43" or "waterproof", some data do not have the words; null if they have all. */
export const unmentioned = (asked: string | null, data: string, source = "product data"): string | null => {
  const known = new Set(wordsOf(data).map(stem))
  const missing = wordsOf(asked ?? "").filter((word) => !known.has(stem(word)))
  const all = wordsOf(asked ?? "").length
  return missing.length === 0
    ? null
    : `The ${source} does not mention “${missing.length === all ? asked : missing.join(" ")}”.`
}
