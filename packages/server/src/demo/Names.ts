import { Effect } from "effect"
import type { Loader, Row } from "./Loader.ts"

/** The demonstration's categories and regions. */

/** In the order customers see them. */
export const categoryNames = ["Electronics", "Clothing", "Home", "Sports", "Books"] as const
export type CategoryName = (typeof categoryNames)[number]

/** From east to west. */
export const regionNames = ["east", "central", "west"] as const
export type RegionName = (typeof regionNames)[number]

const drawings: Readonly<Record<CategoryName, string>> = {
  Electronics: "headphones",
  Clothing: "shirt",
  Home: "lamp",
  Sports: "mountains",
  Books: "book"
}

const categoryRows: ReadonlyArray<Row> = categoryNames.map((name, index) => ({
  name,
  position: index + 1,
  drawing: drawings[name]
}))

const regionRows: ReadonlyArray<Row> = regionNames.map((name) => ({ name }))

/** Inserts the categories and regions, to which goods and warehouses refer. */
export const loadNames = ({ load }: Loader) =>
  Effect.zipRight(load("categories", categoryRows), load("regions", regionRows))
