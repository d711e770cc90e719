import { Option, Schema } from "effect"
import { type CaseId, type OrderId } from "./Ids.ts"

/** Short order numbers: people read, say and write them, while programs keep the id. */

/** `#0EBA-32AC`: the last eight hex digits of the id, in capitals. Two orders may share one. */
export const OrderNumber = Schema.String.pipe(Schema.pattern(/^#[0-9A-F]{4}-[0-9A-F]{4}$/), Schema.brand("OrderNumber"))
export type OrderNumber = typeof OrderNumber.Type

const ofDigits = (digits: string) => OrderNumber.make(`#${digits.slice(0, 4)}-${digits.slice(4)}`.toUpperCase())

/** Returns the number of an order or of a support case; both are written alike. */
export const orderNumberOf = (id: OrderId | CaseId): OrderNumber => ofDigits(id.slice(-8))

/** Returns the last eight hex digits of an id with this number, in lower case. */
export const digitsOf = (number: OrderNumber): string => number.replace(/[#-]/g, "").toLowerCase()

const pair = String.raw`([0-9a-f]{4})[\p{Pd}\s]?([0-9a-f]{4})`

const alone = new RegExp(String.raw`^\s*#?\s*${pair}\s*$`, "iu")

/** A number within a text, but not inside a word or an id. */
const within = new RegExp(String.raw`(?<![\p{L}\p{N}]|\p{Pd})#?${pair}(?!\p{Pd}?[\p{L}\p{N}])`, "giu")

/** Parses a number as people write it, with or without `#` and hyphen, in any case; none for any other text. */
export const parseOrderNumber = (text: string): Option.Option<OrderNumber> =>
  Option.map(Option.fromNullable(alone.exec(text.normalize("NFKC"))), ([, first = "", second = ""]) =>
    ofDigits(first + second)
  )

/** Finds the numbers that a text may contain, in order. */
export const orderNumbersIn = (text: string): ReadonlyArray<OrderNumber> =>
  [...text.normalize("NFKC").matchAll(within)].map(([, first = "", second = ""]) => ofDigits(first + second))
