import { Category } from "../../src/Catalog.ts"
import { Region } from "../../src/Inventory.ts"

/** Categories and regions of a shop. */

export const electronics = Category.make("Electronics")
export const clothing = Category.make("Clothing")
export const home = Category.make("Home")
export const sports = Category.make("Sports")
export const books = Category.make("Books")
export const categories = [electronics, clothing, home, sports, books]

export const east = Region.make("east")
export const central = Region.make("central")
export const west = Region.make("west")
export const regions = [east, central, west]
