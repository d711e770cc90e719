import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { EffectKeyReused, type IdempotentResult } from "@storefront/server/platform/effects/ToolEffects"
import { Effect } from "effect"

/** `reason` of a write whose effect key was used before with other arguments; the planner has an answer for it. */
export const effectKeyReusedReason = "effect_key_reused"

const effectKeyReused = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "This message came before, by its id, and did this with other details, which still stand. Nothing was changed now. Look up how things are, say so, and ask what is wanted.",
    reason: effectKeyReusedReason
  })

/**
 * Returns the result of a write, marked `replayed` if an earlier run made it. Fails with a `conflict` if an earlier run
 * for the same message wrote something else, which is not undone.
 */
export const writeResult = <A extends object, E, R>(call: Effect.Effect<IdempotentResult<A>, E, R>) =>
  call.pipe(
    Effect.map(({ replayed, result }) => ({ ...result, ...(replayed ? { replayed } : {}) })),
    Effect.catchIf(
      (error): error is Extract<E, EffectKeyReused> => error instanceof EffectKeyReused,
      () => Effect.fail(effectKeyReused())
    )
  )

/** Returns the `message` of an immediate write, which the server itself reports to the customer. */
export const reportedByShop = (message: string): string =>
  `${message} The shop tells the customer what was changed, below your answer: do not repeat it.`
