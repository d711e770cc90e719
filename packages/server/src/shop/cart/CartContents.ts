import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type User, UserId } from "@storefront/domain/Identity"
import { CartId, ProductId } from "@storefront/domain/Ids"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { type Coupon, CouponCode } from "@storefront/domain/Pricing"
import { type CartLine, type CartPrice, price, type PricingFacts } from "@storefront/domain/rules/CartPricing"
import { type OrderLine } from "@storefront/domain/tools/OrderTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { DateTime, Effect, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isSold } from "../catalog/SoldProducts.ts"
import { unitsInStock } from "../catalog/StockByWarehouse.ts"
import { CouponJson, couponColumns } from "../pricing/Coupons.ts"
import { FactsRow, factsQuery } from "../pricing/PricingFacts.ts"
import { deliveryFields } from "./Delivery.ts"

/** A cart line with the current data of its product. */
const Line = Schema.Struct({
  product_id: ProductId,
  /** Group of a variant; null for others. */
  group_id: Schema.NullOr(ProductId),
  name: UserText,
  brand: UserText,
  category: Category,
  price: MoneyFromNumeric,
  /** Equal to `price` when the product is not on sale. */
  original_price: MoneyFromNumeric,
  quantity: Schema.Int,
  /** Sum over all warehouses. */
  available_quantity: Schema.Int,
  purchasable: Schema.Boolean,
  /** Name that the shop's till knows it by; null if none is known. */
  checkout_key: Schema.NullOr(Schema.String)
})

/** A cart as stored, with list prices. */
export const CartContents = Schema.Struct({
  id: CartId,
  coupon_code: Schema.NullOr(CouponCode),
  ...deliveryFields,
  /** The last link to the shop's till that the customer was given, and its time. */
  checkout_url: Schema.NullOr(Schema.String),
  checkout_url_at: Schema.NullOr(Schema.DateTimeUtc),
  /** In the order in which they were added. */
  lines: Schema.Array(Line)
})
export type CartContents = typeof CartContents.Type
export type StoredLine = CartContents["lines"][number]

/** A cart with everything that its price depends on. */
const Row = Schema.Struct({ contents: Schema.NullOr(CartContents), coupon: Schema.NullOr(CouponJson), facts: FactsRow })

/** A cart with its price and the facts behind it. */
export interface PricedCart {
  /** Null when the customer has no cart yet. */
  readonly contents: CartContents | null
  readonly priced: CartPrice
  /** The cart's coupon, valid or not. */
  readonly coupon: Coupon | null
  readonly facts: PricingFacts
}

/** Converts lines to those of an order. */
export const orderLines = (lines: ReadonlyArray<StoredLine>): ReadonlyArray<typeof OrderLine.Type> =>
  lines.map(({ brand, category, name, price: unit_price, product_id, quantity }) => ({
    product_id,
    name,
    category,
    brand,
    quantity,
    unit_price,
    subtotal: Money.make(unit_price * quantity)
  }))

/** Returns the lines to price: those whose product is still sold. */
export const pricedLines = (lines: ReadonlyArray<StoredLine>): ReadonlyArray<CartLine> =>
  lines
    .filter(({ purchasable }) => purchasable)
    .map(({ category, group_id: groupId, price: unitPrice, product_id: productId, quantity }) => ({
      productId,
      groupId,
      category,
      unitPrice,
      quantity
    }))

export const pricedCart = ({ contents, coupon, facts }: Omit<PricedCart, "priced">): PricedCart => {
  const code = contents?.coupon_code ?? null
  const cartCoupon = code === null ? null : { code, found: coupon }
  return { contents, coupon, facts, priced: price(pricedLines(contents?.lines ?? []), facts, cartCoupon) }
}

/** Query for a customer's cart. */
export const cartOf = (sql: SqlClient.SqlClient, owner: User): Statement.Fragment =>
  sql`SELECT * FROM carts WHERE user_id = ${owner.id}`

/**
 * Reads a cart with everything its price depends on, in one statement, and prices it as of now. `cart` is a query or an
 * update that returns the cart's row or none; everything else is read as of the statement's start.
 */
export const readCart = (sql: SqlClient.SqlClient) => {
  const select = (cart: Statement.Fragment) =>
    SqlSchema.single({
      Request: Schema.Struct({ id: UserId, now: Schema.DateTimeUtcFromDate }),
      Result: Row,
      execute: ({ id, now }) => sql`
        WITH cart AS (${cart}),
        lines AS (
          SELECT jsonb_agg(
            jsonb_build_object('product_id', p.id, 'name', p.name, 'brand', p.brand, 'category', p.category,
              'price', p.price::text, 'original_price', p.original_price::text, 'quantity', i.quantity, 'purchasable', ${isSold(sql)}, 'group_id', p.group_id,
              'checkout_key', COALESCE(p.checkout_key, p.external_id),
              'available_quantity', ${unitsInStock(sql)})
            ORDER BY i.seq) AS lines
          FROM cart c
          JOIN cart_items i ON i.cart_id = c.id
          JOIN products p ON p.id = i.product_id
        ), coupon AS (
          SELECT ${couponColumns(sql)} FROM coupons WHERE code = (SELECT coupon_code FROM cart)
        )
        SELECT
          (SELECT jsonb_build_object('id', c.id, 'coupon_code', c.coupon_code, 'recipient_name', c.recipient_name,
              'shipping_address', c.shipping_address, 'billing_address', c.billing_address,
              'billing_same_as_shipping', c.billing_same_as_shipping,
              'order_recipient_name', c.order_recipient_name, 'order_shipping_address', c.order_shipping_address,
              'checkout_url', c.checkout_url, 'checkout_url_at', c.checkout_url_at,
              'lines', COALESCE(l.lines, '[]'))
            FROM cart c, lines l) AS contents,
          (SELECT to_jsonb(k) FROM coupon k) AS coupon,
          (SELECT to_jsonb(f) FROM (${factsQuery(sql, id, now)}) f) AS facts`
    })

  return Effect.fnUntraced(function* (buyer: User, cart: Statement.Fragment) {
    const now = yield* DateTime.now
    const { contents, coupon, facts: row } = yield* select(cart)({ id: buyer.id, now })
    const { promotions, ...tier } = row
    return pricedCart({ contents, coupon, facts: { now, email: buyer.email, tier, promotions } })
  }, orUnavailable)
}
