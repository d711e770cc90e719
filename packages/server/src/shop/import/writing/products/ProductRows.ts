import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { recordPrices } from "../../../catalog/PriceHistory.ts"
import { type Option } from "../../kinds/TakenProduct.ts"

/**
 * A product as a file states it, by the columns of `products`. Null leaves the stored value, or the default of a new
 * row; an empty text empties it.
 */
export interface ProductRow {
  readonly id: string
  readonly kind: "single" | "group" | "variant"
  readonly group_id: string | null
  readonly external_id: string
  readonly options: ReadonlyArray<Option>
  readonly name: string
  /** Decimal text. Null only for a group, whose price follows its variants. */
  readonly price: string | null
  readonly original_price: string | null
  readonly category: string
  readonly product_type: string | null
  readonly description: string | null
  readonly brand: string | null
  readonly vendor: string | null
  readonly keywords: string | null
  /** Of a group: its keywords without the values of its variants. */
  readonly own_keywords: string | null
  readonly sku: string | null
  readonly gtin: string | null
  readonly picture_url: string | null
  readonly page_url: string | null
  readonly checkout_key: string | null
  /** Null removes a spec; others stay. */
  readonly specs: Readonly<Record<string, string | null>>
  readonly created_at: string | null
  readonly is_active: boolean | null
}

const given = `json_to_recordset($1::json) AS g (id uuid, kind text, group_id uuid, external_id text, options jsonb,
  name text, price numeric, original_price numeric, category text, product_type text, description text, brand text,
  vendor text, keywords text, own_keywords text, sku text, gtin text, picture_url text, page_url text,
  checkout_key text, specs jsonb, created_at timestamptz, is_active boolean)`

const stays = (column: string, initial: string) => ({ changed: `COALESCE(g.${column}, p.${column})`, initial })
const emptied = (column: string) => ({
  changed: `NULLIF(COALESCE(g.${column}, p.${column}), '')`,
  initial: `NULLIF(g.${column}, '')`
})
const stated = (column: string) => ({ changed: `g.${column}`, initial: `g.${column}` })
const text = (column: string) => stays(column, `COALESCE(g.${column}, '')`)

const picture = emptied("picture_url")
/** Path of the picture: the drawing's, or the one that leads to the picture of the shop. */
const pathSuffix = (url: string) => `CASE WHEN ${url} IS NULL THEN '.svg' ELSE '' END`

/** Columns with their value in a new row and in a stored one. */
const columns: Readonly<Record<string, { readonly changed: string; readonly initial: string }>> = {
  kind: stated("kind"),
  group_id: stated("group_id"),
  options: stated("options"),
  name: stated("name"),
  category: stated("category"),
  price: stays("price", "g.price"),
  original_price: {
    // A list price that is not given stays, unless it only repeated the price.
    changed:
      "greatest(COALESCE(g.original_price, CASE WHEN p.original_price > p.price THEN p.original_price END, g.price, p.price), COALESCE(g.price, p.price))",
    initial: "greatest(g.original_price, g.price)"
  },
  product_type: text("product_type"),
  description: text("description"),
  brand: text("brand"),
  vendor: text("vendor"),
  keywords: text("keywords"),
  own_keywords: {
    // A single that becomes a group keeps its keywords as its own.
    changed:
      "COALESCE(g.own_keywords, CASE WHEN g.kind = 'group' AND p.kind <> 'group' THEN p.keywords ELSE p.own_keywords END)",
    initial: "COALESCE(g.own_keywords, '')"
  },
  sku: emptied("sku"),
  gtin: emptied("gtin"),
  page_url: emptied("page_url"),
  checkout_key: emptied("checkout_key"),
  picture_url: picture,
  image_url: {
    changed: `regexp_replace(p.image_url, '\\.svg$', '') || ${pathSuffix(picture.changed)}`,
    initial: `'/images/products/' || g.id || ${pathSuffix(picture.initial)}`
  },
  specs: { changed: "jsonb_strip_nulls(p.specs || g.specs)", initial: "jsonb_strip_nulls(g.specs)" },
  created_at: stays("created_at", "COALESCE(g.created_at, now())"),
  is_active: stays("is_active", "COALESCE(g.is_active, true)"),
  seller_id: { changed: "COALESCE($2::uuid, p.seller_id)", initial: "$2::uuid" }
}

const names = Object.keys(columns)
const list = (values: ReadonlyArray<string>) => values.join(", ")
const initials = list(Object.values(columns).map(({ initial }) => initial))
const changes = list(Object.values(columns).map(({ changed }) => changed))
const old = list(names.map((name) => `p.${name}`))

const insert = `
  WITH inserted AS (
    INSERT INTO products (id, source, external_id, ${list(names)})
    SELECT g.id, $3, g.external_id, ${initials} FROM ${given}
    RETURNING id, price
  ), history AS (${recordPrices("SELECT id, price FROM inserted")})
  SELECT id FROM inserted`

const differing = `
  SELECT p.id FROM ${given} JOIN products p ON p.id = g.id WHERE (${changes}) IS DISTINCT FROM (${old})`

const update = `
  WITH changed AS (
    UPDATE products p SET (${list(names)}, updated_at) = ROW(${changes}, clock_timestamp())
    FROM ${given} JOIN products o ON o.id = g.id
    WHERE p.id = g.id AND (${changes}) IS DISTINCT FROM (${old})
    RETURNING p.id, p.price, o.price AS old_price
  ), history AS (${recordPrices("SELECT id, price FROM changed WHERE price <> old_price")})
  SELECT id FROM changed`

const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String })))

/** Makes the function that inserts new products and changes stored ones that differ; it returns the ids of both. */
export const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const run = (statement: string, rows: ReadonlyArray<ProductRow>, parameters: ReadonlyArray<unknown>) =>
    rows.length === 0
      ? Effect.succeed([])
      : Effect.map(Effect.flatMap(sql.unsafe(statement, [JSON.stringify(rows), ...parameters]), decodeIds), (found) =>
          found.map(({ id }) => id)
        )
  return Effect.fnUntraced(function* (
    { fresh, stored }: { readonly fresh: ReadonlyArray<ProductRow>; readonly stored: ReadonlyArray<ProductRow> },
    source: string,
    seller: string | null
  ) {
    const inserted = yield* run(insert, fresh, [seller, source])
    // Even an UPDATE of no row would mark the catalogue as changed.
    const differ = new Set(yield* run(differing, stored, [seller]))
    const changed = yield* run(
      update,
      stored.filter(({ id }) => differ.has(id)),
      [seller]
    )
    return [...inserted, ...changed]
  })
})
