import { Schema } from "effect"

/** The five departments of the shop, in the order customers see them. */
export const Category = Schema.Literal("Electronics", "Clothing", "Home", "Sports", "Books")
export type Category = typeof Category.Type

/** Mean of the unflagged reviews, 0 to 5 with 2 decimals; 0 without reviews. */
export const Rating = Schema.Number.pipe(Schema.between(0, 5))

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const Day = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}$/))
export type Day = typeof Day.Type
