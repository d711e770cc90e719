import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Schema, Stream } from "effect"
import * as Import from "../../../../src/shop/import/Import.ts"
import { type Refused } from "../../../../src/shop/import/Lines.ts"
import { type Settings } from "../../../../src/shop/import/Settings.ts"
import * as ProductWriting from "../../../../src/shop/import/writing/products/ProductWriting.ts"
import { type Writing } from "../../../../src/shop/import/writing/Writing.ts"
import { settings } from "./Reading.ts"

/** Hears nothing of the lines. */
export const silent: Import.Listener = {
  refused: () => Effect.void,
  noted: () => Effect.void,
  progress: () => Effect.void,
  waiting: Effect.void
}

/** Imports a text as a file of a kind. */
export const importText = <A, E>(
  writing: Writing<A, E>,
  content: string,
  options: Partial<Import.ImportOptions> = {},
  listener: Partial<Import.Listener> = {},
  changes: Partial<Settings> = {}
) =>
  Import.run(
    writing,
    Stream.make(new TextEncoder().encode(content)),
    { ...settings, ...changes },
    { source: "shop", isDryRun: false, isIntoDemonstration: false, ...options },
    { ...silent, ...listener }
  )

/** Imports lines of comma-separated values as products. */
export const importProducts = Effect.fnUntraced(function* (
  lines: ReadonlyArray<string>,
  changes: Partial<ProductWriting.ProductOptions<string>> & Partial<Import.ImportOptions> = {},
  listener: Partial<Import.Listener> = {},
  settings: Partial<Settings> = {}
) {
  const writing = yield* ProductWriting.make<string>({
    source: "shop",
    seller: null,
    isFull: false,
    asOf: yield* DateTime.now,
    warehouse: null,
    inStockAs: null,
    categoryMap: new Map(),
    confirmWithdrawal: () => Effect.void,
    trustHosts: () => Effect.succeed([]),
    ...changes
  })
  return yield* importText(writing, lines.join("\n"), changes, listener, settings)
})

/** Lets the lease of a killed run end at once. */
export const endLeases = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE imports SET lease_until = clock_timestamp() - interval '1 second' WHERE state = 'running'`
)

/** A refusal as a line of a report. */
export const told = ({ column, fault, line }: Refused) => `${line}: ${column === null ? "" : `${column} `}${fault}`

const Product = Schema.Struct({
  key: Schema.String,
  kind: Schema.String,
  name: Schema.String,
  group: Schema.NullOr(Schema.String),
  price: Schema.String,
  active: Schema.Boolean,
  units: Schema.NullOr(Schema.Int)
})

/** The products of a source as lines, by key. */
export const productLines = Effect.fnUntraced(function* (source = "shop") {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.flatMap(
    sql`
      SELECT p.external_id AS key, p.kind, p.name, g.external_id AS group, p.price::text, p.is_active AS active,
        (SELECT sum(quantity)::int FROM warehouse_inventory i WHERE i.product_id = p.id) AS units
      FROM products p LEFT JOIN products g ON g.id = p.group_id
      WHERE p.source = ${source} AND p.external_id IS NOT NULL ORDER BY p.external_id COLLATE "C", p.kind`,
    Schema.decodeUnknown(Schema.Array(Product))
  )
  return rows.map(
    ({ active, group, key, kind, name, price, units }) =>
      `${kind} ${key}${group === null ? "" : ` of ${group}`}: ${name}, ${price}${units === null ? "" : `, ${units} units`}${active ? "" : ", inactive"}`
  )
})

/** Reads everything that tells a change of tables: their rows with their versions. */
export const tracesOf = (...tables: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      tables,
      (table) => sql`
        SELECT ${table} AS "table", jsonb_agg(jsonb_build_array(xmin::text, to_jsonb(t)) ORDER BY to_jsonb(t)::text) AS rows
        FROM ${sql(table)} t`
    )
  )
