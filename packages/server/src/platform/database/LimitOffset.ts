import { Schema } from "effect"

/** Limit and offset of a page; the first row has offset 0. */
export const LimitOffset = Schema.Struct({ limit: Schema.Int, offset: Schema.Int })
export type LimitOffset = typeof LimitOffset.Type
