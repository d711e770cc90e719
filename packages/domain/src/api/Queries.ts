import { Schema } from "effect"
import { rule } from "./Fields.ts"

/** Decimal digits from `min` to `max`. */
const wholeNumber = (min: number, max: number, fallback: number) =>
  Schema.String.pipe(Schema.pattern(/^\d+$/), Schema.parseNumber, Schema.between(min, max)).annotations({
    ...rule(`must be between ${min.toLocaleString("en")} and ${max.toLocaleString("en")}`),
    jsonSchema: { type: "integer", minimum: min, maximum: max, default: fallback }
  })

/** How many rows a page has. */
export const pageSize = (fallback: number, max: number) =>
  Schema.optionalWith(wholeNumber(1, max, fallback), { default: () => fallback })

/** How many rows to skip. */
export const pageOffset = Schema.optionalWith(wholeNumber(0, 1_000_000, 0), { default: () => 0 })

/** One of a closed set of words; the message lists them. */
export const choice = <const Words extends readonly [string, ...Array<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations(rule(`must be one of ${words.join(", ")}`))
