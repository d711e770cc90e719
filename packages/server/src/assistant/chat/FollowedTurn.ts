import { type TurnEvent, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Data, type Stream } from "effect"

/** The follower was closed: it read too slowly, or the process shuts down. It can follow again. */
export class FollowerClosed extends Data.TaggedError("FollowerClosed")<{ readonly reason: "slow" | "shutdown" }> {}

/** A turn as one reader follows it. The state and then the events fold to the state of any other reader. */
export interface FollowedTurn {
  /** State when the reader began to follow. */
  readonly state: TurnState
  /** Events after that state, in order; ends with the turn. */
  readonly events: Stream.Stream<TurnEvent, FollowerClosed>
}
