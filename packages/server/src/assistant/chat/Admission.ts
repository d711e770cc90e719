import {
  ConversationBusy,
  type ConversationNotFound,
  type DatabaseUnavailable,
  TooManyRequests
} from "@storefront/domain/Errors"
import { Cause, Duration, Effect, ExecutionStrategy, Either, Exit, Option, Random, Scope } from "effect"
import { turnTimeout } from "../../platform/config/LimitsConfig.ts"
import * as BackgroundRetry from "../../platform/database/BackgroundRetry.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import * as KeyedGate from "../../platform/limits/KeyedGate.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"
import { type NoAnswerReason } from "./NoAnswer.ts"
import { type LeasedTurn, TurnStates } from "./TurnStates.ts"

/** Limits of concurrent turns, and the queue in front of a conversation. */

/** Limits of one person's concurrent turns; further ones are refused at once. */
const perPerson = { running: 3, waiting: 0 }
const perGuest = { running: 1, waiting: 0 }

/** Limits of a conversation: one message may wait for the one being answered; further ones are refused at once. */
const perConversation = { running: 1, waiting: 1 }

/** Maximum time that a message waits for the previous one of its conversation. */
const maxWait = Duration.seconds(30)

/** Milliseconds between polls for the end of another process's turn: minimum, and exclusive maximum. */
const pollMillis = [400, 600] as const

/** Maximum wait for short database work, which continues in the background if the database is down. */
export const briefWait = Duration.seconds(1)

/** Returns whether it is certain that the message was not stored. */
export const isCertainlyNotStored = (cause: Cause.Cause<{ readonly _tag: string }>) =>
  Option.exists(Cause.failureOption(cause), ({ _tag }) => _tag !== "DatabaseUnavailable")

/**
 * Admission of turns: limits the concurrent turns of a person, and serialises those of a conversation. A message waits
 * in memory for a turn of the same process, and polls the database for a turn of another.
 */
export interface Admission {
  /**
   * Begins a turn as soon as its conversation is free, and holds one of the person's places until the scope closes. A
   * waiting turn holds none. `begin` must fail with `ConversationBusy` while another process leases the conversation,
   * and is then retried. Runs `onWait` before it waits for the first time. Only the waiting is interruptible.
   */
  readonly admit: <A, E, R>(
    turn: LeasedTurn,
    isNew: boolean,
    begin: Effect.Effect<A, E | ConversationBusy, R>,
    onWait: Effect.Effect<unknown>
  ) => Effect.Effect<
    A,
    E | ConversationNotFound | ConversationBusy | TooManyRequests | DatabaseUnavailable,
    R | Scope.Scope
  >
  /** Deletes the row of a turn that did not begin. Retried in the background while the database is down. */
  readonly release: (turn: LeasedTurn) => Effect.Effect<unknown>
  /** Closes a turn that was accepted but does not begin. Retried as `release` is. */
  readonly refuse: (turn: LeasedTurn, reason: NoAnswerReason) => Effect.Effect<unknown>
  /** Closes a turn as abandoned, in case its message was stored. */
  readonly abandon: (turn: LeasedTurn) => Effect.Effect<unknown>
}

export const make = Effect.gen(function* () {
  const states = yield* TurnStates
  const abandoned = yield* AbandonedTurns
  const outlasting = yield* BackgroundRetry.make
  const waitLimit = Duration.min(maxWait, yield* turnTimeout)
  const personGate = KeyedGate.make(perPerson)
  const guestGate = KeyedGate.make(perGuest)
  const conversationGate = KeyedGate.make(perConversation)

  /** Occupies one of the person's places for a turn, and frees it if the turn does not begin. */
  const withPlace = <A, E, R>({ caller }: LeasedTurn, begin: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const place = yield* Effect.flatMap(Effect.scope, (scope) => Scope.fork(scope, ExecutionStrategy.sequential))
      yield* Effect.mapError(
        Scope.extend((caller.role === "guest" ? guestGate : personGate).enter(caller.id), place),
        () => new TooManyRequests({ retryAfterSeconds: 5 })
      )
      return yield* Effect.onError(begin, (cause) => Scope.close(place, Exit.failCause(cause)))
    })

  /** Records the turn as waiting, closes abandoned turns, and sleeps until the next poll. */
  const waitForPoll = (turn: LeasedTurn) =>
    Effect.gen(function* () {
      yield* states.receive(turn)
      yield* abandoned.close
      yield* Effect.sleep(Duration.millis(yield* Random.nextIntBetween(...pollMillis)))
    })

  const admission: Admission = {
    admit: Effect.fnUntraced(function* (turn, isNew, begin, onWait) {
      if (isNew) {
        return yield* withPlace(turn, begin)
      }
      // The caller is part of the key, so that requests for another person's conversation do not block its owner.
      const gateKey = `${turn.caller.id} ${turn.conversationId}`
      const waitDeadline = yield* SteadyClock.deadlineIn(waitLimit)
      const onFirstWait = yield* Effect.once(onWait)
      yield* conversationGate.enter(gateKey, onFirstWait).pipe(
        Effect.timeoutFail({ duration: waitLimit, onTimeout: () => new ConversationBusy() }),
        Effect.catchTag("GateFull", () => new ConversationBusy()),
        Effect.interruptible
      )
      for (;;) {
        const begun = yield* Effect.either(withPlace(turn, begin))
        if (Either.isRight(begun)) {
          return begun.right
        }
        if (
          !(begun.left instanceof ConversationBusy) ||
          Duration.equals(yield* SteadyClock.remaining(waitDeadline), Duration.zero)
        ) {
          return yield* Effect.fail(begun.left)
        }
        yield* onFirstWait
        yield* Effect.interruptible(waitForPoll(turn))
      }
    }),
    release: (turn) => outlasting.startAndWait(states.release(turn), briefWait),
    refuse: (turn, reason) => outlasting.startAndWait(states.refuse(turn, reason), briefWait),
    abandon: (turn) => outlasting.startAndWait(Effect.zipRight(states.expire(turn), abandoned.close), briefWait)
  }
  return admission
})
