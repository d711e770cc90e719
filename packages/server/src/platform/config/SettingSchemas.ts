import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Either, type Redacted, Schema } from "effect"

/** Schemas for settings. Their errors state the rule with an example and never quote the value, which may be secret. */

/** Makes the schema of a whole number in decimal digits. */
export const wholeNumber = (min: number, max: number, example: number) =>
  Schema.compose(Schema.Trim.pipe(Schema.pattern(/^\d{1,15}$/)), Schema.NumberFromString)
    .pipe(Schema.between(min, max))
    .annotations(rule(`must be a whole number from ${min} to ${max}, for example ${example}`))

/** Makes a setting of a whole number with a default. */
export const wholeNumberOr = (
  name: string,
  fallback: number,
  { max, message, min }: { readonly min: number; readonly max: number; readonly message?: string }
): Config.Config<number> => {
  const number = wholeNumber(min, max, fallback)
  return Schema.Config(name, message === undefined ? number : number.annotations(rule(message))).pipe(
    Config.withDefault(fallback)
  )
}

/** Makes a setting mandatory; `says` completes the message after "is not set; ". */
export const required =
  (name: string, says: string) =>
  <A>(setting: Config.Config<A>): Config.Config<A> =>
    setting.pipe(
      Config.option,
      Config.mapOrFail(Either.fromOption(() => ConfigError.InvalidData([name], `is not set; ${says}`)))
    )

/** Makes the schema of an `http` or `https` address. */
export const webAddress = (example: string) =>
  Schema.String.pipe(
    Schema.filter((text) => URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol))
  ).annotations(rule(`must be a web address, for example ${example}`))

/** `true` or `false`, in any letter case. */
export const Toggle = Schema.compose(
  Schema.Lowercase,
  Schema.transformLiterals(["true", true], ["false", false])
).annotations(rule("must be true or false, for example true"))

/** Makes a boolean setting; false by default. */
export const toggle = (name: string) => Schema.Config(name, Toggle).pipe(Config.withDefault(false))

/** Secrets copied from examples and tutorials, and repetitions of one character. */
const placeholder = /change.?me|placeholder|your.?secret|example|replace.?(me|this)|^(.)\2*$/i

const isStrong = (secret: string) => new TextEncoder().encode(secret).length >= 32 && !placeholder.test(secret)

const strength = "must be at least 32 random bytes, for example the output of `openssl rand -hex 32`"

/** Makes a secret of at least 32 bytes that is not a placeholder; a `simple` one need only be non-empty. */
const givenSecret = (name: string, simple: boolean): Config.Config<Redacted.Redacted> =>
  Schema.Config(
    name,
    Schema.Redacted(Schema.String.pipe(Schema.filter((text) => isStrong(text) || (simple && text !== "")))).annotations(
      rule(strength)
    )
  )

/** Makes a mandatory secret of at least 32 bytes; a `simple` one need only be non-empty. */
export const secret = (name: string, simple = false) => givenSecret(name, simple).pipe(required(name, `it ${strength}`))

/** Makes an optional secret of at least 32 bytes. */
export const optionalSecret = (name: string) => Config.option(givenSecret(name, false))
