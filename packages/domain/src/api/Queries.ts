import { Schema } from "effect"

const digits = /^\d{1,9}$/

/** Decimal digits from `min` to `max`; the message is the rule of the specification, without the value. */
const wholeNumber = (min: number, max: number) => {
  const rule = { message: () => `must be between ${min.toLocaleString("en")} and ${max.toLocaleString("en")}` }
  return Schema.String.pipe(
    Schema.pattern(digits, rule),
    Schema.parseNumber,
    Schema.int(rule),
    Schema.between(min, max, rule)
  ).annotations({ jsonSchema: { type: "integer", minimum: min, maximum: max } })
}

/** How many rows a page has. */
export const pageSize = (fallback: number, max: number) =>
  Schema.optionalWith(wholeNumber(1, max), { default: () => fallback })

/** How many rows to skip. */
export const pageOffset = Schema.optionalWith(wholeNumber(0, 1_000_000), { default: () => 0 })

/** One of a closed set of words; the message lists them. */
export const choice = <const Words extends readonly [string, ...Array<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations({ message: () => `must be one of ${words.join(", ")}` })

/** A string of `min` to `max` code points, trimmed, without U+0000. */
export const bounded = (min: number, max: number) =>
  Schema.Trim.pipe(
    Schema.filter((value) => [...value].length >= min && [...value].length <= max && !value.includes("\u0000"), {
      message: () => `must be ${min} to ${max} characters`,
      jsonSchema: { minLength: min, maxLength: max }
    })
  ).annotations({ message: () => `must be ${min} to ${max} characters` })
