import { ToolFailure } from "@storefront/domain/tools/ToolContract"

/** `conflict` for a writing call whose effect key was used before, with other arguments. */
export const effectKeyReused = () =>
  new ToolFailure({
    error: "conflict",
    message: "This call was made before with other arguments. Look at what is stored before you try again.",
    reason: "effect_key_reused"
  })
