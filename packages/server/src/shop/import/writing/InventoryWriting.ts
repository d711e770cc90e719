import { SqlClient } from "@effect/sql"
import { Array, type DateTime, Effect, Either, Record, Schema } from "effect"
import { inventory } from "../kinds/Inventory.ts"
import { type TakenInventory } from "../kinds/Kinds.ts"
import { type Refused, refuseLine } from "../Lines.ts"
import * as NamedProducts from "./NamedProducts.ts"
import * as Stock from "./Stock.ts"
import * as Warehouses from "./Warehouses.ts"
import { type Settled, type StagedFile, type StagedLine, type Writing } from "./Writing.ts"

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

/** A line whose product and warehouse are known. */
interface PlacedLine {
  readonly line: number
  readonly name: string
  readonly row: Stock.StockRow
}

const stockRow = (value: TakenInventory, product: string, warehouse: string): Stock.StockRow => ({
  product_id: product,
  warehouse,
  counted: value.quantity ?? null,
  if_none: null,
  reorder_threshold: value.reorderThreshold ?? null,
  is_restock_stated: value.restockDate !== undefined,
  restock_date: value.restockDate ?? null,
  restock_quantity: value.restockQuantity ?? null
})

/** Refuses lines of one product and warehouse: taking one of them would let the order of lines matter. */
const refuseAll = (lines: ReadonlyArray<PlacedLine>): ReadonlyArray<Refused> =>
  lines.map(({ line, name }) =>
    refuseLine(line, name, "product", {
      fault: `is the product and warehouse of line ${lines.find((other) => other.line !== line)?.line ?? line} by another name`,
      mend: "remove one of the two lines"
    })
  )

/** Writes stock of products in warehouses. */
export const make = Effect.fnUntraced(function* ({ asOf, source, warehouse }: InventoryOptions) {
  const sql = yield* SqlClient.SqlClient
  const writeStock = yield* Stock.make
  const findProducts = yield* NamedProducts.make(source, "sold")
  const unite = yield* NamedProducts.makeUnite(source, "sold")

  const prepare = Effect.fnUntraced(function* ({ table }: StagedFile) {
    yield* unite(table)
    const warehouses = yield* Effect.provideService(Warehouses.load(warehouse), SqlClient.SqlClient, sql)
    const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenInventory>>) {
      const productOf = yield* findProducts(lines.map(({ value }) => value.product))
      const refused: Array<Refused> = []
      const placed: Array<PlacedLine> = []
      for (const { line, value } of lines) {
        const product = productOf(value.product)
        const place = warehouses.nameOf(value.warehouse)
        if (Either.isLeft(product)) {
          refused.push(refuseLine(line, value.product, "product", product.left))
        } else if (Either.isLeft(place)) {
          refused.push(refuseLine(line, value.product, "warehouse", place.left))
        } else {
          placed.push({ line, name: value.product, row: stockRow(value, product.right, place.right) })
        }
      }
      const [single, repeated] = Array.partition(
        Record.values(Array.groupBy(placed, ({ row }) => Stock.placeOf(row))),
        ({ length }) => length > 1
      )
      refused.push(...repeated.flatMap(refuseAll))
      const stock = single.flatMap((same) => same.map(({ row }) => row))
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
