import { OrderStatus } from "@storefront/domain/Orders"
import { type OrderReference } from "../Wish.ts"
import { type TaggedToken } from "./Tags.ts"
import { withoutMarks } from "./Tokens.ts"
import { meaningsOf, firstMeaningIn } from "./WordLists.ts"

/** Order reference and status that a clause states without context. */
export interface OrderWords {
  readonly reference: OrderReference | null
  /** Status of one order or of many. */
  readonly status: OrderStatus | null
}

const statuses = meaningsOf("order-status", OrderStatus)

const orderNoun = "(?:order|purchase|parcel|package|delivery|shipment|one|thing)"
const newestOrder = new RegExp(
  `\\b(?:late|latest|last|newest|most recent|recent|current|new) (?:(?!two|three|four|five)\\w+ )?${orderNoun}\\b(?! (?:before|week|month|year|on|in|of))|\\b(?:order|buy|purchase|placed?)\\b(?: (?!before)\\w+){0,3} (?:last|most recently|just now|recently)\\b(?! (?:week|month|year|night))|\\b(?:just|recently|last) (?:order|placed?|buy|purchase|get)\\b|^(?:and |track |cancel |show )?(?:the |my )?(?:latest|newest|last|most recent)$`
)

const state =
  "(shipped|delivered|received|returned|cancell?ed|placed|confirmed|pending|open|out for delivery|on (?:the|its) way|in transit)"
const orderWithStatus = new RegExp(
  `\\b${state} ${orderNoun}\\b|\\b${orderNoun}(?: (?:that|which))?(?: (?:be|was|have been|get|i))? ${state}\\b`
)

/** Verb forms that are a status, and must not be lemmatised. */
const statusForms = /^(?:cancell?ed|shipp?ed|deliver(?:e)?d|returned|placed|confirmed|received)$/

export const readOrderWords = (tokens: ReadonlyArray<TaggedToken>): OrderWords => {
  const text = withoutMarks(tokens)
    .map(({ lemma, word }) => (statusForms.test(word) ? word : lemma))
    .join(" ")
  const id = tokens.find(({ tag }) => tag === "order-id")
  const [, first, second] = orderWithStatus.exec(text) ?? []
  // "Send back my last delivered order": "delivered", not "returned".
  const status = firstMeaningIn(first ?? second ?? "", statuses) ?? firstMeaningIn(text, statuses)
  const isNewest = newestOrder.test(text)
  // "My shipped order", but not "has it shipped?"; "the order I placed last" is in any status.
  const isIdentified = first !== undefined || (second !== undefined && !/^(?:be|have) /.test(text))
  const isByStatus = isIdentified && !(isNewest && status === "placed")
  return {
    reference:
      id !== undefined
        ? { kind: "id", id: id.word }
        : status !== null && isByStatus
          ? { kind: "status", status, ...(isNewest ? { index: 0 } : {}) }
          : isNewest
            ? { kind: "position", index: 0 }
            : null,
    status
  }
}
