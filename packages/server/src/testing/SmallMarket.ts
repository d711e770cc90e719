import { SqlClient } from "@effect/sql"
import { Email, User, UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { settleScoped } from "@storefront/domain/ShopSettings"
import { Effect, Layer } from "effect"
import { v7 as uuid } from "uuid"
import { address, atlas, seller, shop } from "./SmallShop.ts"

/** The small shop with everything that a checkout needs: carriers with rates, delivery areas and coupons. */

export const swiftCourier = "cccccccc-0000-4000-8000-000000000002"

export const portland = { street: "12 Oak Avenue", city: "Portland", state: "OR", zip: "97201", country: "US" }

/**
 * Pigeon Ground (standard) charges 5.95 within a region and 9.95 between regions, Swift Courier (express) 14.95 and
 * 20.95. Coupons: TEN 10 %, HOME5 5.00 off Home from 100.00, ONCE 20.00 for a single use, OVER expired, BOBS for Bob
 * only.
 */
const trade = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO carriers (id, name, speed_tier, base_rate) VALUES (${swiftCourier}, 'Swift Courier', 'express', 14.95)`
    yield* sql`INSERT INTO shipping_rates (carrier_id, region_from, region_to, price, days_min, days_max)
      SELECT c.id, f.region, t.region,
        c.base_rate + CASE WHEN f.region = t.region THEN 0 WHEN c.speed_tier = 'standard' THEN 4 ELSE 6 END,
        CASE c.speed_tier WHEN 'standard' THEN 3 ELSE 1 END + CASE WHEN f.region = t.region THEN 0 ELSE 2 END,
        CASE c.speed_tier WHEN 'standard' THEN 5 ELSE 2 END + CASE WHEN f.region = t.region THEN 0 ELSE 2 END
      FROM carriers c, (VALUES ('east'), ('west')) f (region), (VALUES ('east'), ('west')) t (region)`
    yield* sql`INSERT INTO delivery_areas (country, state, region) VALUES ('US', 'MA', 'east'), ('US', 'OR', 'west')`
    yield* sql`INSERT INTO coupons (code, description, discount_type, discount_value, min_spend, applicable_categories) VALUES
      ('TEN', '10% off', 'percentage', 10, 0, NULL), ('HOME5', '5 off Home', 'fixed', 5, 100, ARRAY['Home'])`
    yield* sql`INSERT INTO coupons (code, discount_type, discount_value, usage_limit, valid_from, valid_until, user_specific_email)
      VALUES ('ONCE', 'fixed', 20, 1, '2020-01-01', NULL, NULL), ('OVER', 'fixed', 20, NULL, '2020-01-01', '2021-01-01', NULL),
        ('BOBS', 'fixed', 20, NULL, '2020-01-01', NULL, 'bob@example.com')`
  })
)

export const market = Layer.provideMerge(trade, shop)

/** Creates `count` customers. */
export const newcomers = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const people = Array.from({ length: count }, (_, index) => {
    const id = UserId.make(uuid())
    return new User({ id, email: Email.make(`${id}@example.com`), name: `Buyer ${index}`, role: "customer" })
  })
  yield* sql`INSERT INTO users ${sql.insert(people.map((person) => ({ ...person, password_hash: "-" })))}`
  return people
})

/** Creates a customer. */
export const newcomer = Effect.map(newcomers(1), ([person]) => person!)

/** Creates a product with stock in the east and in the west. */
export const newProduct = Effect.fnUntraced(function* (
  stock: { readonly east?: number; readonly west?: number } = { east: 10, west: 10 },
  changes: { readonly name?: string; readonly price?: string; readonly category?: string } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const product = {
    id: ProductId.make(uuid()),
    name: "Brindlecote Plain Shelf",
    brand: "Brindlecote",
    category: "Home",
    price: "50.00",
    ...changes
  }
  yield* sql`INSERT INTO products ${sql.insert({
    ...product,
    seller_id: seller.id,
    description: "",
    original_price: product.price,
    image_url: "/images/products/x.svg"
  })}`
  yield* sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity)
    SELECT id, ${product.id}::uuid, CASE region WHEN 'east' THEN ${stock.east ?? 0}::int ELSE ${stock.west ?? 0}::int END
    FROM warehouses`
  return product
})

interface CartOptions {
  readonly coupon?: string
  readonly shipTo?: typeof address | null
}

/** Gives a customer a cart with these products, delivered to Boston by default. */
export const fillCart = Effect.fnUntraced(function* (
  owner: User,
  lines: ReadonlyArray<readonly [product: { readonly id: ProductId }, quantity: number]>,
  { coupon, shipTo = address }: CartOptions = {}
) {
  const sql = yield* SqlClient.SqlClient
  const shipping = shipTo === null ? null : JSON.stringify(shipTo)
  const [cart] = yield* sql<{ readonly id: string }>`
    INSERT INTO carts (id, user_id, coupon_code, recipient_name, shipping_address, billing_address)
    VALUES (${uuid()}, ${owner.id}, ${coupon ?? null}, ${shipTo === null ? null : owner.name}, ${shipping}, ${shipping})
    ON CONFLICT (user_id) DO UPDATE SET coupon_code = EXCLUDED.coupon_code RETURNING id`
  for (const [index, [product, quantity]] of lines.entries()) {
    yield* sql`INSERT INTO cart_items ${sql.insert({
      cart_id: cart!.id,
      product_id: product.id,
      quantity,
      added_at: `2026-01-01T00:${String(index).padStart(2, "0")}:00Z`
    })}`
  }
})

/** Counts the units of a product in all warehouses. */
export const unitsOf = ({ id }: { readonly id: ProductId }) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        readonly units: number
      }>`SELECT sum(quantity)::int AS units FROM warehouse_inventory WHERE product_id = ${id}`,
      ([row]) => row!.units
    )
  )

/** Reads a customer's spend, in dollars. */
export const spendOf = ({ id }: User) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ readonly spend: string }>`SELECT total_spend AS spend FROM users WHERE id = ${id}`, ([row]) =>
      Number(row!.spend)
    )
  )

/** Reads the quantities in a customer's cart, by product. */
export const cartOf = ({ id }: User) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly product_id: string; readonly quantity: number }>`
        SELECT i.product_id, i.quantity FROM cart_items i JOIN carts c ON c.id = i.cart_id
        WHERE c.user_id = ${id} ORDER BY i.seq`,
      (rows) => rows.map(({ product_id, quantity }) => [product_id, quantity] as const)
    )
  )

/** No longer sold. */
export const discontinued = atlas

/** The market in yen, at a hundred times its amounts, and this process as a program of such a shop while it is there. */
export const marketInYen = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE products SET price = price * 100, original_price = original_price * 100`
    yield* sql`UPDATE carriers SET base_rate = base_rate * 100`
    yield* sql`UPDATE shipping_rates SET price = price * 100`
    yield* sql`UPDATE coupons SET discount_value = discount_value * 100 WHERE discount_type = 'fixed'`
    yield* sql`UPDATE coupons SET min_spend = min_spend * 100`
    yield* sql`UPDATE loyalty_tiers SET min_spend = min_spend * 100, free_shipping_threshold = free_shipping_threshold * 100`
  })
).pipe(
  Layer.provideMerge(market),
  Layer.merge(Layer.scopedDiscard(settleScoped({ currency: { code: "JPY", decimals: 0 }, language: "en-US" })))
)
