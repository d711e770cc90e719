import { SqlClient } from "@effect/sql"
import { type DateTime, Effect, Either, Schema } from "effect"
import { inventory } from "../kinds/Inventory.ts"
import { type TakenInventory } from "../kinds/Kinds.ts"
import { type Fault, type Refused, refuseLine } from "../Lines.ts"
import * as NamedProducts from "./NamedProducts.ts"
import * as Stock from "./Stock.ts"
import * as Warehouses from "./Warehouses.ts"
import { type Settled, type StagedLine, type Writing } from "./Writing.ts"

/** Options of an import of stock. */
export interface InventoryOptions {
  readonly source: string
  /** Time of the counts. */
  readonly asOf: DateTime.Utc
  /** `--warehouse` */
  readonly warehouse: string | null
}

const count = Schema.UndefinedOr(Schema.Int)

const StagedInventory: Schema.Schema<TakenInventory> = Schema.Struct({
  product: Schema.String,
  warehouse: Schema.UndefinedOr(Schema.NullOr(Schema.String)),
  quantity: count,
  reorderThreshold: count,
  restockDate: Schema.UndefinedOr(Schema.NullOr(Schema.String)),
  restockQuantity: Schema.UndefinedOr(Schema.NullOr(Schema.Int))
})

/** Writes stock of products in warehouses. */
export const make = Effect.fnUntraced(function* ({ asOf, source, warehouse }: InventoryOptions) {
  const sql = yield* SqlClient.SqlClient
  const writeStock = yield* Stock.make
  const findProducts = yield* NamedProducts.make(source, "sold")

  const prepare = Effect.fnUntraced(function* () {
    const warehouses = yield* Effect.provideService(Warehouses.load(warehouse), SqlClient.SqlClient, sql)
    const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenInventory>>) {
      const productOf = yield* findProducts(lines.map(({ value }) => value.product))
      const refused: Array<Refused> = []
      const rows = new Map<string, { readonly line: number; readonly row: Stock.StockRow }>()
      for (const { line, value } of lines) {
        const refuse = (column: string, fault: Fault) => refused.push(refuseLine(line, value.product, column, fault))
        const product = productOf(value.product)
        const place = warehouses.nameOf(value.warehouse)
        if (Either.isLeft(product)) {
          refuse("product", product.left)
          continue
        }
        if (Either.isLeft(place)) {
          refuse("warehouse", place.left)
          continue
        }
        const key = JSON.stringify([product.right, place.right])
        const same = rows.get(key)
        if (same !== undefined) {
          refuse("product", {
            fault: `is the product and warehouse of line ${same.line} by another name`,
            mend: "remove one of the two lines"
          })
          continue
        }
        rows.set(key, {
          line,
          row: {
            product_id: product.right,
            warehouse: place.right,
            counted: value.quantity ?? null,
            if_none: null,
            reorder_threshold: value.reorderThreshold ?? null,
            restock_date: value.restockDate ?? null,
            restock_quantity: value.restockQuantity ?? null
          }
        })
      }
      const stock = [...rows.values()].map(({ row }) => row)
      const settled: Settled = {
        refused,
        notes: [],
        write: stock.length === 0 ? Effect.succeed(0) : Effect.zipRight(warehouses.ensure, writeStock(stock, asOf))
      }
      return settled
    })
    return { begin: Effect.void, settle, withdraw: null }
  })

  const writing: Writing<TakenInventory> = {
    kind: inventory,
    staged: StagedInventory,
    keysOf: ({ product, warehouse }) => ({ key: JSON.stringify([product, warehouse ?? ""]), unit: product }),
    prepare
  }
  return writing
})
