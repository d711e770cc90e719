import { Context, Duration, Effect, Option, Random, Ref } from "effect"
import * as SteadyClock from "../limits/SteadyClock.ts"
import { inTurn } from "./InTurn.ts"
import { ends, type ProviderFailed } from "./ProviderFailed.ts"

/** Requests to the provider that may be sent again in one turn, whoever sends them. */
export const maxRepeats = 5

/** How often one request may be sent again. */
const maxRepeatsOfOne = 3

/** How long is waited outside of a turn, where there is no deadline, for a provider that wants to be left alone. */
const longestDelay = Duration.minutes(1)

const firstDelayMillis = 200

/** What is left of the repetitions of a turn. */
export interface RetryBudget {
  readonly left: Ref.Ref<number>
  /** When nobody waits for an answer any more. */
  readonly deadline: SteadyClock.Deadline
}

/** The budget of the turn that the model is asked in. None outside of a turn. */
export class CurrentRetryBudget extends Context.Reference<CurrentRetryBudget>()(
  "@storefront/server/platform/provider/RetryBudget",
  { defaultValue: (): Option.Option<RetryBudget> => Option.none() }
) {}

const ofTurn = inTurn(CurrentRetryBudget)

/** Runs a turn that may repeat so many requests until its deadline. */
export const within =
  (deadline: SteadyClock.Deadline, count: number) =>
  <A, E, R>(turn: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Ref.make(count), (left) =>
      Effect.provideService(turn, CurrentRetryBudget, Option.some({ left, deadline }))
    )

/** For what is not worth a repetition. */
export const without = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(SteadyClock.deadlineIn(0), (now) => within(now, 0)(work))

/** How many repetitions are left. */
export const left = ofTurn(maxRepeats, ({ left }) => Ref.get(left))

/** Takes all that are left, for somebody else to use: what is not given back is used. */
export const lend = ofTurn(maxRepeats, ({ left }) => Ref.getAndSet(left, 0))

/** Gives back what somebody else has not used. */
export const giveBack = (count: number) =>
  ofTurn(undefined, ({ left }) => Ref.update(left, (now) => now + Math.max(0, count)))

/** Takes one repetition, if there is one left. */
const take = ({ left }: RetryBudget) => Ref.modify(left, (count) => [count > 0, Math.max(0, count - 1)])

/** How long to wait before the next attempt: as long as the provider wants, else at growing distances. */
const delayBefore = (repeats: number, { retryAfter }: ProviderFailed) =>
  retryAfter === undefined
    ? Effect.map(Random.nextRange(0.8, 1.2), (jitter) =>
        Duration.millis(Math.round(firstDelayMillis * jitter * 2 ** repeats))
      )
    : Effect.succeed(retryAfter)

/**
 * Sends a request again that may be answered then: nothing of the answer has been acted on. At most 3 times, only what is
 * left in the turn, and only when the wait ends before the deadline; outside of a turn within a minute.
 */
export const repeating = <A, R>(attempt: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> => {
  const attemptAfter = (repeats: number): Effect.Effect<A, ProviderFailed, R> =>
    Effect.catchAll(attempt, (failure) =>
      Effect.gen(function* () {
        if (!ends[failure.end].isRepeated || repeats >= maxRepeatsOfOne) {
          return yield* failure
        }
        const budget = yield* CurrentRetryBudget
        const delay = yield* delayBefore(repeats, failure)
        const mayRepeat = Option.isNone(budget)
          ? Duration.lessThanOrEqualTo(delay, longestDelay)
          : Duration.lessThan(delay, yield* SteadyClock.left(budget.value.deadline)) && (yield* take(budget.value))
        return mayRepeat ? yield* Effect.zipRight(Effect.sleep(delay), attemptAfter(repeats + 1)) : yield* failure
      })
    )
  return attemptAfter(0)
}
