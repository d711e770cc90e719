import { Schema } from "effect"

/** Subject of a support case. */
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

/** `taken`: a member of staff is handling it with the customer. */
export const CaseState = Schema.Literal("open", "taken", "closed")
export type CaseState = typeof CaseState.Type

/** Contact details of the shop outside the chat. */
export const Contact = Schema.Struct({
  text: Schema.String,
  /** An `http(s)` address. */
  url: Schema.NullOr(Schema.String)
})
export type Contact = typeof Contact.Type
