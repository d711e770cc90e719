import { Array, Schema } from "effect"

/** Products as the shop has them, as far as a file of products depends on them. */

const Options = Schema.Array(Schema.Tuple(Schema.String, Schema.String))

/** A product of a source, by one of its keys. */
export const StoredProduct = Schema.Struct({
  id: Schema.String,
  external_id: Schema.String,
  kind: Schema.Literal("single", "group", "variant"),
  group_id: Schema.NullOr(Schema.String),
  options: Options,
  is_active: Schema.Boolean,
  category: Schema.String,
  product_type: Schema.String
})
export type StoredProduct = typeof StoredProduct.Type

/** An active variant of a group, beside those that the batch writes. */
export const OtherVariant = Schema.Struct({
  id: Schema.String,
  /** Its key, or its name where it has none. */
  name: Schema.String,
  group_id: Schema.String,
  options: Options,
  /** Unit of its line in the file; null if it has none that is taken. */
  unit: Schema.NullOr(Schema.String),
  /** The file lacks it, and withdraws what it lacks. */
  is_lacking: Schema.Boolean
})
export type OtherVariant = typeof OtherVariant.Type

/** An active product that a line has made which leaves an option open. */
export const OpenedProduct = Schema.Struct({
  id: Schema.String,
  external_id: Schema.String,
  group_id: Schema.NullOr(Schema.String),
  options: Options,
  line: Schema.Int
})
export type OpenedProduct = typeof OpenedProduct.Type

/** Stored products by key: groups, and goods. */
export const byKey = (stored: ReadonlyArray<StoredProduct>) => {
  const [sold, groups] = Array.partition(stored, ({ kind }) => kind === "group")
  const indexed = (rows: ReadonlyArray<StoredProduct>) => new Map(rows.map((row) => [row.external_id, row]))
  return { groups: indexed(groups), sold: indexed(sold) }
}
