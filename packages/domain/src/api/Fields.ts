import { type ParseResult, Schema } from "effect"

/** Returns whether PostgreSQL can store the text: it has neither U+0000 nor an unpaired surrogate. */
export const isStorable = (text: string) => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text)

/** Error message for text that cannot be stored, whatever else its field requires. */
export const storableRule = "must not contain U+0000 or half of a character"

/**
 * Gives a schema one error message for a wrong type or a violated rule; the message never contains the value. Text that
 * cannot be stored gets its own message, because its length and form may satisfy the rule.
 */
export const rule = (text: string) => ({
  message: ({ actual }: ParseResult.ParseIssue) => ({
    message: typeof actual === "string" && !isStorable(actual) ? storableRule : text,
    override: true
  })
})

/** Declares a required body field with one message for all errors, also when it is missing; others say "is missing". */
export const field = <A, I, R>(text: string, schema: Schema.Schema<A, I, R>) =>
  Schema.propertySignature(schema.annotations(rule(text))).annotations({ missingMessage: () => text })

/** Builds a schema of storable, trimmed strings of `min` to `max` code points. */
export const bounded = (min: number, max: number) =>
  Schema.Trim.pipe(
    Schema.filter((value) => [...value].length >= min && [...value].length <= max && isStorable(value))
  ).annotations({
    ...rule(`must be ${min} to ${max} characters`),
    jsonSchema: { type: "string", minLength: min, maxLength: max, description: "Surrounding spaces are ignored." }
  })

/** Declares a required field of storable, trimmed text of `min` to `max` code points, with one message for all. */
export const boundedField = (min: number, max: number) =>
  field(`must be ${min} to ${max} characters`, bounded(min, max))

const aString = rule("must be a string")

/** Storable text of any length. */
export const text = Schema.String.pipe(Schema.filter(isStorable, { jsonSchema: {} })).annotations(aString)

/** Text of any length that is only compared, never stored. */
export const comparedText = Schema.String.annotations(aString)

/** Text that is only compared, redacted in logs and traces. */
export const secretText = Schema.Redacted(Schema.String).annotations(aString)
