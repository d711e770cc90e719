import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { NextRestock } from "@storefront/domain/Inventory"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { maxLines, maxQuantity, TakenDelivery } from "@storefront/domain/tools/CartTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { nextRestock } from "../inventory/Restocks.ts"
import { unitsInStock } from "../inventory/Stock.ts"
import { literally } from "../../platform/text/Text.ts"
import { lastDelivery } from "./Delivery.ts"

/**
 * Takes the cart of a customer for a change, until the end of the transaction, and gives its id: a part of the statement
 * that makes the change. It gives nothing when somebody else has changed the cart since the statement began to read: the
 * statement then changes nothing either and is run again, which reads afresh, and no longer waits for anybody.
 *
 * `xmin` is the transaction that wrote a row; everybody who changes a cart writes its row.
 */
const takeCart = (sql: SqlClient.SqlClient, owner: string) => sql`
  UPDATE carts SET updated_at = now()
  WHERE user_id = ${owner} AND xmin = (SELECT xmin FROM carts WHERE user_id = ${owner})
  RETURNING id`

/** The same for a change that the cart is made for when there is none: then it goes where the last order went. */
const takeOrMakeCart = (sql: SqlClient.SqlClient, owner: string) => sql`
  INSERT INTO carts (id, user_id, recipient_name, shipping_address, billing_address, billing_same_as_shipping)
  SELECT ${uuid()}::uuid, ${owner}::uuid, last.recipient_name, last.shipping_address, last.billing_address,
    last.is_billed_there IS NOT FALSE
  FROM ${lastDelivery(sql, owner)}
  ON CONFLICT (user_id) DO UPDATE SET updated_at = now()
  WHERE carts.xmin = (SELECT xmin FROM carts WHERE user_id = ${owner})
  RETURNING id, recipient_name, shipping_address`

/** A product that can be put into a cart. */
const NamedProduct = Schema.Struct({ product_id: ProductId, name: UserText, price: MoneyFromNumeric })
export type NamedProduct = typeof NamedProduct.Type

/** A product as it is put into a cart: by its id or by a name. */
export type Wanted = { readonly product_id: ProductId } | { readonly product_name: string }

/** The most products that are listed for a name. */
const maxCandidates = 5

/** A product with its place in the cart before the change. */
const Line = Schema.Struct({
  ...NamedProduct.fields,
  is_active: Schema.Boolean,
  available: Schema.Int,
  restock: NextRestock,
  /** Units in the cart, and different products in it. */
  held: Schema.Int,
  lines: Schema.Int,
  /** Of the whole cart, without what is not sold any more. */
  subtotal: MoneyFromNumeric
})
export type Line = typeof Line.Type

/** What became of a change. */
const Change = Schema.Struct({
  /** The cart was changed by somebody else while it was read: nothing was done. */
  is_stale: Schema.Boolean,
  /** The products that fit, each with its place in the cart. */
  fitting: Schema.Array(Line),
  /** False: nothing was changed. */
  changed: Schema.Boolean,
  /** Where a cart that was made for the change goes; null for any other, and without an earlier order. */
  delivery: Schema.NullOr(TakenDelivery)
})

const Quantity = Schema.Struct({ owner: UserId, product: ProductId, quantity: Schema.Int })

/**
 * The statements that change a line of a cart. Each takes the cart, and is run a second time when somebody else came
 * first, whom it then has waited for.
 */
export const lineChanges = Effect.map(SqlClient.SqlClient, (sql) => {
  /** In a name anywhere, when there is enough of it for the trigram index; else at the start of a word. */
  const within = (part: string, pattern: string) =>
    /[\p{L}\p{N}]{3}/u.test(part)
      ? sql`folded_name LIKE '%' || folded(${pattern}) || '%'`
      : sql`(folded_name LIKE folded(${pattern}) || '%' OR folded_name LIKE '% ' || folded(${pattern}) || '%')`

  /** Ids of products on sale, of those with a whole name first that it fits. One without a letter or figure fits none. */
  const idsOf = (wanted: Wanted) => {
    if ("product_id" in wanted) {
      return sql`SELECT id FROM products WHERE id = ${wanted.product_id} AND is_active`
    }
    const { product_name: name } = wanted
    if (!/[\p{L}\p{N}]/u.test(name)) {
      return sql`SELECT id FROM products WHERE false`
    }
    const pattern = literally(name)
    return sql`
      WITH exact AS (SELECT id, name FROM products WHERE is_active AND folded_name LIKE folded(${pattern}))
      SELECT id FROM (
        SELECT id, name FROM exact
        UNION ALL
        SELECT id, name FROM products
        WHERE is_active AND ${within(name, pattern)} AND NOT EXISTS (SELECT FROM exact)
        ORDER BY name, id
        LIMIT ${maxCandidates}
      ) named`
  }

  /** What all changes look at: what is in the cart, and `fitting`, the products of `ids` with their place in it. */
  const around = (owner: string, ids: Statement.Fragment) => sql`
    lines AS (
      SELECT i.product_id, i.quantity, p.price, p.is_active
      FROM carts c
      JOIN cart_items i ON i.cart_id = c.id
      JOIN products p ON p.id = i.product_id
      WHERE c.user_id = ${owner}
    ), ids AS MATERIALIZED (${ids}),
    fitting AS (
      SELECT p.id, p.name, p.price, p.is_active,
        ${unitsInStock(sql)} AS available,
        ${nextRestock(sql)} AS restock,
        COALESCE((SELECT quantity FROM lines WHERE product_id = p.id), 0) AS held,
        (SELECT count(*)::int FROM lines) AS lines,
        (SELECT COALESCE(sum(price * quantity), 0) FROM lines WHERE is_active) AS subtotal
      FROM products p
      WHERE p.id IN (SELECT id FROM ids)
    )`

  /** One row of `Change`; `cart` is what was taken of it, `changed` the lines that were changed. */
  const told = (isStale: Statement.Fragment, delivery = sql`NULL::jsonb`) => sql`
    SELECT ${isStale} AS is_stale, EXISTS (SELECT FROM changed) AS changed, ${delivery} AS delivery,
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('product_id', id, 'name', name, 'price', price::text,
          'is_active', is_active, 'available', available, 'restock', restock, 'held', held, 'lines', lines,
          'subtotal', subtotal::text) ORDER BY name, id)
        FROM fitting
      ), '[]') AS fitting`

  /** A cart that is there, but could not be taken. */
  const isMissed = (owner: string) => sql`
    NOT EXISTS (SELECT FROM cart) AND EXISTS (SELECT FROM carts WHERE user_id = ${owner})`

  /** Of a cart that was not there when the statement began. */
  const takenDelivery = (owner: string) => sql`
    (SELECT jsonb_build_object('recipient_name', recipient_name, 'shipping_address', shipping_address) FROM cart
      WHERE shipping_address IS NOT NULL AND NOT EXISTS (SELECT FROM carts WHERE user_id = ${owner}))`

  const insertLine = (wanted: Wanted) =>
    SqlSchema.single({
      Request: Schema.Struct({ owner: UserId, quantity: Schema.Int }),
      Result: Change,
      execute: ({ owner, quantity }) => sql`
        WITH cart AS (${takeOrMakeCart(sql, owner)}),
        ${around(owner, idsOf(wanted))},
        changed AS (
          INSERT INTO cart_items (cart_id, product_id, quantity)
          SELECT c.id, f.id, f.held + ${quantity}::int
          FROM cart c
          CROSS JOIN fitting f
          WHERE f.held + ${quantity}::int <= least(f.available, ${maxQuantity}::int)
            AND (f.held > 0 OR f.lines < ${maxLines}::int) AND (SELECT count(*) FROM fitting) = 1
          ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = EXCLUDED.quantity
          RETURNING product_id
        )
        ${told(sql`NOT EXISTS (SELECT FROM cart)`, takenDelivery(owner))}`
    })

  const idsInCart = (product: string) => sql`SELECT product_id AS id FROM lines WHERE product_id = ${product}`

  const updateLine = SqlSchema.single({
    Request: Quantity,
    Result: Change,
    execute: ({ owner, product, quantity }) => sql`
      WITH cart AS (${takeCart(sql, owner)}),
      ${around(owner, idsInCart(product))},
      changed AS (
        UPDATE cart_items i SET quantity = ${quantity}::int
        FROM cart c, fitting f
        WHERE i.cart_id = c.id AND i.product_id = f.id AND f.is_active
          AND ${quantity}::int <= least(f.available, ${maxQuantity}::int)
        RETURNING i.product_id
      )
      ${told(isMissed(owner))}`
  })

  const deleteLine = SqlSchema.single({
    Request: Schema.Struct({ owner: UserId, product: ProductId }),
    Result: Change,
    execute: ({ owner, product }) => sql`
      WITH cart AS (${takeCart(sql, owner)}),
      ${around(owner, idsInCart(product))},
      changed AS (
        DELETE FROM cart_items i USING cart c WHERE i.cart_id = c.id AND i.product_id = ${product}
        RETURNING i.product_id
      )
      ${told(isMissed(owner))}`
  })

  const settled = <E>(change: Effect.Effect<typeof Change.Type, E>) =>
    orUnavailable(Effect.flatMap(change, (found) => (found.is_stale ? change : Effect.succeed(found))))

  return {
    /** Adds units of the product that is wanted, if it is the only one and the cart can hold them. */
    insert: (owner: UserId, wanted: Wanted, quantity: number) => settled(insertLine(wanted)({ owner, quantity })),
    /** Sets the units of a product in the cart, if it is on sale and there are so many. */
    update: (owner: UserId, product: ProductId, quantity: number) => settled(updateLine({ owner, product, quantity })),
    /** Takes a product out of the cart. */
    delete: (owner: UserId, product: ProductId) => settled(deleteLine({ owner, product }))
  }
})
