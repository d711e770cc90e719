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
  /** "the one before that": one further back than the order spoken of. */
  readonly isOneBefore: boolean
}

const statuses = meaningsOf("order-status", OrderStatus)

/** "that have not been shipped": what is said is not the status. */
const unsent =
  /\b(?:not|never|yet to|wait(?:ing)? to)(?: \w+){0,3} (?:ship|shipp?ed|dispatched|send out)\b|\bunshipped\b/

const orderNoun = "(?:order|purchase|parcel|package|packet|delivery|shipment|one|thing|transaction|buy|item)"
const newest = new RegExp(
  `\\b(?:late|latest|last|newest|most recent|recent|very last|just placed|current|new) (?:(?!two|three|four|five)\\w+ )?${orderNoun}\\b(?! (?:before|week|month|year|(?:on|in) (?:that|the|this|your) list|of (?:those|these|them)))|\\b(?:order|buy|purchase|placed?)\\b(?: \\w+){0,3} (?:last|most recently|latest|just now|recently)\\b(?! (?:week|month|year|night))|\\b(?:just|recently|last|most recently) (?:order|placed?|buy|purchase|make|get)\\b|\\blast time\\b|^(?:and )?(?:the |my )?(?:latest|newest|last|most recent)$|\\b(?:track|cancel|show|open|where be)(?: my| the)? (?:latest|newest|last|most recent)\\b(?! (?:two|three|four|five)\\b)`
)
const oneBefore =
  /\b(?:one|order|purchase)? ?(?:right |just )?before (?:that|it|this)(?: one| order)?$|\b(?:one|order|purchase) (?:right |just )?before (?:that|it|this|my|the)(?: |$)|\bbefore (?:my |the )?(?:last|late|latest|newest)\b|\b(?:the |my )?previous (?:order|one|purchase|delivery)\b|\bprior (?:order|one|purchase)\b|\bsecond (?:to )?(?:last|latest|newest|most recent)\b|\bpenultimate\b|\bnext to last\b|\bone earlier\b|\bone before\b|\bnext (?:one|order)(?: (?:to|also|as well|then|please))*$/

const ages: ReadonlyArray<readonly [pattern: RegExp, minDays: number, maxDays: number]> = [
  [/\b(?:from|of|place|order|make|buy|get|purchase|send)?\b.*\byesterday\b|\blast night\b/, 1, 1],
  [/\b(?:order|one from|purchase|buy|place)\b.*\btoday\b|\btoday (?:order|purchase)\b|\bthis morning\b/, 0, 0],
  [/\blast week\b|\b(?:a|one|1) week ago\b/, 4, 14],
  [/\blast month\b|\b(?:a|one|1) month ago\b/, 20, 62]
]

const described =
  /\b(shipp?ed|deliver?ed|received|returned|cancell?ed|placed|confirmed|pending|open|out for delivery|on (?:the|its) way|in transit) (?:order|one|package|parcel|purchase|delivery|shipment)\b|\b(?:order|one|parcel|package|shipment)(?: (?:that|which))?(?: (?:be|was|have been|get|i))? (shipp?ed|deliver?ed|received|returned|cancell?ed|confirmed|out for delivery|on (?:the|its) way|in transit)\b/

/** Forms of verbs that name a status and so must not be reduced to the verb. */
const statusForms = /^(?:cancell?ed|shipp?ed|deliver(?:e)?d|returned|placed|confirmed|received)$/

const asText = (tokens: ReadonlyArray<TaggedToken>): string =>
  withoutMarks(tokens)
    .map(({ lemma, word }) => (statusForms.test(word) ? word : lemma))
    .join(" ")

/** "three weeks ago", "about ten days back": some days around it, for people count roughly. */
const agoOf = (tokens: ReadonlyArray<TaggedToken>): OrderReference | null => {
  const past = quantities(tokens).find(
    ({ from, to, unit }) =>
      unit === "days" && (/^(?:ago|back)$/.test(tokens[to]?.lemma ?? "") || tokens[from - 1]?.lemma === "before")
  )
  const slack = past === undefined ? 0 : Math.max(1, Math.round(past.value / 4))
  return past === undefined ? null : { kind: "age", minDays: past.value - slack, maxDays: past.value + slack }
}

/** Reads how a clause points at orders. */
export const orderWords = (tokens: ReadonlyArray<TaggedToken>): OrderWords => {
  const text = asText(tokens)
  const id = tokens.find(({ tag }) => tag === "order-id")
  const isOneBefore = oneBefore.test(text)
  const [, first, second] = described.exec(text) ?? []
  // "Send back my last delivered order" is not about a returned one.
  const status = unsent.test(text) ? null : (saidIn(first ?? second ?? "", statuses) ?? saidIn(text, statuses))
  const age = ages.find(([pattern]) => pattern.test(text))
  const reference: OrderReference | null =
    id !== undefined
      ? { kind: "id", id: id.word }
      : newest.test(text)
        ? { kind: "position", index: 0 }
        : (agoOf(tokens) ?? (age === undefined ? null : { kind: "age", minDays: age[1], maxDays: age[2] }))
  const isDescribed = status !== null && (first !== undefined || (second !== undefined && !/^(?:be|have) /.test(text)))
  return { reference, status, isDescribed, isOneBefore: isOneBefore && id === undefined }
}

const owners = /^(?:review|return|memory|preference|seller|note|rma|entry)$/

/** An id that is not an order's, because the words before it say so: "review 0199…", "return 0199…". */
export const readOtherId = (tokens: ReadonlyArray<TaggedToken>): string | null => {
  const at = tokens.findIndex(({ kind }) => kind === "uuid")
  const words = withoutMarks(tokens.slice(Math.max(0, at - 4), Math.max(0, at))).map(({ lemma }) => lemma)
  const owner = words.findLast((word) => owners.test(word) || /^(?:order|purchase)$/.test(word))
  return at >= 0 && owner !== undefined && owners.test(owner) ? (tokens[at]?.word ?? null) : null
}

/** Any id of a clause, whatever it is of. */
export const anyId = (tokens: ReadonlyArray<TaggedToken>): string | null =>
  tokens.find(({ kind }) => kind === "uuid")?.word ?? null
