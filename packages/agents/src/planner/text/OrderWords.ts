import { OrderStatus } from "@storefront/domain/Orders"
import { type OrderReference } from "../Wish.ts"
import { quantities } from "./Bounds.ts"
import { type TaggedToken } from "./Tags.ts"
import { withoutMarks } from "./Tokens.ts"
import { meaningsOf, saidIn } from "./WordLists.ts"

/** How the words of a clause point at orders, before the history is looked at. */
export interface OrderWords {
  readonly reference: OrderReference | null
  /** The status the clause names, of one order or of many. */
  readonly status: OrderStatus | null
  /** The status describes an order, as in "my shipped order"; "has it shipped?" asks for it. */
  readonly isDescribed: boolean
}

const statuses = meaningsOf("order-status", OrderStatus)

/** "that have not been shipped": what is said is not the status. */
const unsent = /\b(?:not|never|yet to)(?: \w+){0,3} (?:ship|shipped|dispatched|send out)\b/

const noun = "(?:order|purchase|parcel|package|delivery|shipment|one|thing)"
const newest = new RegExp(
  `\\b(?<!(?:second|second to|before)(?: my| the)? )(?:late|latest|last|newest|most recent|recent|current|new) (?:(?!two|three|four|five)\\w+ )?${noun}\\b(?! (?:before|week|month|year|on|in|of))|\\b(?:order|buy|purchase|placed?)\\b(?: (?!before)\\w+){0,3} (?:last|most recently|just now|recently)\\b(?! (?:week|month|year|night))|\\b(?:just|recently|last) (?:order|placed?|buy|purchase|get)\\b|^(?:and |track |cancel |show )?(?:the |my )?(?:latest|newest|last|most recent)$`
)
const ages: ReadonlyArray<readonly [pattern: RegExp, minDays: number, maxDays: number]> = [
  [/\byesterday\b|\blast night\b/, 1, 1],
  [/\b(?:order|from|purchase|buy|place)\b.*\btoday\b|\bthis morning\b/, 0, 0],
  [/\blast week\b|\b(?:a|one|1) week ago\b/, 4, 14],
  [/\blast month\b|\b(?:a|one|1) month ago\b/, 20, 62]
]

const state =
  "(shipped|delivered|received|returned|cancell?ed|placed|confirmed|pending|open|out for delivery|on (?:the|its) way|in transit)"
const described = new RegExp(
  `\\b${state} ${noun}\\b|\\b${noun}(?: (?:that|which))?(?: (?:be|was|have been|get|i))? ${state}\\b`
)

/** Forms of verbs that name a status and so must not be reduced to the verb. */
const statusForms = /^(?:cancell?ed|shipp?ed|deliver(?:e)?d|returned|placed|confirmed|received)$/

/** "three weeks ago", "last month": some days around it, for people count roughly. */
const ageOf = (tokens: ReadonlyArray<TaggedToken>, text: string): OrderReference | null => {
  const past = quantities(tokens).find(({ to, unit }) => unit === "days" && tokens[to]?.lemma === "ago")?.value ?? 0
  const slack = Math.max(1, Math.round(past / 4))
  const [, minDays, maxDays] =
    past > 0 ? [null, past - slack, past + slack] : (ages.find(([pattern]) => pattern.test(text)) ?? [])
  return minDays === undefined || maxDays === undefined ? null : { kind: "age", minDays, maxDays }
}

/** Reads how a clause points at orders. */
export const orderWords = (tokens: ReadonlyArray<TaggedToken>): OrderWords => {
  const text = withoutMarks(tokens)
    .map(({ lemma, word }) => (statusForms.test(word) ? word : lemma))
    .join(" ")
  const id = tokens.find(({ tag }) => tag === "order-id")
  const [, first, second] = described.exec(text) ?? []
  // "Send back my last delivered order" is not about a returned one.
  const status = unsent.test(text) ? null : (saidIn(first ?? second ?? "", statuses) ?? saidIn(text, statuses))
  const isNewest = newest.test(text)
  return {
    reference:
      id !== undefined ? { kind: "id", id: id.word } : isNewest ? { kind: "position", index: 0 } : ageOf(tokens, text),
    status,
    isDescribed: status !== null && (first !== undefined || (second !== undefined && !/^(?:be|have) /.test(text)))
  }
}

/** Any id of a clause, whatever it is of. */
export const anyId = (tokens: ReadonlyArray<TaggedToken>): string | null =>
  tokens.find(({ kind }) => kind === "uuid")?.word ?? null

/** An id that is not an order's, because the words before it say so: "review 0199…", "return 0199…". */
export const readOtherId = (tokens: ReadonlyArray<TaggedToken>): string | null => {
  const words = withoutMarks(tokens).map(({ kind, lemma }) => (kind === "uuid" ? "#" : lemma))
  return /(?:review|return|memory|preference|note|entry)(?: (?!order|purchase)\S+){0,3} #/.test(words.join(" "))
    ? anyId(tokens)
    : null
}
