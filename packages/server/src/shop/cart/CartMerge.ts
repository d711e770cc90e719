import { SqlClient } from "@effect/sql"
import { type UserId } from "@storefront/domain/Identity"
import { maxLines, maxQuantity } from "@storefront/domain/tools/CartTools"
import { Effect } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { createOrLockCart } from "./Delivery.ts"

/**
 * Moves a guest's cart into an account's, and returns the number of lines that were moved or added to a line there. The
 * account's lines come first, and its coupon stays. A product that has become a group is left out. Stock is not checked:
 * checkout says what is short. Needs the caller's transaction.
 */
export const make = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fn("CartMerge.merge")(function* (guest: UserId, account: UserId) {
    const held = yield* sql`
      SELECT FROM carts c WHERE user_id = ${guest}
        AND (coupon_code IS NOT NULL OR EXISTS (SELECT FROM cart_items WHERE cart_id = c.id)) FOR UPDATE`
    if (held.length === 0) {
      return 0
    }
    // Locks the account's cart. A statement of its own, so that the next one sees the lines as they are then.
    yield* createOrLockCart(sql, account)
    const moved = yield* sql`
      WITH own AS (
        SELECT i.product_id FROM cart_items i JOIN carts c ON c.id = i.cart_id WHERE c.user_id = ${account}),
      added AS (
        SELECT i.product_id, i.quantity, i.added_at,
          own.product_id IS NULL AS is_new,
          row_number() OVER (PARTITION BY own.product_id IS NULL ORDER BY i.added_at, i.product_id) AS place
        FROM cart_items i
        JOIN carts c ON c.id = i.cart_id
        JOIN products p ON p.id = i.product_id AND p.kind <> 'group'
        LEFT JOIN own ON own.product_id = i.product_id
        WHERE c.user_id = ${guest})
      INSERT INTO cart_items AS line (cart_id, product_id, quantity, added_at)
      SELECT c.id, a.product_id, a.quantity, a.added_at
      FROM added a, carts c
      WHERE c.user_id = ${account} AND (NOT a.is_new OR a.place <= ${maxLines} - (SELECT count(*) FROM own))
      ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = least(${maxQuantity}, line.quantity + excluded.quantity)
      RETURNING product_id`
    yield* sql`
      WITH ended AS (DELETE FROM carts WHERE user_id = ${guest} RETURNING coupon_code)
      UPDATE carts SET coupon_code = coalesce(carts.coupon_code, ended.coupon_code) FROM ended
      WHERE carts.user_id = ${account}`
    return moved.length
  }, orUnavailable)
)
