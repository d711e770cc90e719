import { MemoryCategory } from "@storefront/domain/Memories"
import { type SaidMemory } from "../Wish.ts"
import { meaningsOf, saidIn } from "../text/WordLists.ts"

const categories = meaningsOf("memory", MemoryCategory)

const kinds = meaningsOf("kind", MemoryCategory)

const asking =
  "^(?:[\\s,.!:;-]|\\b(?:hey|hi|ok|okay|so|and|also|oh|yes|no|actually|please|pls|plz|kindly|just(?: so you know)?|now|can you|could you|would you|i want you to|i(?:'d| would) like you to|you can)\\b)*\\b"
const remembering = new RegExp(
  `${asking}(?:rem\\w*b\\w+|memori[sz]e|(?:keep|bear|have) (?:(?:that|this|it) )?in (?:mind|your memory)|(?:make|take) a note|note(?: down)?|write down|save|store|(?:don'?t|do not|never) forget|know|fyi|for next time)\\b[\\s,:-]*(?:(?:of|this|it|the following|for me|for next time|about me|that)\\b[\\s,:-]*)*`,
  "iu"
)
const trailer =
  /[\s,;.–-]*\b(?:so |and )?(?:please |always )?(?:(?:remember|save|note|keep|bear|don'?t forget)(?: (?:it|that|this))?(?: in mind| down)?(?: for next time| for me)?|please|pls|thanks|thank you|ok)[\s.!?]*$/iu
const forgetting = new RegExp(
  `${asking}(?:forget|delete|erase|remove|drop|clear|wipe|scrap|strike|get rid of|(?:you )?don'?t (?:need to )?(?:remember|keep))\\b\\s*(?:(?:about|that|what|you know|i said|i told you|i mentioned|the (?:thing|bit|note|memory|preference|entry|one) (?:about|on)|my (?:saved )?preferences? (?:for|about))\\b\\s*)*`,
  "iu"
)
const forgotten =
  /\s*\b(?:from (?:your|ur) (?:memory|notes)|from what you know.*|thing|any ?more|please|pls|now|thanks|ok)\b[\s.!]*$/iu

/** Words that stand for something said elsewhere. */
const pointing =
  /^(?:|again|it|this|that|these|those|them|everything|one|(?:it|that|this) (?:again|one)|(?:my |saved )*preferences?|(?:(?:the|that|this) )?(?:note|entry|memory)|for me|about me|me|the (?:first|second|third|fourth|fifth|last)(?: one)?)$/iu

const memoryOf = (text: string): SaidMemory => {
  const content = text.trim().replace(/^["“'\s,:-]+|["”'\s,;.!?-]+$/gu, "")
  return pointing.test(content)
    ? { category: null, content: null }
    : { category: saidIn(content, categories) ?? "other", content: content.slice(0, 500) }
}

/** What shall be remembered, in the customer's words: "remember that I wear size M" is "I wear size M". */
export const readRemembered = (text: string): SaidMemory =>
  memoryOf(text.replace(remembering, "").replace(trailer, "").replace(trailer, ""))

/** What shall be forgotten: "forget what I said about leather" is "leather". */
export const readForgotten = (text: string): SaidMemory => memoryOf(text.replace(forgetting, "").replace(forgotten, ""))

/** Which kind of memories is asked for. */
export const readKind = (text: string): SaidMemory | null => {
  const category = saidIn(text, kinds)
  return category === null ? null : { category, content: null }
}
