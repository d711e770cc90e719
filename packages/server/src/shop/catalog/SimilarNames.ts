import { type SqlClient, type Statement } from "@effect/sql"
import { isUnspaced } from "@storefront/domain/rules/SearchWords"
import { likeContaining } from "../../platform/text/Text.ts"

/** Minimum trigram similarity of a possible misspelling: low, because `Relevance` then judges by edit distance. */
const minSimilarity = 0.3

/** Maximum number of words compared one by one; further ones count only in the query as a whole. */
const maxWords = 12

/** Operators that `websearch_to_tsquery` recognises: quotation marks, a leading minus and "or". */
const operators = /"|(?:^|\s)-\S|\bor\b/i

/** Returns whether a text uses search operators: a phrase, an exclusion or an alternative. */
export const hasOperators = (text: string): boolean => operators.test(text)

/**
 * SQL condition that the name or the keywords of `p` contain every part of a text between spaces. Text search does not
 * find words in scripts without spaces; of a text in other scripts it holds for no product.
 */
export const containsUnspaced = (sql: SqlClient.SqlClient, text: string): Statement.Fragment =>
  isUnspaced(text)
    ? sql.and(
        text
          .normalize("NFC")
          .trim()
          .split(/\s+/u)
          .map((part) => {
            const pattern = likeContaining(part)
            return sql`(p.folded_name LIKE folded(${pattern}) OR p.keywords LIKE ${pattern})`
          })
      )
    : sql`false`

/**
 * Common table expressions of a search, for use after `WITH RECURSIVE`: `search_query`, the text and its full-text
 * query; `words`, the meaningful ones; `brands`, the brands that resemble one of them, found with an index skip scan.
 * `search_query` also applies the index settings, so it or `words` must be read before any index.
 */
export const searchTables = (
  sql: SqlClient.SqlClient,
  text: string,
  words: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {}
) => {
  const all = Object.entries({ "pg_trgm.word_similarity_threshold": String(minSimilarity), ...settings })
  // Without a stop word, an operator would have another meaning.
  const phrase = hasOperators(text) ? text : words.join(" ") || text
  return sql`
    search_query AS MATERIALIZED (
      SELECT folded(${text}) AS text, websearch_to_tsquery(text_search(), unaccented(${phrase})) AS phrase,
        ${sql.csv(all.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}
    ),
    words AS MATERIALIZED (
      SELECT w.word, w.position::int - 1 AS position, plainto_tsquery(text_search(), unaccented(w.word)) AS lexemes
      FROM search_query, jsonb_array_elements_text(${JSON.stringify(words)}::jsonb)
        WITH ORDINALITY AS w (word, position)
      LIMIT ${maxWords}
    ),
    all_brands AS (
      SELECT min(folded_brand) AS brand FROM products WHERE is_listed
      UNION ALL
      SELECT (SELECT min(folded_brand) FROM products WHERE is_listed AND folded_brand > b.brand)
      FROM all_brands b
      WHERE b.brand IS NOT NULL
    ),
    brands AS MATERIALIZED (
      SELECT DISTINCT b.brand FROM search_query a, words w, all_brands b WHERE a.text <% b.brand OR w.word <% b.brand
    )`
}

/**
 * Selects id, folded name, rating and `similarity` of the eligible products whose name or brand resembles the text or
 * one of its words. The similarity is that of the whole text or the mean over its words, whichever is greater. `p` is
 * `products` in `eligible`.
 */
export const similarNames = (sql: SqlClient.SqlClient, eligible: Statement.Fragment) => sql`
  SELECT c.id, c.name, c.rating, greatest(
      word_similarity(a.text, c.name || ' ' || c.brand),
      (SELECT avg(word_similarity(w.word, c.name || ' ' || c.brand)) FROM words w)
    ) AS similarity
  FROM search_query a, (
    SELECT p.id, p.folded_name AS name, p.folded_brand AS brand, p.rating FROM search_query t JOIN products p ON t.text <% p.folded_name WHERE ${eligible}
    UNION
    SELECT p.id, p.folded_name AS name, p.folded_brand AS brand, p.rating FROM words w JOIN products p ON w.word <% p.folded_name WHERE ${eligible}
    UNION
    SELECT p.id, p.folded_name AS name, p.folded_brand AS brand, p.rating FROM brands b JOIN products p ON p.folded_brand = b.brand WHERE ${eligible}
  ) c`
