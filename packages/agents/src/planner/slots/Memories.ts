import { MemoryCategory } from "@storefront/domain/Memories"
import { type SaidMemory } from "../Wish.ts"
import { meaningsOf, saidIn } from "../text/WordLists.ts"

const categories = meaningsOf("memory", MemoryCategory)

const kinds = meaningsOf("kind", MemoryCategory)

const frame =
  /^(?:[\s,.!:;-]|\b(?:hey|hi|hello|ok|okay|so|and|also|oh|yes|well|btw|by the way|please|pls|plz|kindly|just|can you|could you|would you|will you|i(?:'d| would) like you to|i want you to|you should|i need you to|always)\b)*\b(?:remember|remeber|remmeber|rember|rememeber|remembre|memori[sz]e|(?:keep|hold|store|put|have|bear) (?:(?:that|this|it|down) )?in (?:m[iy]nd|(?:your|ur|the) (?:mind|head|memory|notes?))|hold on to|(?:make|take) a note|note down|jot down|write down|note|save|store|don'?t forget|do not forget|never forget|know|learn|add to my preferences|put in my preferences|update my preferences|for the record|fyi|for next time|for future reference|just so you know|mark me down as)\b[\s,:-]*(?:of\b\s*)?(?:(?:this|it|the following|for me|for next time|for later|about me|in my (?:profile|preferences))\b[\s,:-]*)*(?:(?:that|my preference for|my preference:?)\b\s*)?(?:about me:?\s*)?/iu
const trailer =
  /[\s,;.–-]*\b(?:so |and )?(?:please |pls |kindly |always |can you |could you )?(?:remember (?:it|that|this)(?: please| for me| about me| for next time)?|remember please|remember|keep (?:it|that|this) in mind|bear (?:it|that|this) in mind|save (?:it|that|this)|note (?:it|that|this)(?: down)?|don'?t forget (?:it|that|this)?|please|pls|thanks|thank you|ok|okay)[\s.!?]*$/iu
export const told =
  /^(?:[\s,.!:;-]|\b(?:please|pls|kindly|can you|could you|hey|ok|you can|i want you to|i(?:'d| would) like you to|just|now|and|also|actually|no|oh|wait|sorry|then|so)\b)*\b(?:forget|foget|forgt|forgett|4get|delete|delet|erase|remove|drop|clear|wipe|unlearn|unremember|scrap|scratch|strike|lose|ditch|bin|drop|kill|get rid of|take|you can forget|no longer remember|you (?:don'?t|do not) (?:need|have) to (?:remember|keep|know)|stop remembering|don'?t (?:remember|keep))\b\s*(?:about\b\s*)?(?:(?:that|what)\s+)?(?:i\s+(?:said|told you|mentioned)\s+(?:about\b\s*|that\s+)?)?(?:(?:the (?:\S+ )?(?:thing|note|memory|memories|preference|entry|record|fact|bit|one)|that) (?:about|of|on|for|that|regarding)\s+)?(?:what you know about\s+)?(?:my (?:stated |saved )?preferences? (?:for|of|about)\s+)?/iu
const forgotten =
  /\s*\b(?:(?:from|in|out of) (?:your|ur) (?:memory|notes|head)|from what you (?:know|remember|have)(?: (?:of|about|on) me)?|thing|any ?more|please|pls|now|thanks|ok)\b[\s.!]*$/iu

const tidy = (text: string): string => text.trim().replace(/^["“'\s,:-]+|["”'\s,;.!?-]+$/gu, "")

/** Words that stand for something said elsewhere. */
const pointing =
  /^(?:|again|it|it again|that again|this again|this|that|these|those|them|that one|this one|everything|(?:all|some|something|things?|stuff)(?: (?:for|about) me)?|my preferences?|my saved preferences?|preferences?|(?:(?:the|that|this) )?(?:note|entry|memory)|the following|for me|about me|me|one|the (?:first|second|third|fourth|fifth|last)(?: one)?)$/iu

const memoryOf = (text: string): SaidMemory => {
  const content = tidy(text)
  return pointing.test(content)
    ? { category: null, content: null }
    : { category: saidIn(content, categories) ?? "other", content: content.slice(0, 500) }
}

/** What shall be remembered, in the customer's words: "remember that I wear size M" is "I wear size M". */
export const readRemembered = (text: string): SaidMemory =>
  memoryOf(text.replace(frame, "").replace(trailer, "").replace(trailer, ""))

/** Which kind of memories is asked for. */
export const readKind = (text: string): SaidMemory | null => {
  const category = saidIn(text, kinds)
  return category === null ? null : { category, content: null }
}

/** What shall be forgotten: "forget what I said about leather" is "leather". */
export const readForgotten = (text: string): SaidMemory => memoryOf(text.replace(told, "").replace(forgotten, ""))
