import { type Column, left, optional, required, taken } from "../rules/Column.ts"
import { day } from "../rules/values/Dates.ts"
import { count, maxUnits } from "../rules/values/Numbers.ts"
import { key, ownWords } from "../rules/values/Text.ts"
import { asRead, cellFault, isStated, simpleKind } from "./SimpleKind.ts"

const units = count({ min: 0, max: maxUnits })

/** Declares a column that must exist, whose blank cells leave the stock. */
export const quantity: Column<number | undefined> = {
  isRequired: true,
  docs: "units in stock as of `--as-of`; empty leaves the stock",
  example: "12",
  read: units,
  blank: taken(undefined, ["is empty, and the stock stays as it is"]),
  missing: required(units, { docs: "", example: "12" }).missing
}

/** Stock of products in warehouses. */
export const inventory = simpleKind(
  "inventory",
  "product",
  {
    product: required(key(300), {
      docs: "external id of the source, else of any source, SKU or GTIN; it must fit one product",
      example: "RR-42-BLACK"
    }),
    warehouse: optional(ownWords(100), null, {
      docs: "name of the warehouse; else `--warehouse`, or the only one",
      example: "Main"
    }),
    quantity,
    reorderThreshold: left(units, { docs: "units at which stock is low", example: "10" }),
    restockDate: optional(day, null, {
      docs: "day of the next delivery, with `restock_quantity`",
      example: "2026-03-01"
    }),
    restockQuantity: optional(count({ min: 1, max: maxUnits }), null, {
      docs: "units of the next delivery",
      example: "50"
    })
  },
  (values) =>
    isStated(values.restockDate) === isStated(values.restockQuantity)
      ? asRead(values)
      : isStated(values.restockDate)
        ? cellFault("restock_quantity", "is empty, but there is a restock_date", "fill in both, or neither")
        : cellFault("restock_date", "is empty, but there is a restock_quantity", "fill in both, or neither")
)
