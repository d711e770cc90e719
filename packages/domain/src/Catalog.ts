import { Context, type Option, Schema } from "effect"
import { type ProductId } from "./Ids.ts"

/** The five departments of the shop, in the order customers see them. */
export const Category = Schema.Literal("Electronics", "Clothing", "Home", "Sports", "Books")
export type Category = typeof Category.Type

/** Mean of the unflagged reviews, 0 to 5 with 2 decimals; 0 without reviews. */
export const Rating = Schema.Number.pipe(Schema.between(0, 5))

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const Day = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}$/))
export type Day = typeof Day.Type

/** Where a price is going: the mean of the last 7 points against the first 7. */
export const PriceTrend = Schema.Literal("increasing", "decreasing", "stable", "insufficient_data")
export type PriceTrend = typeof PriceTrend.Type

/** What a request wants to see of the catalogue, and the state of that when the request was let in. */
export class CatalogueVersion extends Context.Tag("@storefront/domain/Catalog/CatalogueVersion")<
  CatalogueVersion,
  {
    /** The product whose details are asked for; none for lists, and for an id that no product can have. */
    readonly product: Option.Option<ProductId>
    /** Whenever a change of what is asked for is committed, it becomes a text that it never was before. */
    readonly version: string
  }
>() {}
