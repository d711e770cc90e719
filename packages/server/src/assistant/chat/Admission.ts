import { ConversationBusy, type ConversationNotFound, TooManyRequests } from "@storefront/domain/Errors"
import { Duration, Effect, Schedule, type Scope } from "effect"
import { type Outlasting } from "../../platform/database/Outlasting.ts"
import * as KeyedGate from "../../platform/limits/KeyedGate.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"
import { type LeasedTurn, TurnRepository } from "./TurnRepository.ts"

/** Turns of one person at a time; any other is refused at once. */
const perPerson = { running: 3, waiting: 0 }

/** One message of a conversation waits for the one that is answered; any other is refused at once. */
const perConversation = { running: 1, waiting: 1 }

/** How long a message waits for the one before it in its conversation. */
const patience = Duration.seconds(30)

/** How often it looks for the end of a turn that another process has. */
const lookAgain = Schedule.jittered(Schedule.spaced("500 millis"))

/** How long is waited for what usually takes a moment, and goes on by itself when the database fails. */
export const briefly = Duration.seconds(1)

/** Who may have a turn, and when: turns of one person are few, those of one conversation come one after another. */
export interface Admission {
  /**
   * Waits for the conversation, unless it is new, and takes a place for the turn until the scope closes, in this order:
   * whoever waits holds no place.
   */
  readonly admit: (
    turn: LeasedTurn,
    isNew: boolean
  ) => Effect.Effect<void, ConversationNotFound | ConversationBusy | TooManyRequests, Scope.Scope>
  /** Gives back the lease of a turn that did not begin, now or when the database works again. */
  readonly giveBack: (turn: LeasedTurn) => Effect.Effect<unknown>
  /** The same when its message may have been stored: the turn is closed as abandoned. */
  readonly giveUp: (turn: LeasedTurn) => Effect.Effect<unknown>
}

/** For turns that take as long as `budget`. */
export const make = Effect.fnUntraced(function* (budget: Duration.Duration, outlasting: Outlasting) {
  const repository = yield* TurnRepository
  const abandoned = yield* AbandonedTurns
  const people = KeyedGate.make(perPerson)
  const conversations = KeyedGate.make(perConversation)

  /** Waits for the turn before this one, whoever has it; one that was abandoned is closed. */
  const acquire = (turn: LeasedTurn) =>
    // A statement that nobody waits for any more could still take the lease, after it was given back.
    Effect.uninterruptible(repository.acquire(turn)).pipe(
      Effect.tapErrorTag("ConversationBusy", () => abandoned.close),
      Effect.retry({ while: (error) => error._tag === "ConversationBusy", schedule: lookAgain })
    )

  const admission: Admission = {
    admit: Effect.fnUntraced(function* (turn, isNew) {
      if (!isNew) {
        // Somebody else's conversation is not found in the end; until then it holds up nobody.
        const line = conversations.enter(`${turn.user.id} ${turn.conversationId}`)
        yield* Effect.zipRight(line, acquire(turn)).pipe(
          Effect.catchTag("GateFull", () => new ConversationBusy()),
          Effect.timeoutFail({ duration: Duration.min(patience, budget), onTimeout: () => new ConversationBusy() })
        )
      }
      yield* Effect.mapError(people.enter(turn.user.id), () => new TooManyRequests({ retryAfterSeconds: 5 }))
    }),
    giveBack: (turn) => outlasting.finish(repository.release(turn), briefly),
    giveUp: (turn) => outlasting.finish(Effect.zipRight(repository.abandon(turn), abandoned.close), briefly)
  }
  return admission
})
