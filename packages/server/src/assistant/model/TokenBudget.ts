import { Cause, Context, Effect, Exit, Option, Ref } from "effect"
import { inTurn } from "../../platform/provider/InTurn.ts"
import { type EndName, ProviderFailed } from "../../platform/provider/ProviderFailed.ts"
import { add, noTokens, type TokenUsage } from "../../platform/provider/TokenUsage.ts"

/** Where there is no limit. */
export const unlimited = Number.MAX_SAFE_INTEGER

/** What a turn may use at the provider. */
interface TokenBudget {
  /** Below zero when a model used more than it had announced. */
  readonly left: Ref.Ref<number>
  /** Of requests without an answer. */
  readonly lost: Ref.Ref<TokenUsage>
}

/** The budget of the turn that the model is asked in. None outside of a turn. */
export class CurrentTokenBudget extends Context.Reference<CurrentTokenBudget>()(
  "@storefront/server/assistant/model/TokenBudget",
  { defaultValue: (): Option.Option<TokenBudget> => Option.none() }
) {}

const ofTurn = inTurn(CurrentTokenBudget)

/** Runs a turn that may use so many tokens. */
export const within =
  (tokens: number) =>
  <A, E, R>(turn: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.all({ left: Ref.make(tokens), lost: Ref.make(noTokens) }), (budget) =>
      Effect.provideService(turn, CurrentTokenBudget, Option.some(budget))
    )

/** How many tokens are left. */
export const left = ofTurn(unlimited, ({ left }) => Ref.get(left))

/** What was used by requests without an answer. */
export const lost = ofTurn(noTokens, ({ lost }) => Ref.get(lost))

/** Takes half of what is left, for another agent to use: the other half is for the answer, whatever becomes of that one. */
export const lend = ofTurn(unlimited, ({ left }) =>
  Ref.modify(left, (count) => {
    const lent = Math.max(0, Math.floor(count / 2))
    return [lent, count - lent]
  })
)

/** Gives back what another agent has not used. */
export const giveBack = (count: number) => ofTurn(undefined, ({ left }) => Ref.update(left, (now) => now + count))

/** What a request may use at most, and what it is taken to have used when nobody tells. */
export interface Expectation {
  readonly most: number
  readonly untold: TokenUsage
}

/** Ends of an answer that came, wholly or in part: the provider has worked on it, even where it does not tell how much. */
const ofAnswers: ReadonlySet<EndName> = new Set([
  "broken_off",
  "unreadable",
  "too_large",
  "cut_off",
  "content_filter",
  "misread_call",
  "declined",
  "gave_up",
  "unknown_end"
])

const mayHaveCost = ({ end, status }: ProviderFailed) => status === undefined && ofAnswers.has(end)

/** What a request used; one that was given up may have used something, too. */
const usageOf = <A extends { readonly usage: TokenUsage }>(
  exit: Exit.Exit<A, ProviderFailed>,
  { untold }: Expectation
): TokenUsage =>
  Exit.match(exit, {
    onSuccess: ({ usage }) => usage,
    onFailure: (cause) =>
      Option.match(Cause.failureOption(cause), {
        onNone: () => untold,
        onSome: (failure) => failure.usage ?? (mayHaveCost(failure) ? untold : noTokens)
      })
  })

/**
 * Sends a request if what it may use at most is left, takes that before, and gives back afterwards what was not used. What
 * is known of a request without an answer counts, too.
 */
export const spending =
  (expectation: Expectation) =>
  <A extends { readonly usage: TokenUsage }, R>(
    request: Effect.Effect<A, ProviderFailed, R>
  ): Effect.Effect<A, ProviderFailed, R> =>
    Effect.flatMap(
      CurrentTokenBudget,
      Option.match({
        onNone: () => request,
        onSome: ({ left, lost }) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const { most } = expectation
              if (!(yield* Ref.modify(left, (count) => [count >= most, count >= most ? count - most : count]))) {
                return yield* new ProviderFailed({ end: "over_budget" })
              }
              return yield* Effect.onExit(restore(request), (exit) => {
                const usage = usageOf(exit, expectation)
                const settled = Ref.update(left, (count) => count + most - usage.tokensIn - usage.tokensOut)
                return Exit.isSuccess(exit)
                  ? settled
                  : Effect.zipRight(
                      settled,
                      Ref.update(lost, (sofar) => add(sofar, usage))
                    )
              })
            })
          )
      })
    )
