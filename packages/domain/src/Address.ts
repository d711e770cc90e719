import { Schema } from "effect"
import { isStorable, rule } from "./api/Fields.ts"
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

/** Returns the code in capitals, with `USA` as `US`. */
const countryCode = (text: string): string => {
  const capitals = text.toUpperCase()
  return capitals === "USA" ? "US" : capitals
}

/** Returns a code of 2 or 3 letters in capitals, and any other text as it is. */
const stateCode = (text: string): string => (/^[a-z]{2,3}$/iu.test(text) ? text.toUpperCase() : text)

/** Builds a schema of trimmed text of at most `max` characters, which is "" if it is not given. */
const optionalPart = (max: number, normalise: (text: string) => string, description: string) =>
  Schema.optionalWith(
    normalised(
      Schema.String.pipe(
        Schema.filter((text) => text === normalise(text.trim()) && [...text].length <= max && isStorable(text))
      ),
      normalise,
      `must be at most ${max} characters`,
      description
    ),
    { default: () => "" }
  )

const country = normalised(
  Schema.String.pipe(
    Schema.pattern(/^[A-Z]{2,3}$/),
    Schema.filter((text) => text !== "USA")
  ),
  countryCode,
  "must be a country of 2 or 3 letters, for example US",
  "2 or 3 letters, as US"
)

/** Parts of an address apart from its country, trimmed and bounded; the country decides which it must have. */
const localParameters = {
  street: text(1, 200, "Street and house number"),
  city: text(1, 100, "City"),
  state: optionalPart(50, stateCode, "2 or 3 letters, as OR, where the country has states"),
  zip: optionalPart(12, (text) => text, "Postal code")
}

/** Address fields of tool parameters. Without `country` it is the only one that the shop delivers to. */
export const addressParameters = { ...localParameters, country: Schema.optional(country) }

/** An address as a tool is given it. */
export const GivenAddress = Schema.Struct(addressParameters)
export type GivenAddress = typeof GivenAddress.Type

/** A complete, normalised postal address. */
export const Address = Schema.Struct({ ...localParameters, country })
export type Address = typeof Address.Type

/** A part of an address that breaks a rule, with the rule. */
export interface AddressFault {
  readonly field: keyof Address
  readonly message: string
}

/** Returns what an address lacks in a country that the shop delivers to state by state. */
export const faultsByState = ({ state, zip }: Pick<Address, "state" | "zip">): ReadonlyArray<AddressFault> => [
  ...(/^[A-Z]{2,3}$/.test(state)
    ? []
    : [{ field: "state", message: "must be a state of 2 or 3 letters, for example OR" } as const]),
  ...(/^[A-Za-z0-9-][A-Za-z0-9 -]{1,10}[A-Za-z0-9-]$/.test(zip) && /[0-9]/.test(zip)
    ? []
    : [
        {
          field: "zip",
          message: "must be a postal code of 3 to 12 letters, digits, spaces and dashes, for example 97201"
        } as const
      ])
]

/** A stored address in a tool's result: user text. */
export const AddressResult = Schema.Struct(addressFields(UserText))
export type AddressResult = typeof AddressResult.Type
