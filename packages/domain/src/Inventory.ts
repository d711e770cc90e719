import { Schema } from "effect"
import { Day } from "./Catalog.ts"

/** Name of a region of warehouses and destinations, which `ShopNames` lists. */
export const Region = Schema.String.pipe(Schema.pattern(/^[a-z][a-z0-9-]{0,29}$/), Schema.brand("Region")).annotations({
  description: "A region of the shop"
})
export type Region = typeof Region.Type

/** Delivery speed, slowest first. */
export const SpeedTier = Schema.Literal("standard", "express", "overnight")
export type SpeedTier = typeof SpeedTier.Type

/** Next planned restock of a product, with its units and the warehouse's name; null if none is planned. */
export const NextRestock = Schema.NullOr(Schema.Struct({ date: Day, quantity: Schema.Int, warehouse: Schema.String }))
export type NextRestock = typeof NextRestock.Type

/** Status of a customer's request for units that were out of stock. */
export const BackorderStatus = Schema.Literal("open", "fulfilled", "cancelled")
export type BackorderStatus = typeof BackorderStatus.Type
