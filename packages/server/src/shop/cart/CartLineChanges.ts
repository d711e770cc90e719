import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { NextRestock } from "@storefront/domain/Inventory"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { maxLines, maxQuantity, InheritedDelivery } from "@storefront/domain/tools/CartTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isSold } from "../catalog/SoldProducts.ts"
import { nextRestock } from "../inventory/Restocks.ts"
import { unitsInStock } from "../catalog/StockByWarehouse.ts"
import { escapeLike } from "../../platform/text/Text.ts"
import { createOrLockCart } from "./Delivery.ts"

/**
 * Locks the customer's cart until the end of the transaction, within the changing statement, and returns its id.
 * Returns no row when the cart changed after the statement's snapshot; the statement then changes nothing, and is
 * retried.
 *
 * `xmin` is the transaction that last wrote the row, so every change of a cart must write its row.
 */
const lockCart = (sql: SqlClient.SqlClient, owner: string) => sql`
  UPDATE carts SET updated_at = now()
  WHERE user_id = ${owner} AND xmin = (SELECT xmin FROM carts WHERE user_id = ${owner})
  RETURNING id`

/** Locks as `lockCart` does, but creates a missing cart. */
const lockOrCreateCart = (sql: SqlClient.SqlClient, owner: string) => sql`
  ${createOrLockCart(sql, owner)}
  WHERE carts.xmin = (SELECT xmin FROM carts WHERE user_id = ${owner})
  RETURNING id, recipient_name, shipping_address`

const NamedProduct = Schema.Struct({ product_id: ProductId, name: UserText, price: MoneyFromNumeric })
export type NamedProduct = typeof NamedProduct.Type

/** A product given by id or by name. */
export type ProductReference = { readonly product_id: ProductId } | { readonly product_name: string }

/** Maximum number of products offered as matches of a name. */
const maxCandidates = 5

/** A matching product, with its state in the cart before the change. */
const Line = Schema.Struct({
  ...NamedProduct.fields,
  is_sold: Schema.Boolean,
  available: Schema.Int,
  restock: NextRestock,
  /** Units of this product in the cart; `lines` counts the products in the cart. */
  held: Schema.Int,
  lines: Schema.Int,
  /** Subtotal of the cart, without products that are no longer sold. */
  subtotal: MoneyFromNumeric
})
export type Line = typeof Line.Type

const Change = Schema.Struct({
  /** A concurrent change came first, and nothing was changed. */
  is_stale: Schema.Boolean,
  /** Matching products, each with its state in the cart. */
  fitting: Schema.Array(Line),
  changed: Schema.Boolean,
  /** Delivery inherited by a cart created for this change; null for an existing cart, or without an earlier order. */
  delivery: Schema.NullOr(InheritedDelivery)
})
export type LineChange = typeof Change.Type

const Quantity = Schema.Struct({ owner: UserId, quantity: Schema.Int })

/** Returns whether a text has letters or digits, without which it names nothing. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Statements that change a cart line. Each locks the cart, and is retried once after a concurrent change. */
export const lineChanges = Effect.map(SqlClient.SqlClient, (sql) => {
  /**
   * Matches a part of a name: anywhere with three letters or digits in a row, which the trigram index needs, otherwise
   * at the start of a word.
   */
  const matchesPart = (part: string, pattern: string) =>
    /[\p{L}\p{N}]{3}/u.test(part)
      ? sql`folded_name LIKE '%' || folded(${pattern}) || '%'`
      : sql`(folded_name LIKE folded(${pattern}) || '%' OR folded_name LIKE '% ' || folded(${pattern}) || '%')`

  const nothing = sql`SELECT id FROM products WHERE false`

  /** Query for active products by id, and listed ones by name; exact names exclude partial ones. */
  const matchingIds = (reference: ProductReference) => {
    if ("product_id" in reference) {
      return sql`SELECT id FROM products WHERE id = ${reference.product_id} AND is_active`
    }
    const { product_name: name } = reference
    if (!hasWords(name)) {
      return nothing
    }
    const pattern = escapeLike(name)
    return sql`
      WITH exact AS (SELECT id, name FROM products WHERE is_listed AND folded_name LIKE folded(${pattern}))
      SELECT id FROM (
        SELECT id, name FROM exact
        UNION ALL
        SELECT id, name FROM products
        WHERE is_listed AND ${matchesPart(name, pattern)} AND NOT EXISTS (SELECT FROM exact)
        ORDER BY name, id
        LIMIT ${maxCandidates}
      ) named`
  }

  /** Common table expressions: the cart's lines, and `fitting`, the products of `ids` with their state in it. */
  const cartContext = (owner: string, ids: Statement.Fragment) => sql`
    lines AS (
      SELECT i.product_id, i.quantity, p.price, p.group_id, p.folded_name, ${isSold(sql)} AS is_sold
      FROM carts c
      JOIN cart_items i ON i.cart_id = c.id
      JOIN products p ON p.id = i.product_id
      WHERE c.user_id = ${owner}
    ), ids AS MATERIALIZED (${ids}),
    fitting AS (
      SELECT p.id, p.name, p.price, ${isSold(sql)} AS is_sold,
        ${unitsInStock(sql)} AS available,
        ${nextRestock(sql)} AS restock,
        COALESCE((SELECT quantity FROM lines WHERE product_id = p.id), 0) AS held,
        (SELECT count(*)::int FROM lines) AS lines,
        (SELECT COALESCE(sum(price * quantity), 0) FROM lines WHERE is_sold) AS subtotal
      FROM products p
      WHERE p.id IN (SELECT id FROM ids)
    )`

  /** Selects one row of `Change`; needs the common table expressions `fitting` and `changed`, the changed lines. */
  const changeRow = (isStale: Statement.Fragment, delivery = sql`NULL::jsonb`) => sql`
    SELECT ${isStale} AS is_stale, EXISTS (SELECT FROM changed) AS changed, ${delivery} AS delivery,
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('product_id', id, 'name', name, 'price', price::text,
          'is_sold', is_sold, 'available', available, 'restock', restock, 'held', held, 'lines', lines,
          'subtotal', subtotal::text) ORDER BY name, id)
        FROM fitting
      ), '[]') AS fitting`

  /** Condition that the cart exists but could not be locked. */
  const couldNotLock = (owner: string) => sql`
    NOT EXISTS (SELECT FROM cart) AND EXISTS (SELECT FROM carts WHERE user_id = ${owner})`

  /** Selects the delivery of a cart that this statement creates, otherwise null. */
  const inheritedDelivery = (owner: string) => sql`
    (SELECT jsonb_build_object('recipient_name', recipient_name, 'shipping_address', shipping_address) FROM cart
      WHERE shipping_address IS NOT NULL AND NOT EXISTS (SELECT FROM carts WHERE user_id = ${owner}))`

  const insertLine = (reference: ProductReference, isChosen: boolean) =>
    SqlSchema.single({
      Request: Schema.Struct({ owner: UserId, quantity: Schema.Int }),
      Result: Change,
      execute: ({ owner, quantity }) => sql`
        WITH cart AS (${lockOrCreateCart(sql, owner)}),
        ${cartContext(owner, matchingIds(reference))},
        changed AS (
          INSERT INTO cart_items (cart_id, product_id, quantity)
          SELECT c.id, f.id, f.held + ${quantity}::int
          FROM cart c
          CROSS JOIN fitting f
          WHERE f.held + ${quantity}::int <= least(f.available, ${maxQuantity}::int)
            AND (f.held > 0 OR f.lines < ${maxLines}::int) AND (SELECT count(*) FROM fitting) = 1
            AND f.is_sold AND ${isChosen}::boolean
          ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = EXCLUDED.quantity
          RETURNING product_id
        )
        ${changeRow(sql`NOT EXISTS (SELECT FROM cart)`, inheritedDelivery(owner))}`
    })

  /** Words of a text, folded. */
  const wordsOf = (text: Statement.Fragment) =>
    sql`array_remove(regexp_split_to_array(${text}, '[[:space:][:punct:]]+'), '')`

  /**
   * Query for lines of the cart. The id of a group stands for its variants. A whole name excludes others that have all
   * its words, in any order.
   */
  const matchingLines = (reference: ProductReference) => {
    if ("product_id" in reference) {
      const { product_id: id } = reference
      return sql`
        SELECT product_id AS id FROM lines
        WHERE product_id = ${id} OR (group_id = ${id} AND NOT EXISTS (SELECT FROM lines WHERE product_id = ${id}))`
    }
    const { product_name: name } = reference
    const isName = sql`folded_name = folded(${name})`
    return hasWords(name)
      ? sql`
          SELECT product_id AS id FROM lines
          WHERE ${isName} OR (${wordsOf(sql`folded(${name})`)} <@ ${wordsOf(sql`folded_name`)}
            AND NOT EXISTS (SELECT FROM lines WHERE ${isName}))`
      : nothing
  }

  /** Condition that a single line matches. */
  const isOne = sql`(SELECT count(*) FROM fitting) = 1`

  const updateLine = (reference: ProductReference) =>
    SqlSchema.single({
      Request: Quantity,
      Result: Change,
      execute: ({ owner, quantity }) => sql`
        WITH cart AS (${lockCart(sql, owner)}),
        ${cartContext(owner, matchingLines(reference))},
        changed AS (
          UPDATE cart_items i SET quantity = ${quantity}::int
          FROM cart c, fitting f
          WHERE i.cart_id = c.id AND i.product_id = f.id AND f.is_sold AND ${isOne}
            AND ${quantity}::int <= least(f.available, ${maxQuantity}::int)
          RETURNING i.product_id
        )
        ${changeRow(couldNotLock(owner))}`
    })

  const deleteLine = (reference: ProductReference) =>
    SqlSchema.single({
      Request: UserId,
      Result: Change,
      execute: (owner) => sql`
        WITH cart AS (${lockCart(sql, owner)}),
        ${cartContext(owner, matchingLines(reference))},
        changed AS (
          DELETE FROM cart_items i USING cart c, fitting f
          WHERE i.cart_id = c.id AND i.product_id = f.id AND ${isOne}
          RETURNING i.product_id
        )
        ${changeRow(couldNotLock(owner))}`
    })

  const retryIfStale = <E>(change: Effect.Effect<typeof Change.Type, E>) =>
    orUnavailable(Effect.flatMap(change, (found) => (found.is_stale ? change : Effect.succeed(found))))

  return {
    /**
     * Adds units of a product that is sold, if exactly one matches and stock and limits allow it. Adds nothing, and only
     * finds the products, unless the variant `isChosen`.
     */
    insert: (owner: UserId, reference: ProductReference, quantity: number, isChosen: boolean) =>
      retryIfStale(insertLine(reference, isChosen)({ owner, quantity })),
    /** Sets the units of a line, if exactly one matches, its product is sold, and stock and limits allow it. */
    update: (owner: UserId, reference: ProductReference, quantity: number) =>
      retryIfStale(updateLine(reference)({ owner, quantity })),
    /** Deletes a line, if exactly one matches. */
    delete: (owner: UserId, reference: ProductReference) => retryIfStale(deleteLine(reference)(owner))
  }
})
