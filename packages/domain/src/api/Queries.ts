import { Array, Option, Schema } from "effect"
import { nearest } from "../rules/EditDistance.ts"
import { rule } from "./Fields.ts"

/** Builds a schema of whole numbers from `min` to `max`, in decimal digits. */
const wholeNumber = (min: number, max: number, fallback: number) =>
  Schema.String.pipe(Schema.pattern(/^\d+$/), Schema.parseNumber, Schema.between(min, max)).annotations({
    ...rule(`must be between ${min.toLocaleString("en")} and ${max.toLocaleString("en")}`),
    jsonSchema: { type: "integer", minimum: min, maximum: max, default: fallback }
  })

/** Declares the parameter for the maximum number of rows per page. */
export const pageSize = (fallback: number, max: number) =>
  Schema.optionalWith(wholeNumber(1, max, fallback), { default: () => fallback })

/** Number of rows to skip. */
export const pageOffset = Schema.optionalWith(wholeNumber(0, 1_000_000, 0), { default: () => 0 })

/** Builds a schema of a closed set of words; its message lists them. */
export const choice = <const Words extends readonly [string, ...Array<string>]>(...words: Words) =>
  Schema.Literal(...words).annotations(rule(`must be one of ${words.join(", ")}`))

/** Words the error for an unknown parameter; it repeats the name only if that resembles a known one. */
const unknownParameter = (name: string, known: ReadonlyArray<string>) =>
  Option.match(nearest(name, known), {
    onNone: () => ({ path: ["query"], message: `has only the parameters ${known.join(", ")}` }),
    onSome: (suggestion) => ({ path: [name], message: `is not a parameter, ${suggestion} is` })
  })

/** Builds the schema of query parameters. It rejects unknown names, because a typo would otherwise go unnoticed. */
export const query = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const known = Object.keys(fields)
  return (
    Schema.Struct(fields)
      // All errors, which come in the order of the fields: the first one found would be that of a check without effects.
      .annotations({ parseOptions: { onExcessProperty: "preserve", errors: "all" } })
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
  )
}
