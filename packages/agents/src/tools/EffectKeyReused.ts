import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect } from "effect"

/** `reason` of a writing call that was not made because its effect key was used before, with other arguments. */
export const effectKeyReusedReason = "effect_key_reused"

/** `conflict`: the message has the id of an earlier one, which asked for something else. */
export const effectKeyReused = () =>
  Effect.fail(
    new ToolFailure({
      error: "conflict",
      message:
        "The id of this message was used before, for another request, so nothing was changed. Say so, and ask to send the message again under an id of its own.",
      reason: effectKeyReusedReason
    })
  )
