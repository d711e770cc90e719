import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect } from "effect"

/**
 * `conflict` for a writing call whose effect key was used before, with other arguments. `what` is where the model sees
 * what the first call did.
 */
export const effectKeyReused = (what: string) => () =>
  Effect.fail(
    new ToolFailure({
      error: "conflict",
      message: `This call was made before with other arguments. Look at ${what} before you try again.`,
      reason: "effect_key_reused"
    })
  )
