import { SqlClient } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Effect } from "effect"

/** Goods that the demonstration shop lacks: boots in several sizes, of which one is sold out. */

const idOf = (n: number) => ProductId.make(`dddddddd-0000-4000-8000-00000000000${n}`)

export const boots = { id: idOf(0), name: "Tarnfell Summit Boots" }

const variants = [
  { id: idOf(1), size: "41", price: "109.95", units: 3 },
  { id: idOf(2), size: "42", price: "119.95", units: 5 },
  { id: idOf(3), size: "43", price: "119.95", units: 0 }
]

const common = {
  brand: "Tarnfell",
  vendor: "Tarnfell Outdoor",
  category: "Sports",
  product_type: "Footwear > Boots",
  description: "Boots for wet rock, with a grippy sole.",
  image_url: "/images/products/summit-boots.svg"
}

/** Puts the boots on sale. */
export const addBoots = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO products ${sql.insert({
    ...common,
    id: boots.id,
    name: boots.name,
    kind: "group",
    price: "109.95",
    original_price: "109.95",
    keywords: "41 42 43"
  })}`
  yield* sql`INSERT INTO products ${sql.insert(
    variants.map(({ id, price, size }) => ({
      ...common,
      id,
      name: `${boots.name}, ${size}`,
      kind: "variant",
      external_id: `summit-${size}`,
      group_id: boots.id,
      options: JSON.stringify([["Size", size]]),
      price,
      original_price: price
    }))
  )}`
  for (const { id, units } of variants) {
    yield* sql`
      INSERT INTO warehouse_inventory (warehouse_id, product_id, quantity)
      SELECT id, ${id}, ${units} FROM warehouses ORDER BY id LIMIT 1`
  }
})
