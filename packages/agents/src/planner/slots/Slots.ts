import { doubts, orders, ordersSurely } from "../classify/Consent.ts"
import { type Piece } from "../classify/Piece.ts"
import { binding, cartChanges, type Intent, writing } from "../Intents.ts"
import { noAddress } from "../text/Address.ts"
import { quantities } from "../text/Bounds.ts"
import { namesThing } from "../text/Phrases.ts"
import { lemmasOf } from "../text/Tokens.ts"
import { type ReviewFilters, type SaidAddress, type SaidMemory } from "../Wish.ts"
import { SpeedTier } from "@storefront/domain/Inventory"
import { RefundMethod } from "@storefront/domain/Returns"
import { MemoryCategory } from "@storefront/domain/Memories"
import { ReviewSort } from "@storefront/domain/Reviews"
import { type TaggedToken } from "../text/Tags.ts"
import { type Meaning, meaningsOf, saidIn } from "../text/WordLists.ts"
import { Schema } from "effect"

const sorts = meaningsOf("review-sort", ReviewSort)
const buyers = meaningsOf("buyer", Schema.String)
const categories = meaningsOf("memory", MemoryCategory)
const kinds = meaningsOf("kind", MemoryCategory)
const methods = meaningsOf("refund", RefundMethod)
const speeds = meaningsOf("speed", SpeedTier)
/** How an answer to a review is to sound. */
export const tones = meaningsOf("tone", Schema.Literal("friendly", "formal"))
/** Only what runs low is asked for. */
export const supplies = meaningsOf("supply", Schema.String)

/** Which reviews a clause asks for, whatever they are to mention. */
export const readReviewFilters = (tokens: ReadonlyArray<TaggedToken>): ReviewFilters => {
  const text = lemmasOf(tokens)
  return {
    sort: saidIn(text, sorts),
    rating: quantities(tokens).find(({ unit, value }) => unit === "stars" && value >= 1 && value <= 5)?.value ?? null,
    verifiedOnly: saidIn(text, buyers) !== null,
    keyword: null
  }
}

const frame =
  /^(?:[\s,.!:;-]|\b(?:hey|hi|hello|ok|okay|so|and|also|oh|yes|well|btw|by the way|please|pls|plz|kindly|just|can you|could you|would you|will you|i(?:'d| would) like you to|i want you to|you should|i need you to|always)\b)*\b(?:remember|remeber|remmeber|rember|rememeber|remembre|memori[sz]e|(?:keep|hold|store|put|have|bear) (?:(?:that|this|it|down) )?in (?:m[iy]nd|(?:your|ur|the) (?:mind|head|memory|notes?))|hold on to|(?:make|take) a note|note down|jot down|write down|note|save|store|don'?t forget|do not forget|never forget|know|learn|add to my preferences|put in my preferences|update my preferences|for the record|fyi|for next time|for future reference|just so you know|mark me down as)\b[\s,:-]*(?:of\b\s*)?(?:(?:this|it|the following|for me|for next time|for later|about me|in my (?:profile|preferences))\b[\s,:-]*)*(?:(?:that|my preference for|my preference:?)\b\s*)?(?:about me:?\s*)?/iu
const trailer =
  /[\s,;.–-]*\b(?:so |and )?(?:please |pls |kindly |always |can you |could you )?(?:remember (?:it|that|this)(?: please| for me| about me| for next time)?|remember please|remember|keep (?:it|that|this) in mind|bear (?:it|that|this) in mind|save (?:it|that|this)|note (?:it|that|this)(?: down)?|don'?t forget (?:it|that|this)?|please|pls|thanks|thank you|ok|okay)[\s.!?]*$/iu
const told =
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

/** What a review should mention, in order of how clearly it is said. */
const patterns: ReadonlyArray<RegExp> = [
  /["“']([^"”']{2,60})["”']/,
  /\b(?:keyword|the words?|the term|the phrase|word)s?:? (.{2,60})$/,
  /\b(?:mention|mentions|mentioned|mentioning|contain|contains|containing|discuss|discussing|bring up|brings up|bringing up|bring|raise)s?(?: (?:of|that it|that))? (.{2,60})$/,
  /\b(?:talk|talks|talking|write|writes|wrote|written|say|says|said|saying|complain|complains|complaining|complained|moan|moaning|rant|anything|something|comment|comments|commenting|praise|rave) (?:anything |something )?(?:about|of|regarding|on) (.{2,60})$/,
  /\b(?:say|says|saying|said|claim|claims)(?: that)?(?: it| they)?(?:'s|'re| is| are| was| has)? (.{2,60})$/,
  /\b(?:search|look|find|check|scan|go|serch|looking|searching)\b.*\bfor (.{2,60})$/,
  /\breviews?(?: \S+){0,8}? (?:about|regarding|concerning|on|with|re) (.{2,60})$/,
  /^(?:any(?:thing)? |some(?:thing)? )?(?:about |on )?(.{2,40}?) in (?:the |its |their )?reviews\b/
]

const edges =
  /^(?:(?:the|its|their|his|a|an|any|some|that|how|is|about|word|words|term)\b\s*)+|(?:\s*\b(?:in|the|its|their|my|of|for|on|from|at|please|pls|thanks|review|reviews|in it|them|it|there|anywhere|anybody|ever|too|also|and|or)\b)+$/g

/** Stands for the product or for nothing. */
const empty = /^(?:it|this|that|them|those|these|they|product|item|one|something|anything|reviews?|customers?|people|)$/

/** What reviews are to be searched for, from a clause without the product: "do any mention the battery" is "battery". */
export const readKeyword = (words: string): string | null => {
  const text = words
    .toLowerCase()
    .replace(/[?!.,;:]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]?.replaceAll(edges, "").trim().replaceAll(edges, "").trim()
    if (found !== undefined && !empty.test(found) && found.split(" ").length <= 3) {
      return found
    }
  }
  return null
}

const refusing = /\b(?:no|not|never|neither|without|instead of|rather than)(?: \S+){0,3} $/
const goesOnRefusing = /^ n?or (?:\S+ ){0,2}$/

/** Which of some things words want, and which they refuse: "no express", "not to my card but as store credit". */
const choiceOf = <A>(words: string, meanings: ReadonlyArray<Meaning<A>>) => {
  const named = meanings
    .flatMap(({ pattern, value }) => {
      const found = pattern.exec(words)
      return found === null ? [] : [{ value, from: found.index, to: found.index + found[0].length }]
    })
    .toSorted((a, b) => a.from - b.from)
  const refused: Array<A> = []
  let last: { readonly to: number; readonly isRefused: boolean } = { to: 0, isRefused: false }
  for (const { from, to, value } of named) {
    const before = words.slice(last.to, from)
    const isRefused = refusing.test(before) || (last.isRefused && goesOnRefusing.test(before))
    refused.push(...(isRefused ? [value] : []))
    last = { to, isRefused }
  }
  const isWanted = ({ value }: Meaning<A>) => !refused.includes(value) && named.some((other) => other.value === value)
  return { wanted: meanings.find(isWanted)?.value ?? null, refused }
}

/** How the money of a return is to come back, from the words of a clause: of the two ways, who refuses one wants the other. */
export const readRefundMethod = (words: string): RefundMethod | null => {
  const { refused, wanted } = choiceOf(words, methods)
  const other = methods.find(({ value }) => !refused.includes(value))?.value ?? null
  return wanted ?? (refused.length > 0 ? other : null)
}

const because =
  /(?:\b(?:because(?: of)?|cause|cuz|since|due to|on account of|reason(?: is|:)?|as (?=it|they|i|the|he|she)|for being)|:)\s+([^\n]+)$/iu
const subject =
  "(?:(?:it|they|this|that|these|those|the \\S+|my \\S+)(?:'s|'re| is| are| was| were| has| have| arrived| came)?(?: (?:a bit|a little|much|way|far|really|just|totally|completely))? )?"
const faulty = new RegExp(
  `\\b${subject}(?:(?:the )?wrong (?:size|colou?r|item|one|product|model)|too (?:small|big|large|tight|loose|short|long|heavy|loud|noisy)|damaged|defective|broken|faulty|cracked|scratched|doesn'?t (?:fit|work)|does not (?:fit|work)|not as described|leaks?\\b|stopped working|changed my mind)[^.!?\\n]*`,
  "iu"
)

/** Why something is sent back or cancelled, as the customer wrote it: "because …", "wrong size", "it's broken". */
export const readReason = (text: string): string | null => {
  const said = because.exec(text)?.[1] ?? faulty.exec(text)?.[0]
  const reason = said
    ?.trim()
    .replace(/[.!?,\s]+$/u, "")
    .replace(/,? (?:please|pls|thanks|thank you)$/iu, "")
  return reason === undefined || reason === "" ? null : reason.slice(0, 500)
}

/** How fast something is to be sent, from the words of a clause: the usual way, for who only refuses another. */
export const readSpeed = (words: string): SpeedTier | null => {
  const { refused, wanted } = choiceOf(words, speeds)
  return wanted ?? (refused.length > 0 ? "standard" : null)
}

const zip = /\b(?:zip|zip code|zipcode|postal code|postcode)(?: is| to|:)? (\d{5}(?:-\d{4})?)\b/i
const receiver = /\b(?:recipient|addressee|name)(?: is| to|:)? (\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,3})/u

/** The address of a clause; of one that gives only a part, that part. */
export const addressOf = ({ address, said }: Piece): SaidAddress | null => {
  const [code = null, recipient = null] = [zip.exec(said)?.[1], receiver.exec(said)?.[1]]
  return address !== null
    ? { ...address, recipient: address.recipient ?? recipient }
    : code === null && recipient === null
      ? null
      : { ...noAddress, zip: code, recipient }
}

/** Tells the places of a clause whose numbers are none of units: those of a product's name, and those of a price. */
export const isUncounted =
  ({ bounds, main, tokens }: Piece) =>
  (place: number) =>
    (main !== undefined && place > main.from && place < main.to) ||
    [bounds.minPrice, bounds.maxPrice].includes(tokens[place]?.value ?? Number.NaN)

/** The words of a clause without the name of its product and what joins it. */
export const withoutProduct = ({ main, tokens }: Piece): string => {
  const isName = main !== undefined && namesThing(main)
  return tokens
    .filter((_, place) => !isName || place < main.from || place >= main.to)
    .map(({ kind, raw, word }) => (kind === "word" ? word : raw))
    .join(" ")
    .replace(
      /\b(?:of|for|on|from|about) (?:the |this |that |my )?(?=(?:mention|contain|that|which|about|say|for|with|talk|with|$))/gi,
      ""
    )
}

/** What binds is asked about first when it is less likely than this that it is meant. */
const beyondDoubt = 0.8

/** Less likely than this nothing is changed. */
export const surely = 0.55

/**
 * The customer tells us to do it; what cannot be undone, in words that leave no doubt. What only wonders
 * about the cart, or tells of it, was read as a look at it, so that the questions left are polite: "put two in, would you?"
 */
export const isExplicitIn = (intent: Intent, piece: Piece): boolean => {
  const { mood, probability, sureness, text } = piece
  return (
    writing.has(intent) &&
    (binding.has(intent)
      ? sureness > beyondDoubt && ordersSurely(intent, mood, piece)
      : cartChanges.has(intent)
        ? sureness >= surely &&
          mood !== "refusal" &&
          mood !== "report" &&
          // What is no request may only name something: "the scarf in my cart".
          !(mood !== "request" && probability <= (intent === "remove_coupon" ? 0.8 : 0.5)) &&
          !doubts(text)
        : orders(mood) && !doubts(text))
  )
}
