import { Schema } from "effect"

/** Which part of a list is wanted, the first row being 0. */
export const ListPart = Schema.Struct({ limit: Schema.Int, offset: Schema.Int })
export type ListPart = typeof ListPart.Type
