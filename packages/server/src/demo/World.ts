import { DateTime } from "effect"
import { SeededRandom } from "./SeededRandom.ts"

/** All that the rows depend on: two equal worlds have byte-identical rows. */
export interface World {
  readonly seed: number
  readonly nowMillis: number
  /** Active products; two inactive ones come on top. */
  readonly products: number
  readonly users: number
  readonly orders: number
  readonly reviews: number
  readonly historyDays: number
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The random numbers of one row. */
export const randomOf = (world: World, kind: string, index: number) => new SeededRandom(world.seed, kind, index)

/** The moment `days` (also fractions) before now, in whole milliseconds. */
export const ago = (world: World, days: number) => Math.trunc(world.nowMillis - days * day)

/** ISO 8601 in UTC. */
export const iso = (millis: number) => DateTime.formatIso(DateTime.unsafeMake(millis))

/** `YYYY-MM-DD` in UTC. */
export const isoDay = (millis: number) => iso(millis).slice(0, 10)

/** Cents as `numeric` text: 12995 is "129.95". */
export const amount = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`
