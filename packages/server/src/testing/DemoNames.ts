import { Category } from "@storefront/domain/Catalog"
import { Region } from "@storefront/domain/Inventory"
import { type ShopNames } from "@storefront/domain/ShopNames"
import { Effect } from "effect"
import { makeLoader } from "../demo/Loader.ts"
import { categoryNames, loadNames, regionNames } from "../demo/Names.ts"
import * as Migrations from "../platform/database/Migrations.ts"

/** The names that test databases and the demonstration shop have. */
export const demoNames: ShopNames = {
  categories: categoryNames.map((name) => Category.make(name)),
  regions: regionNames.map((name) => Region.make(name))
}

/** Migrates a database, and inserts the names. */
export const migrateWithNames = Effect.zipRight(Migrations.migrate, Effect.flatMap(makeLoader, loadNames))
