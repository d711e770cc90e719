import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { getWarehouses } from "@storefront/domain/tools/InventoryTools"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

type WarehouseList = (typeof getWarehouses.successSchema.Type)["warehouses"]

/** The shop's warehouses. */
export class Warehouses extends Context.Tag("@storefront/server/shop/inventory/Warehouses")<
  Warehouses,
  {
    /** Lists all warehouses by name. */
    readonly list: Effect.Effect<WarehouseList, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.Void,
        Result: getWarehouses.successSchema.fields.warehouses.value,
        execute: () => sql`SELECT name AS warehouse, region, location FROM warehouses ORDER BY name, id`
      })
      return { list: orUnavailable(select()) }
    })
  )
}
