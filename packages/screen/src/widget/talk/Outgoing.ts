import { type Fields, isFields } from "../../json/Fields.ts"

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

export interface Outgoing {
  /** Unique per person: sent again, the message joins its task. */
  readonly messageId: string
  /** Null if only decisions are sent. */
  readonly text: string | null
  readonly decisions: ReadonlyArray<Decision>
  /** Conversation to continue; null begins one. */
  readonly contextId: string | null
  readonly page: ShopPage
}

export const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string"

const isDecision = ({ action_id, decision }: Fields): boolean =>
  typeof action_id === "string" && (decision === "confirm" || decision === "decline")

/** Returns whether something in storage is a message on its way. */
export const isOutgoing = (value: unknown): value is Outgoing => {
  if (!isFields(value)) {
    return false
  }
  const { contextId, decisions, messageId, page, text } = value
  return (
    typeof messageId === "string" &&
    isTextOrNull(text) &&
    isTextOrNull(contextId) &&
    Array.isArray(decisions) &&
    decisions.every((decision) => isFields(decision) && isDecision(decision)) &&
    (text !== null || decisions.length > 0) &&
    isFields(page) &&
    isTextOrNull(page["product_id"]) &&
    typeof page["locale"] === "string"
  )
}
