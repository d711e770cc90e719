import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { AddressResult } from "@storefront/domain/Address"
import { Category } from "@storefront/domain/Catalog"
import { CartId, ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { CouponCode } from "@storefront/domain/Pricing"
import { type CartLine } from "@storefront/domain/rules/CartPricing"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** A line of a cart, with what the shop says about its product now. */
const Line = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  brand: UserText,
  category: Category,
  image_url: Schema.String,
  price: MoneyFromNumeric,
  quantity: Schema.Int,
  /** Units in all warehouses together. */
  available_quantity: Schema.Int,
  purchasable: Schema.Boolean
})

/** A cart as it is stored; nothing in it is a price that was promised. */
export const CartContents = Schema.Struct({
  id: CartId,
  coupon_code: Schema.NullOr(CouponCode),
  recipient_name: Schema.NullOr(UserText),
  shipping_address: Schema.NullOr(AddressResult),
  billing_address: Schema.NullOr(AddressResult),
  billing_same_as_shipping: Schema.Boolean,
  /** In the order in which they were put in. */
  lines: Schema.Array(Line)
})
export type CartContents = typeof CartContents.Type
export type StoredLine = CartContents["lines"][number]

/**
 * Reads a cart in one statement; `cart` is a query or a change that gives one row of `carts` or none. Lines and products
 * are read as they were when the statement began.
 */
export const readContents = (sql: SqlClient.SqlClient, cart: Statement.Fragment) =>
  SqlSchema.findOne({
    Request: Schema.Void,
    Result: CartContents,
    execute: () => sql`
      WITH cart AS (${cart})
      SELECT c.id, c.coupon_code, c.recipient_name, c.shipping_address, c.billing_address, c.billing_same_as_shipping,
        COALESCE(l.lines, '[]') AS lines
      FROM cart c
      CROSS JOIN LATERAL (
        SELECT jsonb_agg(
          jsonb_build_object('product_id', p.id, 'name', p.name, 'brand', p.brand, 'category', p.category,
            'image_url', p.image_url, 'price', p.price::text, 'quantity', i.quantity, 'purchasable', p.is_active,
            'available_quantity', COALESCE((
              SELECT sum(s.quantity) FROM warehouse_inventory s WHERE s.product_id = p.id), 0))
          ORDER BY i.added_at, p.id) AS lines
        FROM cart_items i
        JOIN products p ON p.id = i.product_id
        WHERE i.cart_id = c.id
      ) l`
  })(undefined)

/** The lines that have a price: those whose product is still sold. */
export const pricedLines = (lines: ReadonlyArray<StoredLine>): ReadonlyArray<CartLine> =>
  lines
    .filter(({ purchasable }) => purchasable)
    .map(({ category, price, product_id, quantity }) => ({
      productId: product_id,
      category,
      unitPrice: price,
      quantity
    }))
