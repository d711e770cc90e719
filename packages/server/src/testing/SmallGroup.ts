import { SqlClient } from "@effect/sql"
import { ProductId } from "@storefront/domain/Ids"
import { Effect, Layer } from "effect"
import { eastgate } from "./SmallCatalogue.ts"

/** A group of variants for tests, in addition to `SmallCatalogue` or `SmallShop`. */

const groupName = "Tarnfell Summit Boots"

const makeVariant = (n: number, size: string, colour: string, price: string, units: number) => ({
  id: ProductId.make(`dddddddd-0000-4000-8000-00000000000${n}`),
  name: `${groupName}, ${size}, ${colour}`,
  options: [
    ["Size", size],
    ["Colour", colour]
  ],
  price,
  units,
  external_id: `summit-${size}-${colour.toLowerCase()}`,
  sku: `SMT-${size}-${colour.slice(0, 2).toUpperCase()}`
})

export const black41 = makeVariant(1, "41", "Black", "109.95", 3)
/** Has a GTIN, and no stock. */
export const black42 = { ...makeVariant(2, "42", "Black", "119.95", 0), gtin: "4006381333931" }
export const red42 = makeVariant(3, "42", "Red", "119.95", 5)
/** No longer sold: no value of a question may lead to it. */
export const red43 = makeVariant(4, "43", "Red", "99.95", 7)

export const boots = {
  id: ProductId.make("dddddddd-0000-4000-8000-000000000000"),
  name: groupName,
  brand: "Tarnfell",
  external_id: "summit",
  variants: [black41, black42, red42, red43]
}

/** Stores the group with its variants; all units are in the eastern warehouse. */
export const group = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const common = {
      brand: boots.brand,
      vendor: "Tarnfell Outdoor",
      category: "Sports",
      product_type: "Footwear > Boots",
      description: "Boots for wet rock, with a grippy sole.",
      image_url: "/images/products/summit-boots.svg"
    }
    const { id, name, external_id, variants } = boots
    yield* sql`INSERT INTO products ${sql.insert({
      ...common,
      id,
      name,
      kind: "group",
      external_id,
      price: black41.price,
      original_price: black41.price,
      keywords: "41 42 Black Red"
    })}`
    yield* sql`INSERT INTO products ${sql.insert(
      variants.map((variant) => ({
        ...common,
        id: variant.id,
        name: variant.name,
        kind: "variant",
        group_id: id,
        options: JSON.stringify(variant.options),
        price: variant.price,
        original_price: variant.price,
        external_id: variant.external_id,
        sku: variant.sku,
        gtin: variant === black42 ? black42.gtin : null,
        is_active: variant.id !== red43.id
      }))
    )}`
    yield* sql`INSERT INTO warehouse_inventory ${sql.insert(
      variants.map((variant) => ({ warehouse_id: eastgate, product_id: variant.id, quantity: variant.units }))
    )}`
  })
)
