import { Schema } from "effect"
import { Day } from "./Catalog.ts"

/** Where a warehouse stands and where a parcel goes. */
export const Region = Schema.Literal("east", "central", "west")
export type Region = typeof Region.Type

/** How fast a carrier delivers, slowest first. */
export const SpeedTier = Schema.Literal("standard", "express", "overnight")
export type SpeedTier = typeof SpeedTier.Type

/** The next delivery of a product that is planned: its day, its units and the name of the warehouse; null when there is none. */
export const NextRestock = Schema.NullOr(Schema.Struct({ date: Day, quantity: Schema.Int, warehouse: Schema.String }))
export type NextRestock = typeof NextRestock.Type

/** What became of somebody's wish for units that were not there. */
export const BackorderStatus = Schema.Literal("open", "fulfilled", "cancelled")
export type BackorderStatus = typeof BackorderStatus.Type
