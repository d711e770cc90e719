import { DateTime, Either } from "effect"
import { type Note } from "../Lines.ts"
import { moment } from "../rules/values/Dates.ts"
import { type Settings } from "../Settings.ts"

/** The prices of a product and the dates of its sale, as a foreign format writes them; empty for none. */
export interface Sale {
  readonly regular: string
  readonly sale: string
  readonly from: string
  readonly until: string
}

/** Returns a moment, or null for an empty text; the last moment of a day that has no time. */
const boundOf = (text: string, settings: Settings, isEnd: boolean) =>
  text === ""
    ? Either.right(null)
    : Either.map(
        moment(isEnd && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text, settings),
        ({ value }) => value
      )

/** Returns the cells of both prices; a sale outside its dates, or whose dates cannot be read, does not count. */
export const salePrices = (
  { from, regular, sale, until }: Sale,
  settings: Settings
): { readonly cells: Readonly<Record<"price" | "original_price", string>>; readonly notes: ReadonlyArray<Note> } => {
  const now = DateTime.formatIso(settings.now)
  const bounds = Either.all([boundOf(from, settings, false), boundOf(until, settings, true)])
  const isRunning = Either.match(bounds, {
    onLeft: () => false,
    onRight: ([first, last]) => (first === null || first <= now) && (last === null || now <= last)
  })
  return sale === ""
    ? { cells: { price: regular, original_price: "" }, notes: [] }
    : isRunning || regular === ""
      ? { cells: { price: sale, original_price: regular }, notes: [] }
      : {
          cells: { price: regular, original_price: "" },
          notes: [
            {
              column: null,
              text: `has a sale ${Either.isLeft(bounds) ? "whose dates cannot be read" : "outside its dates"}, which does not count`
            }
          ]
        }
}
