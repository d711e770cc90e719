import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { rate } from "../../../reviews/Ratings.ts"

/**
 * Makes `hand`, which hands the reviews of singles that have become variants over to their groups, and `rate`, which
 * gives products the rating of their own reviews. Of several reviews by one person the newest is the group's; the others
 * stay with a variant, flagged.
 */
export const make = Effect.map(SqlClient.SqlClient, (sql) => {
  // The group's older review changes places with the newer one of a variant. A unique index allows no swap, so it is
  // taken out and put back.
  const takeOlder = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ review: Schema.Unknown, variant: Schema.String }),
    execute: (variants) => sql`
      WITH newer AS (
        SELECT DISTINCT ON (p.group_id, r.user_id) p.group_id, r.user_id, r.created_at, p.id AS variant
        FROM products p JOIN reviews r ON r.product_id = p.id WHERE p.id = ANY(${variants}::uuid[]) AND r.user_id IS NOT NULL
        ORDER BY p.group_id, r.user_id, r.created_at DESC, r.id DESC
      )
      DELETE FROM reviews r USING newer n
      WHERE r.product_id = n.group_id AND r.user_id = n.user_id AND r.created_at < n.created_at
      RETURNING to_jsonb(r) AS review, n.variant`
  })
  const hand = (variants: ReadonlyArray<string>) => sql`
    WITH own AS (
      SELECT r.id, p.group_id, row_number() OVER (
        PARTITION BY p.group_id, COALESCE(r.user_id, r.id) ORDER BY r.created_at DESC, r.id DESC) AS place,
        EXISTS (SELECT FROM reviews g WHERE g.product_id = p.group_id AND g.user_id = r.user_id) AS is_taken
      FROM products p JOIN reviews r ON r.product_id = p.id WHERE p.id = ANY(${variants}::uuid[])
    ), handed AS (
      UPDATE reviews r SET product_id = o.group_id FROM own o WHERE o.id = r.id AND o.place = 1 AND NOT o.is_taken
      RETURNING r.id
    )
    UPDATE reviews r SET is_flagged = true FROM own o
    WHERE o.id = r.id AND (o.place > 1 OR o.is_taken) AND NOT r.is_flagged`
  const putBack = (older: ReadonlyArray<{ readonly review: unknown; readonly variant: string }>) => sql`
    INSERT INTO reviews
    SELECT r.* FROM json_to_recordset(${JSON.stringify(older)}::json) AS g (review jsonb, variant uuid),
      LATERAL jsonb_populate_record(NULL::reviews, g.review || jsonb_build_object('product_id', g.variant, 'is_flagged', true)) r`
  const handOver = Effect.fnUntraced(function* (variants: ReadonlyArray<string>) {
    const older = yield* takeOlder(variants)
    yield* hand(variants)
    yield* putBack(older)
    yield* rate(sql, sql`SELECT DISTINCT group_id AS id FROM products WHERE id = ANY(${variants}::uuid[])`)
  })
  return {
    hand: handOver,
    rate: (products: ReadonlyArray<string>) => rate(sql, sql`SELECT unnest(${products}::uuid[]) AS id`)
  }
})
