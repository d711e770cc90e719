import { Schema } from "effect"
import { rule } from "./api/Fields.ts"

/** Subject of a policy; a `contact` policy says how to reach the shop. */
export const PolicyKind = Schema.Literal(
  "returns",
  "shipping",
  "payment",
  "warranty",
  "privacy",
  "terms",
  "contact",
  "faq"
)
export type PolicyKind = typeof PolicyKind.Type

/** Identifies a policy in all its languages: `gift-wrap`. */
export const PolicySlug = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9-]{1,80}$/),
  Schema.brand("PolicySlug")
).annotations(rule("must be 1 to 80 small letters, digits and hyphens, for example gift-wrap"))
export type PolicySlug = typeof PolicySlug.Type

/** A BCP 47 tag in canonical form; policies may be in languages that the server itself does not speak. */
export const PolicyLocale = Schema.transform(
  Schema.String.pipe(Schema.filter((tag) => tag.length <= 35 && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag))),
  Schema.String.pipe(Schema.brand("PolicyLocale")),
  { strict: true, decode: (tag) => canonical(tag), encode: (tag) => tag }
).annotations(rule("must be a language tag, for example de or pt-BR"))
export type PolicyLocale = typeof PolicyLocale.Type

/** Applies the letter case of BCP 47: language in lower case, region in capitals, script capitalised. */
const canonical = (tag: string): string =>
  tag
    .split("-")
    .map((part, at) =>
      at === 0
        ? part.toLowerCase()
        : part.length === 2
          ? part.toUpperCase()
          : part.length === 4
            ? `${part.slice(0, 1).toUpperCase()}${part.slice(1).toLowerCase()}`
            : part.toLowerCase()
    )
    .join("-")

/** Returns the language of a locale: `pt` of `pt-BR`. */
export const languageOfPolicy = (locale: string): string => locale.split("-")[0] ?? locale
