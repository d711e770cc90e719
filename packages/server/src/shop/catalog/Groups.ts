import { SqlClient } from "@effect/sql"
import { type ProductId } from "@storefront/domain/Ids"
import { Array, Effect } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { cut } from "../../platform/text/Text.ts"
import { recordPrices } from "./PriceHistory.ts"

/** Columns of a group that repeat those of its variants. Every transaction that writes a variant refreshes its group. */

/** Longest keywords, in code points. */
const maxKeywords = 2000

/** Returns the keywords of a group: its own, cut for the sake of the values of its active variants. */
export const groupKeywords = (own: string, values: ReadonlyArray<string>): string => {
  const listed = cut([...new Set(values)].toSorted().join(" "), maxKeywords)
  return [cut(own, Math.max(0, maxKeywords - 1 - [...listed].length)), listed].filter((text) => text !== "").join(" ")
}

/** SQL for `groupKeywords` of own keywords and the values of the products `v` that a condition selects. */
const keywordsOf = (own: string, variants: string) => `(
  SELECT concat_ws(' ', NULLIF(left(${own}, greatest(0, ${maxKeywords - 1} - char_length(listed))), ''), NULLIF(listed, ''))
  FROM (
    SELECT left(COALESCE(string_agg(DISTINCT (o->>1) COLLATE "C", ' ' ORDER BY (o->>1) COLLATE "C"), ''), ${maxKeywords}) AS listed
    FROM products v CROSS JOIN jsonb_array_elements(v.options) o WHERE ${variants}
  ) AS values)`

/**
 * Gives groups the price and the list price of their cheapest active variant, their own keywords with the values of all
 * active variants, and makes them active while they have one; without any they keep their last prices. A group that is
 * right already is not written. Needs the caller's transaction, which must end before another one refreshes the same
 * group: the second reads what the first has written. Two statements; the groups are locked in the order of their ids.
 */
export const refreshGroups = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fn("Groups.refresh")(function* (groups: ReadonlyArray<ProductId>) {
    if (!Array.isNonEmptyReadonlyArray(groups)) {
      return
    }
    // A statement of its own, so that the next one reads the variants as they are once the groups are locked.
    yield* sql`
      SELECT id FROM products WHERE ${sql.in("id", groups)} AND kind = 'group' ORDER BY id FOR NO KEY UPDATE`
    yield* sql`
      WITH right_now AS (
        SELECT g.id, g.price AS old_price, COALESCE(c.price, g.price) AS price,
          COALESCE(c.original_price, g.original_price) AS original_price, c.price IS NOT NULL AS is_active,
          ${sql.literal(keywordsOf("g.own_keywords", "v.group_id = g.id AND v.is_active"))} AS keywords
        FROM products g
        LEFT JOIN LATERAL (
          SELECT price, original_price FROM products
          WHERE group_id = g.id AND is_active
          ORDER BY price, original_price, id
          LIMIT 1
        ) c ON true
        WHERE g.id = ANY(${groups}::uuid[]) AND g.kind = 'group'
      ), refreshed AS (
        UPDATE products g
        SET price = n.price, original_price = n.original_price, is_active = n.is_active, keywords = n.keywords,
          updated_at = clock_timestamp()
        FROM right_now n
        WHERE g.id = n.id AND (n.price, n.original_price, n.is_active, n.keywords)
          IS DISTINCT FROM (g.price, g.original_price, g.is_active, g.keywords)
        RETURNING g.id, n.price, n.old_price
      )
      ${sql.literal(recordPrices("SELECT id, price FROM refreshed WHERE price <> old_price"))}`
  }, orUnavailable)
)
