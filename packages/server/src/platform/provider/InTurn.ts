import { Effect, Option } from "effect"

/** Asks a budget of the turn that the model is asked in; outside of a turn the answer is `otherwise`. */
export const inTurn =
  <Budget>(current: Effect.Effect<Option.Option<Budget>>) =>
  <A>(otherwise: A, ask: (budget: Budget) => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(current, Option.match({ onNone: () => Effect.succeed(otherwise), onSome: ask }))
