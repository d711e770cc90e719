import { Schema } from "effect"

/** Subject of a remembered preference of a customer. */
export const MemoryCategory = Schema.Literal("preference", "size", "budget", "brand", "avoid", "other")
export type MemoryCategory = typeof MemoryCategory.Type
