import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect } from "effect"

/** `reason` of a writing call that was not made because its effect key was used before, with other arguments. */
export const effectKeyReusedReason = "effect_key_reused"

/** `conflict`: an earlier run for the same message has written something else, which is not undone. */
export const effectKeyReused = () =>
  Effect.fail(
    new ToolFailure({
      error: "conflict",
      message:
        "This message came before, by its id, and did this with other details, which still stand. Nothing was changed now. Look up how things are, say so, and ask what is wanted.",
      reason: effectKeyReusedReason
    })
  )
