import { Predicate } from "effect"
import { cut, storable } from "./Text.ts"

/** Matches a UUID, or groups of digits with short separators. */
const digitRuns = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\p{Nd}+(?:[\s\p{Pd}._/]{1,3}\p{Nd}+)*/giu

const uuid = /^[0-9a-f]{8}-/i

const emails = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu

/** Matches US social security numbers: `123-45-6789`. */
const socialSecurityNumbers = /(?<!\p{N})\p{Nd}{3}[\p{Zs}\p{Pd}]\p{Nd}{2}[\p{Zs}\p{Pd}]\p{Nd}{4}(?!\p{N})/gu

/** Verifies the check digit of card numbers. */
const passesLuhn = (digits: string): boolean => {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** Most groups in a card number; none of them is shorter than three digits. */
const maxGroups = 6

const isCard = (groups: ReadonlyArray<string>): boolean => {
  const digits = groups.join("").normalize("NFKC")
  return digits.length >= 13 && digits.length <= 19 && groups.every((group) => group.length >= 3) && passesLuhn(digits)
}

/** Masks the card numbers in a run of digits, which may be surrounded by other numbers. */
const maskCards = (run: string): string => {
  if (uuid.test(run)) {
    return run
  }
  const groups = run.match(/\p{Nd}+/gu) ?? []
  const gaps = run.split(/\p{Nd}+/u)
  const kept: Array<string> = []
  for (let from = 0; from < groups.length;) {
    const card = groups.slice(from, from + maxGroups)
    while (card.length > 0 && !isCard(card)) {
      card.pop()
    }
    kept.push(gaps[from] ?? "", card.length > 0 ? "[card]" : (groups[from] ?? ""))
    from += Math.max(1, card.length)
  }
  return kept.join("")
}

/** Masks payment-card numbers, e-mail addresses and US social security numbers, and makes the text storable. */
export const mask = (text: string): string =>
  storable(text)
    .replaceAll(emails, "[email]")
    .replaceAll(digitRuns, maskCards)
    .replaceAll(socialSecurityNumbers, "[ssn]")

/** Deepest level of nesting that is kept. */
const maxDepth = 32

const maskValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") {
    return mask(value)
  }
  if (typeof value === "number") {
    const masked = mask(String(value))
    return masked === String(value) ? value : masked
  }
  if (depth >= maxDepth && typeof value === "object") {
    return null
  }
  if (Array.isArray(value)) {
    return value.map((item) => maskValue(item, depth + 1))
  }
  return Predicate.isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), maskValue(item, depth + 1)]))
    : value
}

const maxBytes = 8_192
const previewLength = 2_000
const encoder = new TextEncoder()

/** Encodes a value for the log: masked, at most 8 KiB, and wrapped in the field `value` if it is no object. */
export const maskedObject = (value: unknown): string => {
  const masked = maskValue(Predicate.isRecord(value) ? value : { value: value ?? null }, 0)
  const json = JSON.stringify(masked)
  return encoder.encode(json).length <= maxBytes
    ? json
    : JSON.stringify({ truncated: true, preview: cut(json, previewLength) })
}

const summaryLength = 500

/** Returns the beginning of a message for the log, masked. */
export const summary = (message: string): string => cut(mask(message), summaryLength)
