import { type SqlClient, type Statement } from "@effect/sql"
import { contentWords } from "@storefront/domain/rules/SearchWords"

/** The least trigram similarity at which a word or a name may be a misspelling of another. */
const minSimilarity = 0.3

/** Words of a query that are compared one by one; the others count only in the query as a whole. */
const maxWords = 12

/** Quotation marks, a minus before a word and "or" mean something to a full-text search. */
const operators = /"|(?:^|\s)-\S|\bor\b/i

/** Returns whether a text asks for more than words: for a phrase, for none of a word, or for either of two. */
export const hasOperators = (text: string): boolean => operators.test(text)

/** The text without words that say nothing, unless that would change what its operators mean. */
const sayingWords = (text: string) => (hasOperators(text) ? text : contentWords(text).join(" ") || text)

/**
 * The tables that a search reads: `asked`, the text and its full-text query; `words`, those of its words that say
 * something; `brands`, those of the catalogue that resemble one of them, read from their index one by one. To be
 * used after `WITH RECURSIVE`. What reads `asked` or `words` reads an index under its settings, because they are
 * evaluated first.
 */
export const asked = (sql: SqlClient.SqlClient, text: string, settings: Readonly<Record<string, string>> = {}) => {
  const all = Object.entries({ "pg_trgm.word_similarity_threshold": String(minSimilarity), ...settings })
  return sql`
    asked AS MATERIALIZED (
      SELECT folded(${text}) AS text, websearch_to_tsquery('english', unaccented(${sayingWords(text)})) AS phrase,
        ${sql.csv(all.map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}
    ),
    words AS MATERIALIZED (
      SELECT w.word, w.position::int - 1 AS position, plainto_tsquery('english', unaccented(w.word)) AS lexemes
      FROM asked, jsonb_array_elements_text(${JSON.stringify(contentWords(text))}::jsonb)
        WITH ORDINALITY AS w (word, position)
      LIMIT ${maxWords}
    ),
    all_brands AS (
      SELECT min(folded_brand) AS brand FROM products WHERE is_active
      UNION ALL
      SELECT (SELECT min(folded_brand) FROM products WHERE is_active AND folded_brand > b.brand)
      FROM all_brands b
      WHERE b.brand IS NOT NULL
    ),
    brands AS MATERIALIZED (
      SELECT DISTINCT b.brand FROM asked a, words w, all_brands b WHERE a.text <% b.brand OR w.word <% b.brand
    )`
}

/**
 * Id, folded name, rating and `similarity` of the eligible products whose name or brand resembles the text asked for or one
 * of its words. The similarity is that of the whole text or the mean of its words, whichever is greater. `p` is
 * `products` in `eligible`.
 */
export const similarNames = (sql: SqlClient.SqlClient, eligible: Statement.Fragment) => sql`
  SELECT c.id, c.name, c.rating, greatest(
      word_similarity(a.text, c.name || ' ' || c.brand),
      (SELECT avg(word_similarity(w.word, c.name || ' ' || c.brand)) FROM words w)
    ) AS similarity
  FROM asked a, (
    SELECT p.id, p.folded_name AS name, p.folded_brand AS brand, p.rating FROM asked t JOIN products p ON t.text <% p.folded_name WHERE ${eligible}
    UNION
    SELECT p.id, p.folded_name AS name, p.folded_brand AS brand, p.rating FROM words w JOIN products p ON w.word <% p.folded_name WHERE ${eligible}
    UNION
    SELECT p.id, p.folded_name AS name, p.folded_brand AS brand, p.rating FROM brands b JOIN products p ON p.folded_brand = b.brand WHERE ${eligible}
  ) c`
