import { MemoryCategory } from "@storefront/domain/Memories"
import { type StatedMemory } from "../Wish.ts"
import { meaningsOf, firstMeaningIn } from "../text/WordLists.ts"

const categories = meaningsOf("memory", MemoryCategory)

const requestStart =
  "^(?:[\\s,.!:;-]|\\b(?:hey|hi|ok|okay|so|and|also|yes|no|please|just|now|you can|can you|could you|i want you to|i(?:'d| would) like you to)\\b)*\\b"
const rememberStart = new RegExp(
  `${requestStart}(?:remember|keep (?:(?:that|this|it) )?in mind|(?:make|take) a note|note(?: down)?|save|store|(?:don'?t|do not|never) forget)\\b[\\s,:-]*(?:(?:of|this|for me|for next time|that)\\b[\\s,:-]*)*`,
  "iu"
)
const rememberEnd =
  /[\s,;.–-]*\b(?:and )?(?:please )?(?:(?:remember|save|note|keep|don'?t forget) (?:it|that|this)(?: in mind)?|please|thanks|ok)[\s.!?]*$/iu
const forgetStart = new RegExp(
  `${requestStart}(?:forget|delete|erase|remove|drop|clear)\\b\\s*(?:(?:about|that|what|i said|i told you|(?:the|my) (?:note|memory|preference|entry) (?:about|for|on))\\b\\s*)*`,
  "iu"
)

/** Content that only refers to something said elsewhere. */
const backReference =
  /^(?:|it|this|that|these|those|them|one|everything|(?:my )?preferences?|(?:the )?(?:note|entry|memory)|me|the (?:first|second|third|last)(?: one)?)$/iu

const memoryOf = (text: string): StatedMemory => {
  const content = text.trim().replace(/^["“'\s,:-]+|["”'\s,;.!?-]+$/gu, "")
  return backReference.test(content)
    ? { category: null, content: null }
    : { category: firstMeaningIn(content, categories) ?? "other", content: content.slice(0, 500) }
}

/** Extracts the preference to store, in the customer's words: "remember that I wear size M" gives "I wear size M". */
export const readRemembered = (text: string): StatedMemory =>
  memoryOf(text.replace(rememberStart, "").replace(rememberEnd, "").replace(rememberEnd, ""))

/** Extracts the preference to delete: "forget what I said about leather" gives "leather". */
export const readForgotten = (text: string): StatedMemory => memoryOf(text.replace(forgetStart, ""))
