import { Schema } from "effect"

/** Text with U+0000 or half a surrogate pair cannot be stored. */
export const isStorable = (text: string) => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text)

/** The one sentence that a value gets that is missing, of another type, or against the rule. It never has the value. */
export const rule = (text: string) => ({ message: () => ({ message: text, override: true }) })

/** A required field of a body. */
export const field = <A, I, R>(text: string, schema: Schema.Schema<A, I, R>) =>
  Schema.propertySignature(schema.annotations(rule(text))).annotations({ missingMessage: () => text })

/** A string of `min` to `max` code points, trimmed, that can be stored. */
export const bounded = (min: number, max: number) =>
  Schema.Trim.pipe(
    Schema.filter((value) => [...value].length >= min && [...value].length <= max && isStorable(value))
  ).annotations({
    ...rule(`must be ${min} to ${max} characters`),
    jsonSchema: { type: "string", minLength: min, maxLength: max, description: "Spaces around it do not count." }
  })

/** A required string of `min` to `max` code points, trimmed. */
export const boundedField = (min: number, max: number) =>
  field(`must be ${min} to ${max} characters`, bounded(min, max))

/** A required string of any length. */
export const textField = field("must be a string", Schema.String.pipe(Schema.filter(isStorable, { jsonSchema: {} })))
