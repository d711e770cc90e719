import { type Fields, isFields, listOf } from "../../json/Fields.ts"

/** A message of the customer on its way to the server. */

export interface Decision {
  readonly action_id: string
  readonly decision: "confirm" | "decline"
}

/** Page of the shop that the customer looks at. */
export interface ShopPage {
  readonly product_id: string | null
  readonly locale: string
}

/** Words, decisions, or both. */
interface Words {
  /** Null if only decisions are sent. */
  readonly text: string | null
  readonly decisions: ReadonlyArray<Decision>
}

/** Something that the customer wants to say. */
export interface Wish extends Words {
  readonly key: string
  /** Id of the product that it is about; null for the one of the page. */
  readonly product: string | null
}

export interface Outgoing extends Words {
  /** Unique per person: sent again, the message joins its task. */
  readonly messageId: string
  /** Conversation to continue; null begins one. */
  readonly contextId: string | null
  readonly page: ShopPage
}

export const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string"

const isDecision = ({ action_id, decision }: Fields): boolean =>
  typeof action_id === "string" && (decision === "confirm" || decision === "decline")

const isWords = ({ decisions, text }: Fields): boolean =>
  isTextOrNull(text) &&
  Array.isArray(decisions) &&
  decisions.every((decision) => isFields(decision) && isDecision(decision)) &&
  (text !== null || decisions.length > 0)

/** Returns whether something in storage is a message on its way. */
export const isOutgoing = (value: unknown): value is Outgoing => {
  if (!isFields(value)) {
    return false
  }
  const { contextId, messageId, page } = value
  return (
    typeof messageId === "string" &&
    isWords(value) &&
    isTextOrNull(contextId) &&
    isFields(page) &&
    isTextOrNull(page["product_id"]) &&
    typeof page["locale"] === "string"
  )
}

const isWish = (value: unknown): value is Wish =>
  isFields(value) && typeof value["key"] === "string" && isTextOrNull(value["product"]) && isWords(value)

/** Reads what waits from storage. */
export const readQueue = (value: unknown): ReadonlyArray<Wish> => listOf(value).filter(isWish)

/** Returns the words of the customer; those of the buttons if only decisions were made. */
export const wordsOf = (
  { decisions, text }: Words,
  { confirm, notNow }: { readonly confirm: string; readonly notNow: string }
): string => text ?? decisions.map(({ decision }) => (decision === "confirm" ? confirm : notNow)).join(", ")
