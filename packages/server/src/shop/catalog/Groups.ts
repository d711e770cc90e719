import { SqlClient } from "@effect/sql"
import { type ProductId } from "@storefront/domain/Ids"
import { Array, Effect } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Columns of a group that repeat those of its variants. Every transaction that writes a variant refreshes its group. */

/**
 * Gives groups the price and the list price of their cheapest active variant, and makes them active while they have
 * one; without any they keep their last prices. A group that is right already is not written. Needs the caller's
 * transaction, which must end before another one refreshes the same group: the second reads what the first has written.
 * Two statements; the groups are locked in the order of their ids.
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
      UPDATE products g
      SET price = COALESCE(c.price, g.price), original_price = COALESCE(c.original_price, g.original_price),
        is_active = c.price IS NOT NULL, updated_at = clock_timestamp()
      FROM unnest(${groups}::uuid[]) AS w (id)
      LEFT JOIN LATERAL (
        SELECT price, original_price FROM products
        WHERE group_id = w.id AND is_active
        ORDER BY price, original_price, id
        LIMIT 1
      ) c ON true
      WHERE g.id = w.id AND g.kind = 'group'
        AND (COALESCE(c.price, g.price), COALESCE(c.original_price, g.original_price), c.price IS NOT NULL)
          IS DISTINCT FROM (g.price, g.original_price, g.is_active)`
  }, orUnavailable)
)
