import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Either, type Redacted, Schema } from "effect"

/** Refusals of settings: the rule and an example, never the value. */

/** A whole number in decimal digits. */
export const wholeNumber = (min: number, max: number, example: number) =>
  Schema.compose(Schema.Trim.pipe(Schema.pattern(/^\d{1,15}$/)), Schema.NumberFromString)
    .pipe(Schema.between(min, max))
    .annotations(rule(`must be a whole number from ${min} to ${max}, for example ${example}`))

/** A setting that is a whole number, and what it is when it is not set. */
export const wholeNumberOr = (
  name: string,
  fallback: number,
  { max, min, says }: { readonly min: number; readonly max: number; readonly says?: string }
): Config.Config<number> => {
  const number = wholeNumber(min, max, fallback)
  return Schema.Config(name, says === undefined ? number : number.annotations(rule(says))).pipe(
    Config.withDefault(fallback)
  )
}

/** A setting without which nothing starts; `says` goes on after "is not set; ". */
export const required =
  (name: string, says: string) =>
  <A>(setting: Config.Config<A>): Config.Config<A> =>
    setting.pipe(
      Config.option,
      Config.mapOrFail(Either.fromOption(() => ConfigError.InvalidData([name], `is not set; ${says}`)))
    )

/** An `http` or `https` address. */
export const webAddress = (example: string) =>
  Schema.String.pipe(
    Schema.filter((text) => URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol))
  ).annotations(rule(`must be a web address, for example ${example}`))

/** `true` or `false`, in any letter case. */
export const Toggle = Schema.compose(
  Schema.Lowercase,
  Schema.transformLiterals(["true", true], ["false", false])
).annotations(rule("must be true or false, for example true"))

/** A setting that is `true` or `false`; false when it is not set. */
export const toggle = (name: string) => Schema.Config(name, Toggle).pipe(Config.withDefault(false))

/** Values that come from examples and tutorials. */
const placeholder = /change.?me|placeholder|your.?secret|example|replace.?(me|this)|^(.)\2*$/i

const isStrong = (secret: string) => new TextEncoder().encode(secret).length >= 32 && !placeholder.test(secret)

const strength = "must be at least 32 random bytes, for example the output of `openssl rand -hex 32`"

/** A secret that has to be set: nobody's example, at least 32 bytes, or simply there when it may be `simple`. */
export const secret = (name: string, simple = false): Config.Config<Redacted.Redacted> =>
  Schema.Config(
    name,
    Schema.Redacted(Schema.String.pipe(Schema.filter((text) => isStrong(text) || (simple && text !== "")))).annotations(
      rule(strength)
    )
  ).pipe(required(name, `it ${strength}`))
