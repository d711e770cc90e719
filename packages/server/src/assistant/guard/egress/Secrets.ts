import { Array } from "effect"
import { removedMark } from "./Quotations.ts"
import { marked, readLetters, stretchesOf } from "./Reading.ts"

/** So many letters and digits are no coincidence, whatever stands between them. A shorter value could be made of words. */
const leastLoose = 16

/** Base64 of anything with the value in it, without the letters that the bytes around it have a part in. */
const embedded = (bytes: Buffer): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64")
    return base64.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })

/** How a secret may be written: as it is, or in one of the encodings that every model knows. */
const writings = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const whole = [bytes.toString("base64"), bytes.toString("base64url")].map((base64) => base64.replace(/=+$/, ""))
  return [secret, encodeURIComponent(secret), bytes.toString("hex"), ...whole, ...embedded(bytes)]
}

const longestFirst = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.dedupe(texts).toSorted((one, other) => other.length - one.length)

/**
 * Makes a function that takes these values out of a text: exactly, and where they are long by their letters and digits
 * alone, so that neither case, lookalikes, line ends, marks between them nor the codes of characters hide one.
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
