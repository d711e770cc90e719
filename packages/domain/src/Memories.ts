import { Schema } from "effect"

/** What a remembered wish of a customer is about. */
export const MemoryCategory = Schema.Literal("preference", "size", "budget", "brand", "avoid", "other")
export type MemoryCategory = typeof MemoryCategory.Type
