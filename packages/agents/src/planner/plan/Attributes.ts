import { contentWords } from "@storefront/domain/rules/SearchWords"
import { stem } from "./Picking.ts"

/** Says that some data do not answer what was asked of a product, such as "size 43" or "waterproof"; null if they have all its words. */
export const silent = (asked: string | null, data: string, source = "product data"): string | null => {
  const known = new Set(contentWords(data).map(stem))
  return asked === null || contentWords(asked).every((word) => known.has(stem(word)))
    ? null
    : `The ${source} says nothing about “${asked}”.`
}
