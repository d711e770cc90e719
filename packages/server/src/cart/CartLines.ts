import { SqlClient, SqlSchema } from "@effect/sql"
import { Day } from "@storefront/domain/Catalog"
import { ProductNotFound } from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { CartId, ProductId } from "@storefront/domain/Ids"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import {
  AddedLine,
  addToCart,
  ChangedLine,
  maxLines,
  maxQuantity,
  RemovedLine,
  removeFromCart,
  updateCartQuantity
} from "@storefront/domain/tools/CartTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { type EffectKeyReused, ToolEffects, type Written } from "../agent/ToolEffects.ts"
import { lockCart, lockOrMakeCart } from "./CartLock.ts"

/** When more units of a product arrive. */
const NextRestock = Schema.NullOr(Schema.Struct({ date: Day, quantity: Schema.Int, warehouse: Schema.String }))

/** A cart cannot hold that: the warehouses do not, or it would be more of one product or more products than it takes. */
export class CartLimit extends Data.TaggedError("CartLimit")<{
  readonly reason: "out_of_stock" | "max_quantity" | "max_products"
  readonly availableQuantity: number
  readonly nextRestock: typeof NextRestock.Type
}> {}

/** The product is in the cart, but not sold any more. */
export class LineNotPurchasable extends Data.TaggedError("LineNotPurchasable") {}

/** A product that can be put into a cart. */
const NamedProduct = Schema.Struct({ product_id: ProductId, name: UserText, price: MoneyFromNumeric })
export type NamedProduct = typeof NamedProduct.Type

const Change = Schema.Struct({ cart: CartId, product: ProductId, quantity: Schema.Int })

/** A product with its place in the cart before the change. */
const Changing = Schema.Struct({
  name: UserText,
  price: MoneyFromNumeric,
  available: Schema.Int,
  restock: NextRestock,
  /** Units in the cart, and different products in it. */
  held: Schema.Int,
  lines: Schema.Int,
  /** Of the whole cart, without what is not sold any more. */
  subtotal: MoneyFromNumeric,
  /** False: it would have been too much, and nothing was changed. */
  changed: Schema.Boolean
})

/**
 * The lines of carts. Every change locks the cart first, so that checkout orders what it read. At most three statements,
 * beside the two that claim and keep the result of an effect key. Failures of the database are defects.
 */
export class CartLines extends Context.Tag("@storefront/server/cart/CartLines")<
  CartLines,
  {
    /**
     * Active products of exactly that name in whatever letter case, else those in whose name it occurs, by name and at
     * most `limit`.
     */
    readonly named: (name: string, limit: number) => Effect.Effect<ReadonlyArray<NamedProduct>>
    /** Puts units of an active product into the cart, to those that are in it already. */
    readonly add: (
      owner: UserId,
      product: ProductId,
      quantity: number
    ) => Effect.Effect<Written<typeof AddedLine.Type>, ProductNotFound | CartLimit | EffectKeyReused>
    /** Sets how many units of a product that is in the cart there are; 0 removes it. */
    readonly change: (
      owner: UserId,
      product: ProductId,
      quantity: number
    ) => Effect.Effect<
      Written<typeof ChangedLine.Type>,
      ProductNotFound | LineNotPurchasable | CartLimit | EffectKeyReused
    >
    readonly remove: (
      owner: UserId,
      product: ProductId
    ) => Effect.Effect<Written<typeof RemovedLine.Type>, ProductNotFound | EffectKeyReused>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const lock = lockCart(sql)
      const lockOrMake = lockOrMakeCart(sql)

      const selectNamed = SqlSchema.findAll({
        Request: Schema.Struct({ pattern: Schema.String, limit: Schema.Int }),
        Result: NamedProduct,
        execute: ({ limit, pattern }) => sql`
          WITH exact AS (
            SELECT id, name, price FROM products WHERE is_active AND name ILIKE ${pattern}::text
          )
          SELECT id AS product_id, name, price FROM exact
          UNION ALL
          SELECT id, name, price FROM products
          WHERE is_active AND name ILIKE '%' || ${pattern}::text || '%' AND NOT EXISTS (SELECT FROM exact)
          ORDER BY name, product_id
          LIMIT ${limit}`
      })

      /** What all changes of a line look at: the lines of the cart, and the product that is wanted. */
      const around = (cart: string, product: string) => sql`
        lines AS (
          SELECT i.product_id, i.quantity, p.price, p.is_active
          FROM cart_items i
          JOIN products p ON p.id = i.product_id
          WHERE i.cart_id = ${cart}
        ), wanted AS (
          SELECT p.id, p.name, p.price, p.is_active,
            (SELECT COALESCE(sum(quantity), 0)::int FROM warehouse_inventory WHERE product_id = p.id) AS available,
            (SELECT jsonb_build_object('date', r.expected_date::text, 'quantity', r.expected_quantity, 'warehouse', h.name)
              FROM restock_schedule r
              JOIN warehouses h ON h.id = r.warehouse_id
              WHERE r.product_id = p.id AND r.expected_date >= current_date
              ORDER BY r.expected_date, h.name
              LIMIT 1) AS restock,
            COALESCE((SELECT quantity FROM lines WHERE product_id = p.id), 0) AS held,
            (SELECT count(*)::int FROM lines) AS lines,
            (SELECT COALESCE(sum(price * quantity), 0) FROM lines WHERE is_active) AS subtotal
          FROM products p
          WHERE p.id = ${product}
        )`

      const insertLine = SqlSchema.findOne({
        Request: Change,
        Result: Changing,
        execute: ({ cart, product, quantity }) => sql`
          WITH ${around(cart, product)},
          added AS (
            INSERT INTO cart_items (cart_id, product_id, quantity)
            SELECT ${cart}::uuid, id, held + ${quantity}::int FROM wanted
            WHERE is_active AND held + ${quantity}::int <= least(available, ${maxQuantity}::int)
              AND (held > 0 OR lines < ${maxLines}::int)
            ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = EXCLUDED.quantity
            RETURNING product_id
          )
          SELECT name, price, available, restock, held, lines, subtotal, EXISTS (SELECT FROM added) AS changed
          FROM wanted
          WHERE is_active`
      })

      const updateLine = SqlSchema.findOne({
        Request: Change,
        Result: Schema.Struct({ ...Changing.fields, is_active: Schema.Boolean }),
        execute: ({ cart, product, quantity }) => sql`
          WITH ${around(cart, product)},
          emptied AS (
            DELETE FROM cart_items WHERE cart_id = ${cart} AND product_id = ${product} AND ${quantity}::int = 0
            RETURNING product_id
          ), changed AS (
            UPDATE cart_items i SET quantity = ${quantity}::int FROM wanted w
            WHERE i.cart_id = ${cart} AND i.product_id = w.id AND w.is_active
              AND ${quantity}::int BETWEEN 1 AND least(w.available, ${maxQuantity}::int)
            RETURNING product_id
          )
          SELECT name, price, available, restock, held, lines, subtotal, is_active,
            EXISTS (SELECT FROM emptied UNION ALL SELECT FROM changed) AS changed
          FROM wanted
          WHERE held > 0`
      })

      const deleteLine = SqlSchema.findOne({
        Request: Schema.Struct({ cart: CartId, product: ProductId }),
        Result: Schema.Struct({ name: UserText, left: Schema.Int }),
        execute: ({ cart, product }) => sql`
          WITH removed AS (
            DELETE FROM cart_items WHERE cart_id = ${cart} AND product_id = ${product} RETURNING product_id
          )
          SELECT p.name, (SELECT count(*)::int - 1 FROM cart_items WHERE cart_id = ${cart}) AS left
          FROM removed r
          JOIN products p ON p.id = r.product_id`
      })

      const limitOf = (quantity: number, { available, restock }: typeof Changing.Type) =>
        new CartLimit({
          reason: quantity > available ? "out_of_stock" : quantity > maxQuantity ? "max_quantity" : "max_products",
          availableQuantity: available,
          nextRestock: restock
        })

      /** A product that is not there, or, for changes of what is in the cart, that is not in it. */
      const required = <A>(row: Option.Option<A>) =>
        Option.match(row, { onNone: () => new ProductNotFound(), onSome: Effect.succeed })

      const addLine = Effect.fnUntraced(function* (owner: UserId, product: ProductId, quantity: number) {
        const { id: cart } = yield* Effect.orDie(lockOrMake(owner))
        const line = yield* required(yield* Effect.orDie(insertLine({ cart, product, quantity })))
        const total = line.held + quantity
        if (!line.changed) {
          return yield* limitOf(total, line)
        }
        return {
          product_id: product,
          name: line.name,
          price: line.price,
          quantity_in_cart: total,
          available_quantity: line.available,
          item_count: line.lines + (line.held === 0 ? 1 : 0),
          subtotal: Money.make(line.subtotal + line.price * quantity)
        }
      })

      const changeLine = Effect.fnUntraced(function* (owner: UserId, product: ProductId, quantity: number) {
        const { id: cart } = yield* required(yield* Effect.orDie(lock(owner)))
        const line = yield* required(yield* Effect.orDie(updateLine({ cart, product, quantity })))
        if (!line.changed) {
          return yield* line.is_active ? limitOf(quantity, line) : new LineNotPurchasable()
        }
        const added = line.is_active ? line.price * (quantity - line.held) : 0
        return {
          product_id: product,
          name: line.name,
          price: line.price,
          quantity,
          subtotal: Money.make(line.price * quantity),
          cart_subtotal: Money.make(line.subtotal + added)
        }
      })

      const removeLine = Effect.fnUntraced(function* (owner: UserId, product: ProductId) {
        const { id: cart } = yield* required(yield* Effect.orDie(lock(owner)))
        const { left, name } = yield* required(yield* Effect.orDie(deleteLine({ cart, product })))
        return { product_id: product, name, item_count: left }
      })

      return {
        named: Effect.fn("CartLines.named")((name: string, limit: number) =>
          Effect.orDie(selectNamed({ pattern: name.replace(/[\\%_]/g, "\\$&"), limit }))
        ),

        add: Effect.fn("CartLines.add")((owner: UserId, product: ProductId, quantity: number) =>
          effects.once(
            { caller: owner, toolName: addToCart.name, params: { product_id: product, quantity }, result: AddedLine },
            addLine(owner, product, quantity)
          )
        ),

        change: Effect.fn("CartLines.change")((owner: UserId, product: ProductId, quantity: number) =>
          effects.once(
            {
              caller: owner,
              toolName: updateCartQuantity.name,
              params: { product_id: product, quantity },
              result: ChangedLine
            },
            changeLine(owner, product, quantity)
          )
        ),

        remove: Effect.fn("CartLines.remove")((owner: UserId, product: ProductId) =>
          effects.once(
            { caller: owner, toolName: removeFromCart.name, params: { product_id: product }, result: RemovedLine },
            removeLine(owner, product)
          )
        )
      }
    })
  )
}
