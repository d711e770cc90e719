import { SqlClient, SqlSchema } from "@effect/sql"
import { type CheckoutTemplate, checkoutUrl } from "@storefront/server/platform/config/PayingConfig"
import { orUnavailable } from "@storefront/server/platform/database/Transaction"
import { isSold } from "@storefront/server/shop/catalog/SoldProducts"
import { isBare } from "@storefront/server/shop/import/writing/ShopOpening"
import * as StoredShop from "@storefront/server/shop/settings/StoredShop"
import { Effect, Option, Schema } from "effect"
import { type Finding, note, ok } from "./Finding.ts"

/** Findings about what a shop of one's own lacks before its customers can order. */

const check = "ordering"

const Sellable = Schema.Struct({
  hasGoods: Schema.Boolean,
  hasAreas: Schema.Boolean,
  hasWarehouses: Schema.Boolean,
  hasCarriers: Schema.Boolean,
  /** Regions of delivery areas to which no rate leads from a warehouse. */
  unreached: Schema.Array(Schema.String),
  /** Units are in a warehouse from which a rate leads to a delivery area. */
  hasStock: Schema.Boolean,
  hasBenefits: Schema.Boolean
})

const readSellable = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  SqlSchema.single({
    Request: Schema.Void,
    Result: Sellable,
    execute: () => sql`
      WITH served AS (
        SELECT w.id AS warehouse_id, r.region_to
        FROM warehouses w
        JOIN shipping_rates r ON r.region_from = w.region
        JOIN delivery_areas a ON a.region = r.region_to
      )
      SELECT
        EXISTS (SELECT FROM products p WHERE ${isSold(sql)}) AS "hasGoods",
        EXISTS (SELECT FROM delivery_areas) AS "hasAreas",
        EXISTS (SELECT FROM warehouses) AS "hasWarehouses",
        EXISTS (SELECT FROM carriers) AS "hasCarriers",
        ARRAY(
          SELECT DISTINCT region FROM delivery_areas
          WHERE region NOT IN (SELECT region_to FROM served) ORDER BY region
        ) AS unreached,
        EXISTS (
          SELECT FROM warehouse_inventory i JOIN products p ON p.id = i.product_id
          WHERE i.quantity > 0 AND ${isSold(sql)} AND i.warehouse_id IN (SELECT warehouse_id FROM served)
        ) AS "hasStock",
        EXISTS (SELECT FROM loyalty_tiers WHERE NOT ${isBare(sql)}) AS "hasBenefits"`
  })(undefined)
)

/** A reason why nobody can order, and its mend, where it applies. */
type Gap = readonly [applies: boolean, text: string, mend: string]

const found = (gaps: ReadonlyArray<Gap>): ReadonlyArray<Finding> =>
  gaps.flatMap(([applies, text, mend]) => (applies ? [note(check, text, mend)] : []))

const goodsGap = (hasGoods: boolean): Gap => [!hasGoods, "no goods are sold", "storefront import products <file>"]

/** Finds the gaps of orders that are placed here, in the order in which they are best closed. */
const placedHere = Effect.map(
  readSellable,
  ({ hasAreas, hasBenefits, hasCarriers, hasGoods, hasStock, hasWarehouses, unreached }): ReadonlyArray<Finding> => {
    const gaps = found([
      goodsGap(hasGoods),
      [!hasWarehouses, "there is no warehouse", "storefront import warehouses <file>"],
      [
        !hasAreas,
        "the shop delivers nowhere",
        "storefront import delivery <file>, with a record area; or set CHECKOUT_URL if your own till takes the orders"
      ],
      [!hasCarriers, "there is no carrier", "storefront import delivery <file>, with a record carrier"],
      [
        hasWarehouses && hasCarriers && unreached.length > 0,
        `no rate leads from a warehouse to ${unreached.join(", ")}`,
        "storefront import delivery <file>, with a record rate for each"
      ]
    ])
    const stock = hasStock
      ? [ok(check, "customers can order")]
      : [note(check, "nothing is in stock where a rate leads to a customer", "storefront import inventory <file>")]
    return [
      ...(gaps.length > 0 ? gaps : stock),
      ...(hasBenefits
        ? []
        : [ok("tiers", "none gives a discount or free delivery; storefront import tiers <file> changes that")])
    ]
  }
)

const TillKeys = Schema.Struct({
  goods: Schema.Int,
  /** Without any key. */
  unknown: Schema.Int,
  /** Without `checkout_key`, so that the link has the key of the shop's own system. */
  byOwnKey: Schema.Int,
  ownKey: Schema.NullOr(Schema.String)
})

const readTillKeys = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  SqlSchema.single({
    Request: Schema.Void,
    Result: TillKeys,
    execute: () => sql`
      SELECT count(*)::int AS goods,
        count(*) FILTER (WHERE checkout_key IS NULL AND external_id IS NULL)::int AS unknown,
        count(*) FILTER (WHERE checkout_key IS NULL AND external_id IS NOT NULL)::int AS "byOwnKey",
        min(external_id) FILTER (WHERE checkout_key IS NULL) AS "ownKey"
      FROM products p WHERE ${isSold(sql)}`
  })(undefined)
)

/** Finds goods that the shop's own till may not know by the key that a link has. */
const placedAtTill = (template: CheckoutTemplate) =>
  Effect.map(readTillKeys, ({ byOwnKey, goods, ownKey, unknown }): ReadonlyArray<Finding> => {
    const needsKeys = template.includes("{items}")
    const gaps = found([
      goodsGap(goods > 0),
      [
        needsKeys && unknown > 0,
        `${unknown} of ${goods} products have no key, so CHECKOUT_URL cannot name them`,
        "storefront import products <file>, with a column checkout_key"
      ],
      [
        needsKeys && byOwnKey > 0,
        `${byOwnKey} of ${goods} products have no checkout_key, so CHECKOUT_URL names them by your own keys, such as ${ownKey}`,
        "If your till does not know these: storefront import products <file>, with a column checkout_key"
      ]
    ])
    return gaps.length > 0 ? gaps : [ok(check, "customers can order at the till of CHECKOUT_URL")]
  })

/** Finds what the database's shop lacks before anybody can order. The demonstration lacks nothing. */
export const ordering = Effect.gen(function* () {
  const shop = yield* StoredShop.find
  if (Option.isNone(shop)) {
    return [
      note("goods", "there are none yet", "storefront import products <file>, or storefront seed for a demonstration")
    ]
  }
  return shop.value.isDemonstration
    ? []
    : yield* orUnavailable(Option.match(yield* checkoutUrl, { onNone: () => placedHere, onSome: placedAtTill }))
})
