import { Schema } from "effect"

/** Where a warehouse stands and where a parcel goes. */
export const Region = Schema.Literal("east", "central", "west")
export type Region = typeof Region.Type

/** How fast a carrier delivers, slowest first. */
export const SpeedTier = Schema.Literal("standard", "express", "overnight")
export type SpeedTier = typeof SpeedTier.Type

/** What became of somebody's wish for units that were not there. */
export const BackorderStatus = Schema.Literal("open", "fulfilled", "cancelled")
export type BackorderStatus = typeof BackorderStatus.Type
