import { Context, Schema } from "effect"

/** The five departments of the shop, in the order customers see them. */
export const Category = Schema.Literal("Electronics", "Clothing", "Home", "Sports", "Books")
export type Category = typeof Category.Type

/** Mean of the unflagged reviews, 0 to 5 with 2 decimals; 0 without reviews. */
export const Rating = Schema.Number.pipe(Schema.between(0, 5))

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const Day = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}$/))
export type Day = typeof Day.Type

/**
 * The state of the catalogue when a request was let in, as texts: whenever a change is committed, they become ones that
 * never were before.
 */
export class CatalogueVersion extends Context.Tag("@storefront/domain/Catalog/CatalogueVersion")<
  CatalogueVersion,
  {
    /** Of what a page of products shows. */
    readonly lists: string
    /** Of what lists and the details of products show: stock and reviews too. */
    readonly details: string
  }
>() {}
