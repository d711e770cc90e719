import { DateTime } from "effect"
import { SeededRandom } from "./SeededRandom.ts"

/** All inputs of the generator: equal worlds give byte-identical rows. */
export interface World {
  readonly seed: number
  readonly nowMillis: number
  /** Number of active products; two inactive ones are added. */
  readonly products: number
  readonly users: number
  readonly orders: number
  readonly reviews: number
  readonly historyDays: number
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Returns the stream of random numbers of one row. */
export const randomOf = (world: World, kind: string, index: number) => new SeededRandom(world.seed, kind, index)

/** Returns the time `days` before now, fractions included, in whole milliseconds. */
export const ago = (world: World, days: number) => Math.trunc(world.nowMillis - days * day)

/** Formats a time as ISO 8601 in UTC. */
export const iso = (millis: number) => DateTime.formatIso(DateTime.unsafeMake(millis))

/** Formats a date as `YYYY-MM-DD` in UTC. */
export const isoDay = (millis: number) => iso(millis).slice(0, 10)

/** Formats cents as `numeric` text: 12995 is "129.95". */
export const amount = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`
