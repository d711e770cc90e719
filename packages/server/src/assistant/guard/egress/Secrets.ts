import { Array } from "effect"
import { removedMark } from "./Quotations.ts"
import { replace, normaliseLetters, rangesOf } from "./NormalisedText.ts"

/** Minimum letters and digits of a secret that is matched by them alone; shorter ones could match ordinary words. */
const minLoose = 16

/** Returns the base64 of a value at each alignment inside other bytes, without characters that depend on the others. */
const embeddedBase64 = (bytes: Buffer): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")
    return base64.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })

/** Returns a secret in plain text and in the encodings that every model knows. */
const encodingsOf = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const whole = [bytes.toString("base64"), bytes.toString("base64url")].map((base64) => base64.replace(/=+$/, ""))
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...whole, ...embeddedBase64(bytes)]
}

const longestFirst = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.dedupe(texts).toSorted((one, other) => other.length - one.length)

/**
 * Builds a function that removes these values from a text: exact matches, and long values by their letters and digits
 * alone, so that neither case, lookalikes, line breaks, separators nor character codes hide one.
 */
export const withoutSecrets = (secrets: ReadonlyArray<string>) => {
  const exact = longestFirst(secrets.flatMap(encodingsOf))
  const letters = exact.map((value) => normaliseLetters(value).text).filter(({ length }) => length >= minLoose)
  const loosePattern = letters.length === 0 ? undefined : new RegExp(longestFirst(letters).join("|"), "g")
  return (text: string): string => {
    const rest = exact.reduce((result, value) => result.replaceAll(value, removedMark), text)
    if (loosePattern === undefined) {
      return rest
    }
    const normalised = normaliseLetters(rest)
    return replace(rest, normalised, rangesOf(normalised.text.matchAll(loosePattern)), removedMark)
  }
}
