import { type Written } from "@storefront/server/effects/ToolEffects"

/** The result of a writing call, marked as `replayed` where it is that of an earlier one. */
export const writtenResult = <A extends object>({ replayed, result }: Written<A>) => ({
  ...result,
  ...(replayed ? { replayed } : {})
})
