import {
  ConversationBusy,
  type ConversationNotFound,
  type DatabaseUnavailable,
  TooManyRequests
} from "@storefront/domain/Errors"
import { Duration, Effect, ExecutionStrategy, Either, Exit, Random, Scope } from "effect"
import { turnBudget } from "../../platform/config/LimitsConfig.ts"
import * as Outlasting from "../../platform/database/Outlasting.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import * as KeyedGate from "../../platform/limits/KeyedGate.ts"
import { AbandonedTurns } from "./AbandonedTurns.ts"
import { type LeasedTurn, TurnStates } from "./TurnStates.ts"

/** Turns of one person at a time; any other is refused at once. */
const perPerson = { running: 3, waiting: 0 }

/** One message of a conversation waits for the one that is answered; any other is refused at once. */
const perConversation = { running: 1, waiting: 1 }

/** How long a message waits for the one before it in its conversation. */
const patience = Duration.seconds(30)

/** After how many milliseconds it looks again for the end of a turn that another process has: from, and to less than. */
const lookAgain = [400, 600] as const

/** How long is waited for what usually takes a moment, and goes on by itself when the database fails. */
export const briefly = Duration.seconds(1)

/**
 * Who may have a turn, and when: turns of one person are few, those of one conversation come one after another. Behind a turn of the
 * same process a message waits in memory; behind one of another it looks again and again in the database.
 */
export interface Admission {
  /**
   * Begins a turn as soon as its conversation is free, and keeps a place for it until the scope closes: whoever waits holds
   * none. `begin` fails with `ConversationBusy` where another process has the conversation, and is then tried again. Only
   * waiting can be interrupted.
   */
  readonly admit: <A, E, R>(
    turn: LeasedTurn,
    isNew: boolean,
    begin: Effect.Effect<A, E | ConversationBusy, R>
  ) => Effect.Effect<
    A,
    E | ConversationNotFound | ConversationBusy | TooManyRequests | DatabaseUnavailable,
    R | Scope.Scope
  >
  /** Forgets a turn that did not begin, now or when the database works again. */
  readonly giveBack: (turn: LeasedTurn) => Effect.Effect<unknown>
  /** Closes a turn as abandoned, for when its message may have been stored. */
  readonly giveUp: (turn: LeasedTurn) => Effect.Effect<unknown>
}

/** For one process. */
export const make = Effect.gen(function* () {
  const states = yield* TurnStates
  const abandoned = yield* AbandonedTurns
  const outlasting = yield* Outlasting.make
  const waits = Duration.min(patience, yield* turnBudget)
  const people = KeyedGate.make(perPerson)
  const conversations = KeyedGate.make(perConversation)

  /** Takes a place among the turns of the person, and gives it back if the turn does not begin. */
  const placed = <A, E, R>({ caller }: LeasedTurn, begin: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const place = yield* Effect.flatMap(Effect.scope, (scope) => Scope.fork(scope, ExecutionStrategy.sequential))
      yield* Effect.mapError(
        Scope.extend(people.enter(caller.id), place),
        () => new TooManyRequests({ retryAfterSeconds: 5 })
      )
      return yield* Effect.onError(begin, (cause) => Scope.close(place, Exit.failCause(cause)))
    })

  /** Waits a little for a turn of another process; one that was abandoned is closed. */
  const wait = (turn: LeasedTurn) =>
    Effect.gen(function* () {
      yield* states.receive(turn)
      yield* abandoned.close
      yield* Effect.sleep(Duration.millis(yield* Random.nextIntBetween(...lookAgain)))
    })

  const admission: Admission = {
    admit: Effect.fnUntraced(function* (turn, isNew, begin) {
      if (isNew) {
        return yield* placed(turn, begin)
      }
      // Somebody else's conversation is not found in the end; until then it holds up nobody.
      const line = `${turn.caller.id} ${turn.conversationId}`
      const until = yield* SteadyClock.deadlineIn(waits)
      yield* conversations.enter(line).pipe(
        Effect.timeoutFail({ duration: waits, onTimeout: () => new ConversationBusy() }),
        Effect.catchTag("GateFull", () => new ConversationBusy()),
        Effect.interruptible
      )
      for (;;) {
        const begun = yield* Effect.either(placed(turn, begin))
        if (Either.isRight(begun)) {
          return begun.right
        }
        if (
          !(begun.left instanceof ConversationBusy) ||
          Duration.equals(yield* SteadyClock.left(until), Duration.zero)
        ) {
          return yield* Effect.fail(begun.left)
        }
        yield* Effect.interruptible(wait(turn))
      }
    }),
    giveBack: (turn) => outlasting.finish(states.release(turn), briefly),
    giveUp: (turn) => outlasting.finish(Effect.zipRight(states.expire(turn), abandoned.close), briefly)
  }
  return admission
})
