import { type ParseResult, Schema } from "effect"

/** Text with U+0000 or half a surrogate pair cannot be stored. */
export const isStorable = (text: string) => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text)

/** The rule that other text breaks, whatever else is asked of it. */
export const storableRule = "must not contain U+0000 or half of a character"

/**
 * The one sentence that a value gets that is of another type or against the rule. It never has the value. Text that
 * cannot be stored is told so, because its length or form may be as the rule wants it.
 */
export const rule = (text: string) => ({
  message: ({ actual }: ParseResult.ParseIssue) => ({
    message: typeof actual === "string" && !isStorable(actual) ? storableRule : text,
    override: true
  })
})

/** A required field of a body that has one sentence also for a value that is missing. Others say that it is missing. */
export const field = <A, I, R>(text: string, schema: Schema.Schema<A, I, R>) =>
  Schema.propertySignature(schema.annotations(rule(text))).annotations({ missingMessage: () => text })

/** A string of `min` to `max` code points, trimmed, that can be stored. */
export const bounded = (min: number, max: number) =>
  Schema.Trim.pipe(
    Schema.filter((value) => [...value].length >= min && [...value].length <= max && isStorable(value))
  ).annotations({
    ...rule(`must be ${min} to ${max} characters`),
    jsonSchema: { type: "string", minLength: min, maxLength: max, description: "Surrounding spaces are ignored." }
  })

/** A required string of `min` to `max` code points, trimmed, with one sentence also when it is missing. */
export const boundedField = (min: number, max: number) =>
  field(`must be ${min} to ${max} characters`, bounded(min, max))

const aString = rule("must be a string")

/** A string of any length that can be stored. */
export const text = Schema.String.pipe(Schema.filter(isStorable, { jsonSchema: {} })).annotations(aString)

/** A string of any length that is only compared with others. */
export const comparedText = Schema.String.annotations(aString)

/** The same, and nothing shows it. */
export const secretText = Schema.Redacted(Schema.String).annotations(aString)
