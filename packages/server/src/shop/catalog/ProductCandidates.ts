import { type SqlClient, type Statement } from "@effect/sql"
import { type Category } from "@storefront/domain/Catalog"
import { type Money } from "@storefront/domain/Money"
import { kindsIn } from "@storefront/domain/rules/ProductKinds"
import { type ProductSort } from "@storefront/domain/tools/ProductTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { type EmbeddingSpace } from "../../platform/embeddings/EmbeddingSpace.ts"
import { excerpt } from "../../platform/text/Text.ts"
import * as PriceNow from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"
import { listedByKey, matchedId } from "./ProductKeys.ts"
import { containsUnspaced, searchTables, hasOperators, similarNames } from "./SimilarNames.ts"

/** Conditions on products; absent ones do not apply. */
export interface ProductFilters {
  readonly category?: Category | undefined
  /** Compared ignoring case. */
  readonly brand?: string | undefined
  /** Bounds of today's price, as `PriceNow` computes it. */
  readonly min_price?: Money | undefined
  readonly max_price?: Money | undefined
  readonly min_rating?: number | undefined
  readonly in_stock?: boolean | undefined
}

/** Maximum length of an excerpt, and of the start of a description that it is cut from. */
const excerptLength = 150
const excerptSourceLength = 2 * excerptLength

/** A product in a list, with an excerpt of its description. */
export const Hit = Schema.Struct({
  ...ProductRow.fields,
  description: Schema.transform(UserText, Schema.typeSchema(UserText), {
    strict: true,
    decode: (text) => UserText.make(excerpt(text, excerptLength)),
    encode: (text) => text
  })
})

/** A product returned by at least one search signal. */
export const Candidate = Schema.Struct({
  ...Hit.fields,
  /** Sum of the reciprocal ranks over all signals. */
  score: Schema.Number,
  /** Cosine similarity of query and product; null when below the minimum or not compared. */
  similarity: Schema.NullOr(Schema.Number),
  matched_id: matchedId,
  /** The remaining fields are those of `Relevance`. */
  is_match: Schema.Boolean,
  named: Schema.Array(Schema.Int),
  found: Schema.Array(Schema.Int)
})

/** Maximum number of candidates per signal. */
const maxPerSignal = 100

const orderBy = (sql: SqlClient.SqlClient, sort: ProductSort): Statement.Fragment => {
  switch (sort) {
    case "relevance":
      return sql`score DESC, p.rating DESC, p.id`
    case "rating":
      return sql`p.rating DESC, p.review_count DESC, p.id`
    case "price_asc":
      return sql`${PriceNow.priceNow(sql)}, p.price, p.id`
    case "price_desc":
      return sql`${PriceNow.priceNow(sql)} DESC, p.price DESC, p.id DESC`
    case "newest":
      return sql`p.created_at DESC, p.id DESC`
  }
}

const decodeHits = Schema.decodeUnknown(Schema.Array(Hit))
const decodeCandidates = Schema.decodeUnknown(Schema.Array(Candidate))

const meetsFilters = (sql: SqlClient.SqlClient, filters: ProductFilters) =>
  sql.and([
    sql`p.is_listed`,
    ...optionalCondition(filters.category, (category) => sql`p.category = ${category}`),
    ...optionalCondition(filters.brand, (brand) => sql`p.folded_brand = folded(${brand})`),
    ...optionalCondition(filters.min_price, (price) => PriceNow.atLeast(sql, price)),
    ...optionalCondition(filters.max_price, (price) => PriceNow.atMost(sql, price)),
    ...optionalCondition(filters.min_rating, (rating) => sql`p.rating >= ${String(rating)}`),
    ...optionalCondition(filters.in_stock, (inStock) => sql`${ProductRow.inStock(sql)} = ${inStock}`)
  ])

const hitColumns = (sql: SqlClient.SqlClient) =>
  sql`${ProductRow.columns(sql)}, left(p.description, ${excerptSourceLength}) AS description`

/** Indexed sort orders that, within a category, equal the order by today's price: a flash sale covers categories. */
const withinCategory: Partial<Record<ProductSort, string>> = {
  price_asc: "p.price, p.id",
  price_desc: "p.price DESC, p.id DESC"
}

/**
 * Lists products that meet the filters. Relevance means rating, because there is no query. The page is merged from the
 * first products of each category, so that the indexes by category are used.
 */
export const list = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  filters: ProductFilters,
  page: { readonly sort: ProductSort; readonly limit: number; readonly offset: number }
) {
  const sort = page.sort === "relevance" ? "rating" : page.sort
  const order = orderBy(sql, sort)
  const inCategory = withinCategory[sort]
  const rows = yield* sql`
    WITH ${PriceNow.flashSales(sql)}
    SELECT ${hitColumns(sql)}
    FROM categories c
    CROSS JOIN LATERAL (
      SELECT p.* FROM products p
      WHERE p.category = c.name AND ${meetsFilters(sql, filters)}
      ORDER BY ${inCategory === undefined ? order : sql.literal(inCategory)}
      LIMIT ${page.limit + page.offset}
    ) p
    ORDER BY ${order}
    LIMIT ${page.limit} OFFSET ${page.offset}`
  return yield* decodeHits(rows)
}, orUnavailable)

/** The query's embedding, in the space of the stored vectors. */
export interface QueryVector {
  readonly vector: string
  readonly space: EmbeddingSpace["Type"]
  readonly minSimilarity: number
}

/**
 * SQL condition that the stored vectors have this length. Checked within the statement, because vectors may have been
 * rebuilt since `VectorIndex` was read, and comparing different lengths is an error.
 */
const haveDimensions = (sql: SqlClient.SqlClient, dimensions: number) => sql`(
  SELECT atttypmod = ${dimensions} FROM pg_attribute
  WHERE attrelid = 'product_embeddings'::regclass AND attname = 'embedding'
)`

/** Query for the eligible products nearest to the query's vector; empty without a vector. */
const nearestByVector = (sql: SqlClient.SqlClient, query: Option.Option<QueryVector>, eligible: Statement.Fragment) =>
  Option.match(query, {
    onNone: () => sql`SELECT NULL::uuid AS id, NULL::float8 AS similarity WHERE false`,
    onSome: ({ minSimilarity, space, vector }) => sql`
      SELECT n.id, 1 - n.distance AS similarity
      FROM search_query a
      CROSS JOIN LATERAL (
        SELECT e.product_id AS id, e.embedding <=> ${vector}::vector AS distance
        FROM product_embeddings e
        JOIN products p ON p.id = e.product_id
        WHERE e.model = ${space.model} AND ${haveDimensions(sql, space.dimensions)} AND a.text IS NOT NULL AND ${eligible}
        ORDER BY e.embedding <=> ${vector}::vector
        LIMIT ${maxPerSignal}
      ) n
      WHERE 1 - n.distance >= ${minSimilarity}`
  })

/** Common table expression `kinds`: synonyms for the kinds of goods in a query, by position of the word. */
const synonyms = (sql: SqlClient.SqlClient, query: string, words: ReadonlyArray<string>) => {
  const kinds = hasOperators(query) ? [] : kindsIn(words)
  const terms = kinds.flatMap(({ position, terms }) => terms.map((term) => ({ position, term })))
  return sql`
    kinds AS MATERIALIZED (
      SELECT k.position, string_agg('(' || phraseto_tsquery(text_search(), k.term)::text || ')', ' | ')::tsquery AS lexemes
      FROM jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) AS k (position int, term text)
      GROUP BY k.position
    )`
}

/** The text of a search, and its meaningful words. */
export interface SearchText {
  readonly query: string
  readonly words: ReadonlyArray<string>
}

/**
 * Selects candidates by GTIN, SKU or external id, which come first, by full text, by similar names and brands, and by meaning, fused by reciprocal rank with the usual
 * constant 60. In full text, all words rank before synonyms for kinds of goods; names and brands with any of the words
 * count only when neither exists.
 */
export const select = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { query, words }: SearchText,
  vector: Option.Option<QueryVector>,
  filters: ProductFilters,
  sort: ProductSort
) {
  const eligible = meetsFilters(sql, filters)
  const rows = yield* sql`
    WITH RECURSIVE ${searchTables(sql, query, words, { "hnsw.ef_search": String(maxPerSignal), "hnsw.iterative_scan": "strict_order" })},
    ${synonyms(sql, query, words)},
    ${PriceNow.flashSales(sql)},
    keyed AS MATERIALIZED (
      SELECT k.* FROM (${listedByKey(sql, query)}) k JOIN products p ON p.id = k.id WHERE ${eligible}
    ),
    with_all_words AS MATERIALIZED (
      SELECT p.id, 1 AS tier, ts_rank_cd(p.search, a.phrase) AS weight, p.rating
      FROM search_query a
      JOIN products p ON p.search @@ a.phrase OR ${containsUnspaced(sql, query)}
      WHERE ${eligible}
      ORDER BY weight DESC, p.rating DESC, p.id
      LIMIT ${maxPerSignal}
    ),
    of_kind AS MATERIALIZED (
      SELECT p.id, 2 AS tier, (ts_filter(p.search, '{a,b}') @@ k.phrase)::int::float4 AS weight, p.rating
      FROM search_query a
      CROSS JOIN (
        SELECT string_agg('(' || concat_ws(' | ', w.lexemes::text, k.lexemes::text) || ')', ' & ')::tsquery AS phrase
        FROM words w LEFT JOIN kinds k ON k.position = w.position
        WHERE numnode(w.lexemes) > 0 AND EXISTS (SELECT FROM kinds)
      ) k
      JOIN products p ON p.search @@ k.phrase AND NOT p.search @@ a.phrase
      WHERE ${eligible}
      ORDER BY weight DESC, p.rating DESC, p.id
      LIMIT ${maxPerSignal}
    ),
    with_any_word AS MATERIALIZED (
      SELECT p.id, 3 AS tier, ts_rank_cd(p.search, w.anywhere) AS weight, p.rating
      FROM (
        SELECT string_agg(t.anywhere, ' | ')::tsquery AS anywhere, string_agg(t.in_name, ' | ')::tsquery AS in_name
        FROM (
          SELECT quote_literal(l.lexeme) AS anywhere, quote_literal(l.lexeme) || ':AB' AS in_name
          FROM words, unnest(tsvector_to_array(to_tsvector(text_search(), unaccented(word)))) AS l (lexeme)
          UNION ALL
          SELECT lexemes::text, lexemes::text FROM kinds
        ) t
      ) w
      JOIN products p ON p.search @@ w.in_name
      WHERE NOT EXISTS (SELECT FROM with_all_words) AND NOT EXISTS (SELECT FROM of_kind) AND ${eligible}
      ORDER BY weight DESC, p.rating DESC, p.id
      LIMIT ${maxPerSignal}
    ),
    with_similar_name AS MATERIALIZED (
      SELECT s.id, s.similarity AS weight, s.rating
      FROM (${similarNames(sql, eligible)}) s
      ORDER BY s.similarity DESC, s.rating DESC, s.id
      LIMIT ${maxPerSignal}
    ),
    near AS MATERIALIZED (${nearestByVector(sql, vector, eligible)}),
    ranked AS (
      SELECT id, 1 AS rank, NULL::float8 AS similarity FROM keyed
      UNION ALL
      SELECT id, row_number() OVER (ORDER BY tier, weight DESC, rating DESC, id), NULL
      FROM (SELECT * FROM with_all_words UNION ALL SELECT * FROM of_kind UNION ALL SELECT * FROM with_any_word) t
      UNION ALL
      SELECT id, row_number() OVER (ORDER BY weight DESC, rating DESC, id), NULL FROM with_similar_name
      UNION ALL
      SELECT id, row_number() OVER (ORDER BY similarity DESC, id), similarity FROM near
    ),
    fused AS (
      SELECT id, sum(1.0 / (60 + rank))::float8 AS score, max(similarity) AS similarity FROM ranked GROUP BY id
    )
    SELECT ${hitColumns(sql)}, f.score, f.similarity, k.matched_id,
      k.id IS NOT NULL OR p.id IN (SELECT id FROM with_all_words) AS is_match,
      ARRAY(
        SELECT position FROM words WHERE ts_filter(p.search, '{a,b}') @@ lexemes
        UNION SELECT position FROM kinds WHERE ts_filter(p.search, '{a}') @@ lexemes
        ORDER BY position
      ) AS named,
      ARRAY(SELECT position FROM words WHERE p.search @@ lexemes ORDER BY position) AS found
    FROM fused f
    JOIN products p ON p.id = f.id
    LEFT JOIN keyed k ON k.id = p.id
    ORDER BY k.id IS NOT NULL DESC, ${orderBy(sql, sort)}`
  return yield* decodeCandidates(rows)
}, orUnavailable)
