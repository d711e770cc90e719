import { Effect, Option } from "effect"

/** Applies `ask` to the current turn's budget; returns `otherwise` outside of a turn. */
export const withCurrentBudget =
  <Budget>(current: Effect.Effect<Option.Option<Budget>>) =>
  <A>(otherwise: A, ask: (budget: Budget) => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(current, Option.match({ onNone: () => Effect.succeed(otherwise), onSome: ask }))
