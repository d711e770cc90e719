import { Option, Schema } from "effect"
import { type CaseId, type OrderId } from "./Ids.ts"

/** Short numbers of orders: what people see, say and write, while programs keep the id. */

/** `#0EBA-32AC`: the last eight hex digits of the id, in capitals. Two orders may share one. */
export const OrderNumber = Schema.String.pipe(Schema.pattern(/^#[0-9A-F]{4}-[0-9A-F]{4}$/), Schema.brand("OrderNumber"))
export type OrderNumber = typeof OrderNumber.Type

const ofDigits = (digits: string) => OrderNumber.make(`#${digits.slice(0, 4)}-${digits.slice(4)}`.toUpperCase())

/** The number of an order, or of a support case, which is written in the same way. */
export const numberOf = (id: OrderId | CaseId): OrderNumber => ofDigits(id.slice(-8))

/** The digits that ids with this number end with, in lower case. */
export const digitsOf = (number: OrderNumber): string => number.replace(/[#-]/g, "").toLowerCase()

const pair = String.raw`([0-9a-f]{4})[\p{Pd}\s]?([0-9a-f]{4})`

const alone = new RegExp(String.raw`^\s*#?\s*${pair}\s*$`, "iu")

/** Neither within a word nor a part of an id. */
const within = new RegExp(String.raw`(?<![\p{L}\p{N}]|\p{Pd})#?${pair}(?!\p{Pd}?[\p{L}\p{N}])`, "giu")

/** Reads a number as people write it: with or without `#` and hyphen, in any case. None of any other text. */
export const readNumber = (text: string): Option.Option<OrderNumber> =>
  Option.map(Option.fromNullable(alone.exec(text.normalize("NFKC"))), ([, first = "", second = ""]) =>
    ofDigits(first + second)
  )

/** The numbers that a text may name, in their order. */
export const numbersIn = (text: string): ReadonlyArray<OrderNumber> =>
  [...text.normalize("NFKC").matchAll(within)].map(([, first = "", second = ""]) => ofDigits(first + second))
