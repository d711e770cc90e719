import { Context, type Option, Schema } from "effect"
import { type ProductId } from "./Ids.ts"

/** Name of a category of the shop, which `ShopNames` lists. */
export const Category = Schema.String.pipe(
  // The pattern is no part of the JSON Schema: validators without `u` refuse it.
  Schema.pattern(/^[\p{L}\p{M}\p{Nd} &'’/,+.()-]{1,60}$/u, { jsonSchema: { minLength: 1, maxLength: 60 } }),
  Schema.brand("Category")
).annotations({ description: "A category of the shop" })
export type Category = typeof Category.Type

/** Maximum number of options that tell the variants of a group apart. */
export const maxOptions = 8

/** Mean of the unflagged reviews, 0 to 5 with 2 decimals; 0 without reviews. */
export const Rating = Schema.Number.pipe(Schema.between(0, 5))

/** Numbers of digits of a GTIN; a shorter one is a longer one without its leading zeros. */
export const gtinLengths: ReadonlyArray<number> = [8, 12, 13, 14]

/** Global trade item number, the number of a barcode: EAN-8, UPC-A, EAN-13 or GTIN-14. */
export const Gtin = Schema.String.pipe(Schema.pattern(/^(?:\d{8}|\d{12,14})$/))

/** A calendar day in UTC, `YYYY-MM-DD`. */
export const Day = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}$/))
export type Day = typeof Day.Type

/** Direction of a price: the mean of the last 7 points compared with that of the first 7. */
export const PriceTrend = Schema.Literal("increasing", "decreasing", "stable", "insufficient_data")
export type PriceTrend = typeof PriceTrend.Type

/** The part of the catalogue that a request asks for, and its version when the request was admitted. */
export class CatalogueVersion extends Context.Tag("@storefront/domain/Catalog/CatalogueVersion")<
  CatalogueVersion,
  {
    /** The product whose details are requested; none for lists and for ids that no product can have. */
    readonly product: Option.Option<ProductId>
    /** Never repeats: every committed change to the requested part gives it a new value. */
    readonly version: string
  }
>() {}
