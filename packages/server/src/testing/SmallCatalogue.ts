import { SqlClient } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Effect, Layer } from "effect"
import { seller } from "./SmallShop.ts"

/** A catalogue for tests of search, stock and prices, which depend on its words, prices and ratings. */

const makeProduct = (
  n: number,
  name: string,
  brand: string,
  category: string,
  price: string,
  rating: string,
  description: string,
  specs: Readonly<Record<string, string | boolean>> = {}
) => ({
  id: ProductId.make(`aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`),
  name,
  brand,
  category,
  price,
  rating,
  description,
  specs
})

export const hush = makeProduct(
  1,
  "Kestrelon Hush 700 Noise-Cancelling Headphones",
  "Kestrelon",
  "Electronics",
  "249.00",
  "4.20",
  "Over-ear headphones that take the roar out of trains and planes. One charge lasts 38 hours.",
  { "Battery life": "38 h", Bluetooth: true }
)
export const earbuds = makeProduct(
  2,
  "Nimbrix Pebble Wireless Earbuds",
  "Nimbrix",
  "Electronics",
  "79.90",
  "3.90",
  "Small earbuds with seven hours of music, splash-proof for rainy runs."
)
export const keyboard = makeProduct(
  3,
  "Voltarra K87 Mechanical Keyboard",
  "Voltarra",
  "Electronics",
  "89.00",
  "4.50",
  "A compact keyboard with white backlight and a detachable cable."
)
export const powerBank = makeProduct(
  4,
  "Voltarra Reserve Power Bank",
  "Voltarra",
  "Electronics",
  "59.00",
  "4.00",
  "Charges a phone four times or a laptop once."
)
export const trailShoes = makeProduct(
  5,
  "Strydevale Ridge Runner Trail Shoes",
  "Strydevale",
  "Sports",
  "119.95",
  "4.60",
  "Trail running shoes for roots, rock and wet meadows.",
  { Drop: "6 mm", Waterproof: false }
)
export const backpack = makeProduct(
  6,
  "Corrigan Peak Switchback Backpack",
  "Corrigan Peak",
  "Sports",
  "129.00",
  "4.60",
  "A hiking backpack of 32 litres with a rain cover, made for long trail days."
)
export const bottle = makeProduct(
  7,
  "Tidewell Coldwell Water Bottle",
  "Tidewell",
  "Sports",
  "28.00",
  "4.10",
  "A steel bottle that keeps drinks cold for 24 hours."
)
export const jacket = makeProduct(
  8,
  "Oskaberg Nordvind Winter Jacket",
  "Oskaberg",
  "Clothing",
  "189.00",
  "4.40",
  "A waterproof winter jacket that stays warm in wet cold."
)
export const socks = makeProduct(
  9,
  "Oskaberg Fjell Wool Socks",
  "Oskaberg",
  "Clothing",
  "24.00",
  "4.40",
  "Merino socks, warm in boots and fine in city shoes."
)
export const tShirt = makeProduct(
  10,
  "Tallow & Thread Everyday T-Shirt",
  "Tallow & Thread",
  "Clothing",
  "29.00",
  "4.00",
  "A plain t-shirt of organic cotton with a collar that stays flat."
)
export const kettle = makeProduct(
  11,
  "Hearthlow Whistler Kettle",
  "Hearthlow",
  "Home",
  "64.00",
  "4.30",
  "An electric kettle with a swan neck and five temperatures."
)
export const vacuum = makeProduct(
  12,
  "Brindlecote Glide Cordless Vacuum",
  "Brindlecote",
  "Home",
  "329.00",
  "4.10",
  "A stick vacuum for flats with stairs and pets, 55 minutes on one battery."
)
export const knives = makeProduct(
  13,
  "Brindlecote Edgewise Knife Set",
  "Brindlecote",
  "Home",
  "149.00",
  "4.70",
  "A chef's knife, a bread knife and a paring knife of forged steel."
)
export const cookbook = makeProduct(
  14,
  "The Slow Pantry Cookbook",
  "Lantern Quay",
  "Books",
  "27.50",
  "4.80",
  "A hundred and twenty recipes, written for people who cook after work."
)
/** No longer sold: no tool may show it. */
export const discontinued = makeProduct(
  15,
  "Strydevale Fleet Trail Shoes",
  "Strydevale",
  "Sports",
  "99.00",
  "5.00",
  "Trail shoes of last year."
)

const articles = [
  hush,
  earbuds,
  keyboard,
  powerBank,
  trailShoes,
  backpack,
  bottle,
  jacket,
  socks,
  tShirt,
  kettle,
  vacuum,
  knives,
  cookbook,
  discontinued
]

export const unknownProduct = ProductId.make("aaaaaaaa-0000-4000-8000-00000000ffff")

export const eastgate = "eeeeeeee-0000-4000-8000-000000000001"
export const midland = "eeeeeeee-0000-4000-8000-000000000002"
export const pacific = "eeeeeeee-0000-4000-8000-000000000003"

/** Stock that differs from the default of 20 units, in the east, centre and west. */
const stock = [
  [hush, 0, 0, 2],
  [vacuum, 0, 0, 0],
  [trailShoes, 40, 5, 60]
] as const

const day = (days: number) => `2026-01-${String(days).padStart(2, "0")}T00:00:00Z`

/**
 * Stores the products, newest last; the headphones and the keyboard are discounted. Everything has 20 units in each
 * warehouse, except the headphones (2, in the west), the vacuum (none) and the trail shoes (40 east, 5 central, 60
 * west).
 */
export const catalogue = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO users ${sql.insert({
      id: seller.id,
      email: seller.email,
      name: seller.name,
      role: seller.role,
      password_hash: "-"
    })}`
    yield* sql`INSERT INTO products ${sql.insert(
      articles.map((product, index) => ({
        ...product,
        specs: JSON.stringify(product.specs),
        seller_id: seller.id,
        original_price: product === hush ? "299.00" : product === keyboard ? "119.00" : product.price,
        image_url: "/images/products/x.svg",
        review_count: 10 + index,
        is_active: product !== discontinued,
        created_at: day(index + 1)
      }))
    )}`
    yield* sql`INSERT INTO warehouses (id, name, location, region) VALUES
      (${midland}, 'Midland', 'Wichita, KS', 'central'), (${eastgate}, 'Eastgate', 'Harrisburg, PA', 'east'),
      (${pacific}, 'Pacific', 'Sacramento, CA', 'west')`
    yield* sql`INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity)
      SELECT w.id, p.id, 20 FROM warehouses w, products p`
    for (const [product, east, central, west] of stock) {
      yield* sql`UPDATE warehouse_inventory
        SET quantity = CASE warehouse_id WHEN ${eastgate}::uuid THEN ${east}::int WHEN ${midland}::uuid THEN ${central}::int ELSE ${west}::int END
        WHERE product_id = ${product.id}`
    }
    yield* sql`INSERT INTO carriers (name, speed_tier, base_rate) VALUES
      ('Pigeon Ground', 'standard', 5.95), ('Nightjar Air', 'overnight', 29.95)`
    yield* sql`INSERT INTO shipping_rates (carrier_id, region_from, region_to, price, days_min, days_max)
      SELECT c.id, f.region, t.region, c.base_rate + 2 * abs(f.place - t.place),
        CASE c.speed_tier WHEN 'standard' THEN 3 ELSE 1 END + abs(f.place - t.place),
        CASE c.speed_tier WHEN 'standard' THEN 5 ELSE 1 END + abs(f.place - t.place)
      FROM carriers c, (VALUES ('east', 0), ('central', 1), ('west', 2)) f (region, place),
        (VALUES ('east', 0), ('central', 1), ('west', 2)) t (region, place)`
  })
)
