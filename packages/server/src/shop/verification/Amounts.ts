import { wholeCurrencies } from "@storefront/domain/Currency"
import { type Invariant } from "../../platform/database/Invariant.ts"

/** Columns of a table that hold amounts in the shop's currency. */
interface Amounts {
  readonly table: string
  /** Columns that name a row. */
  readonly key: string
  readonly columns: ReadonlyArray<string>
  /** Condition of rows whose columns hold amounts; all do without one. */
  readonly where?: string
}

/** Every amount that is stored. */
export const amounts: ReadonlyArray<Amounts> = [
  { table: "backorders", key: "id", columns: ["unit_price", "estimated_total"] },
  { table: "carriers", key: "id", columns: ["base_rate"] },
  { table: "coupon_redemptions", key: "id", columns: ["amount"] },
  { table: "coupons", key: "id", columns: ["min_spend", "max_discount"] },
  { table: "coupons", key: "id", columns: ["discount_value"], where: "discount_type = 'fixed'" },
  { table: "loyalty_tiers", key: "name", columns: ["min_spend", "free_shipping_threshold"] },
  { table: "order_items", key: "id", columns: ["unit_price", "subtotal", "discount_share"] },
  { table: "orders", key: "id", columns: ["subtotal", "discount_amount", "total", "shipping_cost"] },
  { table: "price_history", key: "product_id, day", columns: ["price"] },
  { table: "products", key: "id", columns: ["price", "original_price"] },
  { table: "return_lines", key: "return_id, order_item_id", columns: ["refund_amount"] },
  { table: "returns", key: "id", columns: ["refund_amount", "shipping_refund"] },
  { table: "shipping_rates", key: "carrier_id, region_from, region_to", columns: ["price"] },
  { table: "users", key: "id", columns: ["total_spend"] }
]

const codes = wholeCurrencies.map((code) => `'${code}'`).join(", ")

/** Amounts have two decimals in their columns, which not every currency has. */
export const wholeAmounts: Invariant = {
  name: "No amount has decimals that the currency lacks",
  violations: amounts
    .map(
      ({ columns, key, table, where = "true" }) => `
      SELECT concat_ws(' ', '${table}', ${key}) AS id FROM ${table}
      WHERE (${columns.map((column) => `${column} <> trunc(${column})`).join(" OR ")}) AND ${where}
        AND EXISTS (SELECT FROM shop WHERE currency IN (${codes}))`
    )
    .join(" UNION ALL ")
}
