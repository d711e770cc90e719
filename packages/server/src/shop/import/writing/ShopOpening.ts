import { SqlClient, SqlSchema } from "@effect/sql"
import { shopSettings } from "@storefront/domain/ShopSettings"
import { Data, Effect, Option, Schema } from "effect"
import * as SearchLanguage from "../../catalog/SearchLanguage.ts"
import * as StoredShop from "../../settings/StoredShop.ts"

/** The first import makes the database the shop's own. */

/** The database has the demonstration shop, whose goods would be sold among the shop's own. */
export class DemonstrationKept extends Data.TaggedError("DemonstrationKept") {
  override readonly message =
    "This database has the demonstration shop. Import into an empty one, or use --into-demonstration"
}

/** Fails for the demonstration shop. */
export const refuseDemonstration = Effect.flatMap(StoredShop.find, (shop) =>
  Option.exists(shop, ({ isDemonstration }) => isDemonstration) ? new DemonstrationKept() : Effect.void
)

/** Amount from which a tier without free delivery has it: the greatest of the column. */
const noFreeShipping = (sql: SqlClient.SqlClient) =>
  sql`trunc(9999999999.99, ${shopSettings().currency.decimals}::integer)`

/** SQL condition that a loyalty tier gives no discount and no free delivery. */
export const isBare = (sql: SqlClient.SqlClient) =>
  sql`(discount_pct = 0 AND free_shipping_threshold = ${noFreeShipping(sql)})`

/** Fails if the database user may not open the shop, where no import has. */
export const checkRights = Effect.flatMap(StoredShop.find, (shop) =>
  Option.isSome(shop) ? Effect.void : SearchLanguage.checkOwner(shopSettings().language)
)

/**
 * Stores the shop's currency and language, and takes away the benefits that loyalty tiers have by default: nobody gets
 * what the shop did not choose. Returns whether the shop was not stored before. Needs a transaction.
 */
export const open = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (Option.isSome(yield* StoredShop.find)) {
    return false
  }
  yield* sql`LOCK TABLE shop IN SHARE ROW EXCLUSIVE MODE`
  if (Option.isSome(yield* StoredShop.find)) {
    return false
  }
  yield* StoredShop.write(false)
  yield* SearchLanguage.follow(shopSettings().language)
  yield* sql`UPDATE loyalty_tiers SET discount_pct = 0, free_shipping_threshold = ${noFreeShipping(sql)}`
  return true
})

/** Lists the loyalty tiers that give no discount and no free delivery. */
export const bareTiers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const select = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ name: Schema.String }),
    execute: () => sql`SELECT name FROM loyalty_tiers WHERE ${isBare(sql)} ORDER BY min_spend`
  })
  return (yield* select()).map(({ name }) => name)
})
