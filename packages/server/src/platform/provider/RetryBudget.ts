import { Context, Duration, Effect, Option, Random, Ref } from "effect"
import * as SteadyClock from "../limits/SteadyClock.ts"
import { withCurrentBudget } from "./CurrentBudget.ts"
import { ends, type ProviderFailed } from "./ProviderFailed.ts"

/** Most retries of provider requests in one turn, across all its agents. */
export const maxRetriesOfTurn = 5

/** Most retries of one request. */
const maxRetriesOfRequest = 3

/** Longest wait before a retry outside of a turn, where there is no deadline. */
const longestDelay = Duration.minutes(1)

const firstDelayMillis = 200

/** Remaining retries of a turn. */
export interface RetryBudget {
  readonly left: Ref.Ref<number>
  /** Time from which nobody waits for an answer any more. */
  readonly deadline: SteadyClock.Deadline
}

/** Retry budget of the current turn; none outside of a turn. */
export class CurrentRetryBudget extends Context.Reference<CurrentRetryBudget>()(
  "@storefront/server/platform/provider/RetryBudget/CurrentRetryBudget",
  { defaultValue: (): Option.Option<RetryBudget> => Option.none() }
) {}

const withBudget = withCurrentBudget(CurrentRetryBudget)

/** Runs a turn with `count` retries until its deadline. */
export const within =
  (deadline: SteadyClock.Deadline, count: number) =>
  <A, E, R>(turn: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Ref.make(count), (left) =>
      Effect.provideService(turn, CurrentRetryBudget, Option.some({ left, deadline }))
    )

export const withoutRetries = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(SteadyClock.deadlineIn(0), (now) => within(now, 0)(work))

/** Returns the remaining retries. */
export const left = withBudget(maxRetriesOfTurn, ({ left }) => Ref.get(left))

/** Takes all remaining retries for another agent; retries that are not given back count as used. */
export const lend = withBudget(maxRetriesOfTurn, ({ left }) => Ref.getAndSet(left, 0))

/** Gives back the retries that another agent has not used. */
export const returnUnused = (count: number) =>
  withBudget(undefined, ({ left }) => Ref.update(left, (remaining) => remaining + Math.max(0, count)))

/** Takes one retry if any is left, and returns whether it did. */
const takeRetry = ({ left }: RetryBudget) => Ref.modify(left, (count) => [count > 0, Math.max(0, count - 1)])

/** Returns the wait before the next attempt: the provider's own, else an exponential backoff with jitter. */
const delayBefore = (retries: number, { retryAfter }: ProviderFailed) =>
  retryAfter === undefined
    ? Effect.map(Random.nextRange(0.8, 1.2), (jitter) =>
        Duration.millis(Math.round(firstDelayMillis * jitter * 2 ** retries))
      )
    : Effect.succeed(retryAfter)

/**
 * Retries a request whose failure may be transient. Retries at most 3 times, within the turn's retry budget and
 * deadline; outside of a turn, after waits of at most a minute.
 */
export const retrying = <A, R>(attempt: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> => {
  const attemptAfter = (retries: number): Effect.Effect<A, ProviderFailed, R> =>
    Effect.catchAll(attempt, (failure) =>
      Effect.gen(function* () {
        if (!ends[failure.end].isRetryable || retries >= maxRetriesOfRequest) {
          return yield* failure
        }
        const budget = yield* CurrentRetryBudget
        const delay = yield* delayBefore(retries, failure)
        const mayRetry = Option.isNone(budget)
          ? Duration.lessThanOrEqualTo(delay, longestDelay)
          : Duration.lessThan(delay, yield* SteadyClock.remaining(budget.value.deadline)) &&
            (yield* takeRetry(budget.value))
        return mayRetry ? yield* Effect.zipRight(Effect.sleep(delay), attemptAfter(retries + 1)) : yield* failure
      })
    )
  return attemptAfter(0)
}

/** Retries a failed request once, at once and in another form, if the turn has a retry left. */
export const retryAs =
  <A, E, R>(request: Effect.Effect<A, E, R>) =>
  (failure: E): Effect.Effect<A, E, R> =>
    Effect.flatMap(withBudget(true, takeRetry), (mayRetry) =>
      mayRetry ? withoutRetries(request) : Effect.fail(failure)
    )
