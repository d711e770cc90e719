import {
  ActionNotFound,
  AnswerFailed,
  ConversationBusy,
  ConversationNotFound,
  ServiceUnavailable,
  TimedOut,
  TooManyRequests,
  TurnStopped
} from "@storefront/domain/Errors"
import { type TurnError } from "@storefront/domain/turn/TurnEvents"
import { DateTime, Effect, Option, Schema } from "effect"
import { annotatedStatus, unavailableSeconds } from "../../platform/http/ErrorResponses.ts"

/** Reasons why a turn has no answer, as stored in `turns.failure`, and the errors that clients get for them. */
export const NoAnswerReason = Schema.Literal(
  "model",
  "unavailable",
  "shutdown",
  "deadline",
  // No tokens left for the day, and for the turn.
  "budget",
  "turn_budget",
  "stopped",
  // The message was accepted, but never stored.
  "busy",
  "too_many_turns",
  "conversation_not_found",
  "action_not_found"
)
export type NoAnswerReason = typeof NoAnswerReason.Type

/** Error in place of an answer. */
export type NoAnswer =
  | ActionNotFound
  | AnswerFailed
  | ConversationBusy
  | ConversationNotFound
  | ServiceUnavailable
  | TimedOut
  | TooManyRequests
  | TurnStopped

const secondsToMidnight = Effect.map(DateTime.now, (now) =>
  Math.ceil(DateTime.distance(now, DateTime.endOf(now, "day")) / 1_000)
)

/** Builds the error for a turn that cannot be served at the moment. */
export const unavailable = () => new ServiceUnavailable({ message: "The assistant is temporarily unavailable" })

/** Builds the error that a client gets now. */
export const errorOf = (reason: NoAnswerReason): Effect.Effect<NoAnswer> => {
  switch (reason) {
    case "model":
      return Effect.succeed(new AnswerFailed())
    case "unavailable":
    case "shutdown":
      return Effect.succeed(unavailable())
    case "deadline":
      return Effect.succeed(new TimedOut({ message: "The assistant took too long to answer" }))
    case "budget":
      return Effect.map(
        secondsToMidnight,
        (retryAfterSeconds) =>
          new TooManyRequests({
            message: "You have used up your daily limit for the assistant. It is reset at midnight UTC",
            retryAfterSeconds
          })
      )
    case "turn_budget":
      return Effect.succeed(
        new TooManyRequests({
          message: "This message needs more tokens than one message may use. Ask for less at a time",
          retryAfterSeconds: 1
        })
      )
    case "stopped":
      return Effect.succeed(new TurnStopped())
    case "busy":
      return Effect.succeed(new ConversationBusy())
    case "too_many_turns":
      return Effect.succeed(new TooManyRequests({ retryAfterSeconds: 5 }))
    case "conversation_not_found":
      return Effect.succeed(new ConversationNotFound())
    case "action_not_found":
      return Effect.succeed(new ActionNotFound())
  }
}

/** Returns the `Retry-After` of the error; null if it has none. */
const retryAfterOf = (error: NoAnswer): number | null => {
  switch (error._tag) {
    case "TooManyRequests":
      return error.retryAfterSeconds
    case "ServiceUnavailable":
      return unavailableSeconds
    default:
      return null
  }
}

/** Returns the error as the event of a failed turn has it. */
export const toTurnError = (error: NoAnswer): TurnError => ({
  status: Option.getOrElse(annotatedStatus(error), () => 500),
  detail: error.message,
  retry_after: retryAfterOf(error)
})
