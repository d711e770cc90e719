import { Schema } from "effect"
import { rule } from "./api/Fields.ts"
import { text } from "./tools/Parameters.ts"
import { UserText } from "./tools/UserText.ts"

/** Builds a struct's fields with one schema for every part of an address. */
export const addressFields = <S extends Schema.Schema.Any>(part: S) => ({
  street: part,
  city: part,
  state: part,
  zip: part,
  country: part
})

/** Builds a schema that trims and normalises text before it is checked against the stored form. */
const normalised = (
  stored: Schema.Schema<string>,
  normalise: (text: string) => string,
  message: string,
  description: string
) =>
  Schema.transform(Schema.String.annotations(rule(message)), stored.annotations(rule(message)), {
    strict: true,
    decode: (text) => normalise(text.trim()),
    encode: (text) => text
  }).annotations({ jsonSchema: { type: "string", description } })

const code = Schema.String.pipe(Schema.pattern(/^[A-Z]{2,3}$/))

const postalCode = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z0-9-][A-Za-z0-9 -]{1,10}[A-Za-z0-9-]$/),
  Schema.filter((text) => /[0-9]/.test(text))
)

/** Returns the code in capitals, with `USA` as `US`. */
const countryCode = (text: string): string => {
  const capitals = text.toUpperCase()
  return capitals === "USA" ? "US" : capitals
}

/** Address fields of tool parameters: trimmed and bounded, state and country in capitals. */
export const addressParameters = {
  street: text(1, 200, "Street and house number"),
  city: text(1, 100, "City"),
  state: normalised(
    code,
    (text) => text.toUpperCase(),
    "must be a state of 2 or 3 letters, for example OR",
    "2 or 3 letters, as OR"
  ),
  zip: normalised(
    postalCode,
    (text) => text,
    "must be a postal code of 3 to 12 letters, digits, spaces and dashes, for example 97201",
    "Postal code"
  ),
  country: normalised(
    code.pipe(Schema.filter((text) => text !== "USA")),
    countryCode,
    "must be a country of 2 or 3 letters, for example US",
    "2 or 3 letters, as US"
  )
}

/** A complete, normalised postal address. */
export const Address = Schema.Struct(addressParameters)
export type Address = typeof Address.Type

/** A stored address in a tool's result: user text. */
export const AddressResult = Schema.Struct(addressFields(UserText))
export type AddressResult = typeof AddressResult.Type
