import { Schema } from "effect"

/** Window of a list; the first row has offset 0. */
export const ListPart = Schema.Struct({ limit: Schema.Int, offset: Schema.Int })
export type ListPart = typeof ListPart.Type
