import { Region } from "@storefront/domain/Inventory"
import { Effect, Schema } from "effect"
import { type TakenWarehouse } from "../kinds/Kinds.ts"
import { warehouses } from "../kinds/Warehouses.ts"
import * as Regions from "./Regions.ts"
import * as TableRows from "./TableRows.ts"
import { type Settled, type StagedLine, type Writing } from "./Writing.ts"

const StagedWarehouse: Schema.Schema<TakenWarehouse> = Schema.Struct({
  name: Schema.String,
  location: Schema.String,
  region: Schema.typeSchema(Region)
})

const rows: TableRows.Table<TakenWarehouse> = {
  name: "warehouses",
  given: { name: "text", location: "text", region: "text" },
  key: ["name"],
  columns: { location: TableRows.stated("location"), region: TableRows.stated("region") }
}

/** Writes warehouses, and the regions that they are in. */
export const make = Effect.gen(function* () {
  const findNewRegions = yield* Regions.make
  const writeRows = yield* TableRows.make(rows)
  const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenWarehouse>>) {
    const regions = yield* findNewRegions(lines)
    const settled: Settled = {
      refused: [],
      notes: regions.notes,
      write: Effect.zipRight(
        regions.add,
        Effect.map(writeRows(lines.map(({ value }) => value)), ({ length }) => length)
      )
    }
    return settled
  })
  const writing: Writing<TakenWarehouse> = {
    kind: warehouses,
    staged: StagedWarehouse,
    keysOf: ({ name }) => ({ key: name, unit: name }),
    prepare: () => Effect.succeed({ begin: Effect.void, settle, withdraw: null })
  }
  return writing
})
