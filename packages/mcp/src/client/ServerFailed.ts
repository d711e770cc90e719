import { Data } from "effect"

/** A tool server gave no result that can be used. */
export class ServerFailed extends Data.TaggedError("ServerFailed")<{
  readonly reason:
    | "unreachable"
    | "timeout"
    /** The authorization server gives us no token for it. */
    | "no_token"
    /** It does not let us in. */
    | "refused"
    | "error_status"
    /** It does not speak the protocol, or has no use for what we say. */
    | "protocol_error"
    | "too_large"
    | "unreadable_answer"
    /** What it says about the tool is not what the contract says. */
    | "other_contract"
}> {}
