import { Schema } from "effect"

/** The subject of a support case. */
export const CaseKind = Schema.Literal(
  "missing_parcel",
  "damaged",
  "wrong_item",
  "double_charge",
  "withdrawal",
  "complaint",
  "talk_to_person",
  "other"
)
export type CaseKind = typeof CaseKind.Type

/** `taken`: somebody at the shop talks with the customer about it. */
export const CaseState = Schema.Literal("open", "taken", "closed")
export type CaseState = typeof CaseState.Type

/** How customers reach the shop's people outside of the chat. */
export const Contact = Schema.Struct({
  text: Schema.String,
  /** An `http(s)` address. */
  url: Schema.NullOr(Schema.String)
})
export type Contact = typeof Contact.Type
