import { Category } from "@storefront/domain/Catalog"
import { Region } from "@storefront/domain/Inventory"
import { type ShopNames } from "@storefront/domain/ShopNames"
import { categoryNames, regionNames } from "../demo/Names.ts"

/** The names that test databases and the demonstration shop have. */
export const demoNames: ShopNames = {
  categories: categoryNames.map((name) => Category.make(name)),
  regions: regionNames.map((name) => Region.make(name))
}
