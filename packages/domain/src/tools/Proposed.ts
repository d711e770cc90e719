import { Option, Schema } from "effect"
import { ActionId } from "../Ids.ts"
import { UserText } from "./UserText.ts"

/** Follows the description of every binding tool. */
export const proposes = "Only proposes it."

/** The answer of a binding tool: nothing is done yet, and the shop asks the customer. */
export const Proposed = Schema.Struct({
  status: Schema.Literal("awaiting_confirmation"),
  action_id: ActionId,
  /** The server's words for what would be done, with names and notes that people wrote. */
  summary: UserText,
  message: Schema.String
})
export type Proposed = typeof Proposed.Type

const decode = Schema.decodeUnknownOption(Proposed)

/** The proposal that the result of a tool call tells of; none of any other result. */
export const proposedBy = (result: unknown): Option.Option<ActionId> =>
  Option.map(decode(result), ({ action_id }) => action_id)
