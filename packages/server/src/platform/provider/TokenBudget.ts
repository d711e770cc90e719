import { Cause, Context, Effect, Exit, Option, Ref } from "effect"
import { withCurrentBudget } from "./CurrentBudget.ts"
import { type EndName, ProviderFailed } from "./ProviderFailed.ts"
import { add, noTokens, type TokenUsage } from "./TokenUsage.ts"

/** Number of tokens that stands for no limit. */
export const unlimited = Number.MAX_SAFE_INTEGER

/** Tokens that a turn may use at the provider. */
interface TokenBudget {
  /** Remaining tokens; negative if a request used more than was reserved for it. */
  readonly left: Ref.Ref<number>
  /** Usage of requests without an answer. */
  readonly unansweredUsage: Ref.Ref<TokenUsage>
}

/** Token budget of the current turn; none outside of a turn. */
export class CurrentTokenBudget extends Context.Reference<CurrentTokenBudget>()(
  "@storefront/server/platform/provider/TokenBudget/CurrentTokenBudget",
  { defaultValue: (): Option.Option<TokenBudget> => Option.none() }
) {}

const withBudget = withCurrentBudget(CurrentTokenBudget)

/** Runs a turn with a token budget. */
export const within =
  (tokens: number) =>
  <A, E, R>(turn: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.all({ left: Ref.make(tokens), unansweredUsage: Ref.make(noTokens) }), (budget) =>
      Effect.provideService(turn, CurrentTokenBudget, Option.some(budget))
    )

/** Returns the remaining tokens. */
export const left = withBudget(unlimited, ({ left }) => Ref.get(left))

/** Returns the usage of the turn's requests without an answer. */
export const unanswered = withBudget(noTokens, ({ unansweredUsage }) => Ref.get(unansweredUsage))

/** Takes half of the remaining tokens for another agent; the other half is kept for the answer. */
export const lend = withBudget(unlimited, ({ left }) =>
  Ref.modify(left, (count) => {
    const lent = Math.max(0, Math.floor(count / 2))
    return [lent, count - lent]
  })
)

/** Gives back the tokens that another agent has not used. */
export const returnUnused = (count: number) =>
  withBudget(undefined, ({ left }) => Ref.update(left, (remaining) => remaining + count))

/** Most tokens that a request may use, and its assumed usage if none is reported. */
export interface Expectation {
  readonly maxTokens: number
  readonly assumedUsage: TokenUsage
}

/** Outcomes after which the provider may charge for an answer, since it came at least in part. */
const answerEnds: ReadonlySet<EndName> = new Set([
  "broken_off",
  "broken_stream",
  "unreadable",
  "too_large",
  "cut_off",
  "content_filter",
  "misread_call",
  "declined",
  "gave_up",
  "unknown_end"
])

const mayHaveCost = ({ end, hasStreamed = false, status }: ProviderFailed) =>
  status === undefined && (hasStreamed || answerEnds.has(end))

/** Returns the usage of a request; the assumed one if it was interrupted. */
const usageOf = <A extends { readonly usage: TokenUsage }>(
  exit: Exit.Exit<A, ProviderFailed>,
  { assumedUsage }: Expectation
): TokenUsage =>
  Exit.match(exit, {
    onSuccess: ({ usage }) => usage,
    onFailure: (cause) =>
      Option.match(Cause.failureOption(cause), {
        onNone: () => assumedUsage,
        onSome: (failure) => failure.usage ?? (mayHaveCost(failure) ? assumedUsage : noTokens)
      })
  })

/**
 * Reserves the most that a request may use, fails if less is left, and gives back the unused rest afterwards. The
 * reported or assumed usage of a request without an answer also counts.
 */
export const reserving =
  (expectation: Expectation) =>
  <A extends { readonly usage: TokenUsage }, R>(
    request: Effect.Effect<A, ProviderFailed, R>
  ): Effect.Effect<A, ProviderFailed, R> =>
    Effect.flatMap(
      CurrentTokenBudget,
      Option.match({
        onNone: () => request,
        onSome: ({ left, unansweredUsage }) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const { maxTokens } = expectation
              if (
                !(yield* Ref.modify(left, (count) => [
                  count >= maxTokens,
                  count >= maxTokens ? count - maxTokens : count
                ]))
              ) {
                return yield* new ProviderFailed({ end: "over_budget" })
              }
              return yield* Effect.onExit(restore(request), (exit) => {
                const usage = usageOf(exit, expectation)
                const settled = Ref.update(left, (count) => count + maxTokens - usage.tokensIn - usage.tokensOut)
                return Exit.isSuccess(exit)
                  ? settled
                  : Effect.zipRight(
                      settled,
                      Ref.update(unansweredUsage, (total) => add(total, usage))
                    )
              })
            })
          )
      })
    )
