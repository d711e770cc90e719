import { type DateTime } from "effect"
import { type FormatName } from "./formats/FormatNames.ts"

/** Settings of one import that reading and rules depend on. */
export interface Settings {
  /** `--from`; null recognises the format by the beginning of the file. */
  readonly from: FormatName | null
  /** `--encoding`; null is UTF-8, or UTF-16 by its byte order mark. */
  readonly encoding: string | null
  /** `--decimal`: the character between units and decimals of amounts. */
  readonly decimal: "point" | "comma"
  /** `--columns`: column of the file to column that the format knows. */
  readonly renames: ReadonlyMap<string, string>
  /** Currency of the shop: its code, and how many decimals an amount of it has (0 or 2). */
  readonly currency: { readonly code: string; readonly decimals: number }
  /** Start of the import: a sale outside its dates does not count. */
  readonly now: DateTime.Utc
  /** Returns whether the scanner flags a text that would be shown as the shop's own words. */
  readonly isFlagged: (text: string) => boolean
  /** Size at which an unpacked file is refused, in bytes. */
  readonly maxUnpackedBytes: number
}

/** Settings of an import without options. */
export const defaults = {
  from: null,
  encoding: null,
  decimal: "point",
  renames: new Map<string, string>(),
  maxUnpackedBytes: 8 * 1024 ** 3
} satisfies Partial<Settings>
