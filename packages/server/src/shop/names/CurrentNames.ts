import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Region } from "@storefront/domain/Inventory"
import { type ShopNames } from "@storefront/domain/ShopNames"
import { Context, Duration, Effect, Layer, Ref, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Age from which names are read anew. */
const freshness = Duration.seconds(5)

/**
 * The names of the shop's categories and regions. They only ever grow: the database renames and removes none, so an old
 * list lacks names and has no wrong ones. A process reads them when it starts and then at most every 5 seconds, so that
 * it knows a new name 5 seconds after its commit; it keeps the last list while the database is lost.
 */
export class CurrentNames extends Context.Tag("@storefront/server/shop/names/CurrentNames")<
  CurrentNames,
  {
    readonly read: Effect.Effect<ShopNames>
  }
>() {
  static readonly layer: Layer.Layer<CurrentNames, DatabaseUnavailable, SqlClient.SqlClient> = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.single({
        Request: Schema.Void,
        Result: Schema.Struct({ categories: Schema.Array(Category), regions: Schema.Array(Region) }),
        execute: () => sql`
          SELECT ARRAY(SELECT name FROM categories ORDER BY position, name) AS categories,
            ARRAY(SELECT name FROM regions ORDER BY position) AS regions`
      })
      const find = orUnavailable(select())
      const latest = yield* Ref.make<ShopNames>(yield* find)
      const refresh = find.pipe(
        Effect.tap((names) => Ref.set(latest, names)),
        Effect.catchTag("DatabaseUnavailable", () => Ref.get(latest)),
        Effect.withSpan("CurrentNames.read"),
        // An interruption would be cached as well.
        Effect.uninterruptible
      )
      return { read: yield* Effect.cachedWithTTL(refresh, freshness) }
    })
  )
}
