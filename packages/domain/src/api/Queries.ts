import { Array, Option, Schema } from "effect"
import { nearest } from "../rules/EditDistance.ts"
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

/** What is wrong with a parameter that is none of these. Its name is repeated only where it resembles one of them. */
const unknownParameter = (name: string, known: ReadonlyArray<string>) =>
  Option.match(nearest(name, known), {
    onNone: () => ({ path: ["query"], message: `has only the parameters ${known.join(", ")}` }),
    onSome: (meant) => ({ path: [name], message: `is not a parameter, ${meant} is` })
  })

/** The parameters of a query. A typing error in a name would else go unnoticed, so that others are refused. */
export const query = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const known = Object.keys(fields)
  return Schema.Struct(fields)
    .annotations({ parseOptions: { onExcessProperty: "preserve" } })
    .pipe(
      Schema.filter(
        (parameters) =>
          Option.getOrUndefined(
            Option.map(
              Array.findFirst(Object.keys(parameters), (name) => !known.includes(name)),
              (name) => unknownParameter(name, known)
            )
          ),
        { jsonSchema: {} }
      )
    )
}
