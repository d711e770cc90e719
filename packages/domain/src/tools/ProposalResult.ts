import { Option, Schema } from "effect"
import { ActionId } from "../Ids.ts"
import { UserText } from "./UserText.ts"

/** Suffix of every binding tool's description. */
export const proposalSuffix = "Only proposes it."

/** Result of a binding tool: nothing is done yet, and the shop asks the customer. */
export const ProposalResult = Schema.Struct({
  status: Schema.Literal("awaiting_confirmation"),
  action_id: ActionId,
  /** The server's wording of the act, including names and notes that people wrote. */
  summary: UserText,
  message: Schema.String
})
export type ProposalResult = typeof ProposalResult.Type

const decode = Schema.decodeUnknownOption(ProposalResult)

/** Returns the id of the proposal in a tool's result; none for any other result. */
export const proposalIdIn = (result: unknown): Option.Option<ActionId> =>
  Option.map(decode(result), ({ action_id }) => action_id)
