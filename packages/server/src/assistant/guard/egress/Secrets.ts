import { Array } from "effect"
import { removedMark } from "./Quotations.ts"
import { marked, readLetters, stretchesOf } from "./Reading.ts"

/** Minimum letters and digits that are no coincidence, whatever stands between them; shorter values could be words. */
const leastLoose = 16

/** Returns the base64 of a value inside other bytes, without the letters that depend on those. */
const embedded = (bytes: Buffer): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")
    return base64.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })

/** Returns the ways to write a secret: as it is, or in one of the encodings that every model knows. */
const writings = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const whole = [bytes.toString("base64"), bytes.toString("base64url")].map((base64) => base64.replace(/=+$/, ""))
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...whole, ...embedded(bytes)]
}

const longestFirst = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.dedupe(texts).toSorted((one, other) => other.length - one.length)

/**
 * Builds a function that removes these values from a text: exactly, and long ones by their letters and digits alone, so
 * that neither case, lookalikes, line ends, marks between them nor character codes hide one.
 */
export const withoutSecrets = (secrets: ReadonlyArray<string>) => {
  const exact = longestFirst(secrets.flatMap(writings))
  const letters = exact.map((value) => readLetters(value).text).filter(({ length }) => length >= leastLoose)
  const loose = letters.length === 0 ? undefined : new RegExp(longestFirst(letters).join("|"), "g")
  return (text: string): string => {
    const rest = exact.reduce((sofar, value) => sofar.replaceAll(value, removedMark), text)
    if (loose === undefined) {
      return rest
    }
    const reading = readLetters(rest)
    return marked(rest, reading, stretchesOf(reading.text.matchAll(loose)), removedMark)
  }
}
