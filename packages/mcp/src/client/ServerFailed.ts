import { Data } from "effect"

/** A tool server gave no usable result. */
export class ServerFailed extends Data.TaggedError("ServerFailed")<{
  readonly reason:
    | "unreachable"
    | "timeout"
    /** The authorization server issued no token for it. */
    | "no_token"
    /** It denied access: 401 or 403. */
    | "refused"
    | "error_status"
    /** It does not speak the protocol, or rejected the request. */
    | "protocol_error"
    | "too_large"
    | "unreadable_answer"
    /** Its description or schemas of the tool differ from the contract. */
    | "other_contract"
}> {}
